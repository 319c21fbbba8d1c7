"""Rules on the form of an object: what decoding refuses, and its names."""

from kubewright.validation.findings import Rule

_CORE = "pkg/apis/core/validation/validation.go"

ROWS = (
    # Decoding: the server answers 400 before it validates.
    Rule("decode/object", "Invalid", "*", "must be an API object", "JSON decoding"),
    Rule(
        "decode/kind", "Required", "apiVersion | kind", "is required", "API discovery"
    ),
    Rule(
        "models/unknown",
        "Invalid",
        "*",
        "the release knows no such key",
        "OpenAPI definitions",
    ),
    Rule(
        "models/missing",
        "Required",
        "*",
        "the definition requires it",
        "OpenAPI definitions",
    ),
    Rule("models/type", "Invalid", "*", "has the wrong type", "OpenAPI definitions"),
    Rule("decode/type", "Invalid", "*", "has the wrong type", "JSON decoding"),
    Rule("decode/integer", "Invalid", "*", "must fit 64 bits", "JSON decoding"),
    Rule(
        "decode/quantity",
        "Invalid",
        "*",
        "must be a quantity",
        "apimachinery quantity.go",
    ),
    Rule("decode/time", "Invalid", "*", "must be a time of RFC 3339", "metav1.Time"),
    # Object metadata.
    Rule(
        "meta/name-required",
        "Required",
        "metadata.name",
        "name or generateName is required",
        "apimachinery pkg/api/validation/objectmeta.go",
    ),
    Rule("meta/name", "Invalid", "metadata.name", "must be a DNS subdomain", _CORE),
    Rule(
        "meta/generate-name",
        "Invalid",
        "metadata.generateName",
        "must begin a DNS subdomain",
        _CORE,
    ),
)
