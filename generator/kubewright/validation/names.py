"""Checks of single texts: names, keys, values, addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable

from kubewright.validation.cursor import At

_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_SUBDOMAIN = re.compile(
    r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"
)
_KEY_NAME = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SHARE_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SEMVER = re.compile(
    r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)"
    r"(-(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)"
    r"(\.(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
    r"(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?"
)
Check = Callable[[At], None]


def size(text: str) -> int:
    """Bytes in UTF-8, as Go's len counts."""
    return len(text.encode("utf-8", "surrogatepass"))


def is_label(text: str) -> bool:
    """Whether the text is a DNS-1123 label."""
    return len(text) <= 63 and _LABEL.fullmatch(text) is not None


def is_subdomain(text: str) -> bool:
    """Whether the text is a DNS-1123 subdomain."""
    return len(text) <= 253 and _SUBDOMAIN.fullmatch(text) is not None


def is_label_key(text: str) -> bool:
    """Whether the text is a label key ("qualified name" in apimachinery)."""
    prefix, slash, name = text.rpartition("/")
    if slash and not is_subdomain(prefix):
        return False
    return len(name) <= 63 and _KEY_NAME.fullmatch(name) is not None


def is_native(resource: str) -> bool:
    """Whether a resource is Kubernetes' own: no slash, or in kubernetes.io (a substring test)."""
    return "/" not in resource or "kubernetes.io/" in resource


def is_extended(resource: str) -> bool:
    """Whether a resource is an extended one (IsExtendedResourceName)."""
    if is_native(resource) or resource.startswith("requests."):
        return False
    return is_label_key(f"requests.{resource}")


def is_node_allocatable(resource: str) -> bool:
    """Whether devices may stand for the resource: cpu, memory and huge pages (1.37)."""
    return resource in ("cpu", "memory") or resource.startswith("hugepages-")


def form(rule: str, accepts: Callable[[str], bool]) -> Check:
    """A check of text by a predicate; empty text is checked too."""

    def check(at: At) -> None:
        if not accepts(at.text()):
            at.fail(rule, at.value)

    return check


label = form("name/label", is_label)
subdomain = form("name/subdomain", is_subdomain)
label_key = form("name/label-key", is_label_key)
share_id = form("name/share-id", lambda text: _SHARE_ID.fullmatch(text) is not None)


def label_value(at: At) -> None:
    """A label value; empty is one."""
    text = at.text()
    if text and not (len(text) <= 63 and _KEY_NAME.fullmatch(text)):
        at.fail("name/label-value", text)


def driver(at: At) -> None:
    """A driver's name: upper case is accepted and counts."""
    name = at.text()
    if not name:
        return at.fail("name/driver-required")
    if size(name) > 63:
        at.fail("name/driver-long")
    if not is_subdomain(name.lower()):
        at.fail("name/driver", name)
    return None


def pool(at: At) -> None:
    """A pool's name: subdomains separated by slashes; each bad part is reported."""
    name = at.text()
    if not name:
        return at.fail("name/pool-required")
    if size(name) > 253:
        at.fail("name/pool-long")
    for part in name.split("/"):
        if not is_subdomain(part):
            at.fail("name/pool", part)
    return None


def device_class(at: At) -> None:
    """The name of a DeviceClass."""
    if not at.text():
        return at.fail("name/class-required")
    return subdomain(at)


def qualified_name(at: At, name: str) -> None:
    """A key of attributes or capacities, reported at the map."""
    parts = name.split("/")
    if len(parts) > 2:
        return at.fail("qualified/slashes", name)
    if len(parts) == 2:
        _domain(at, parts[0])
    return _identifier(at, parts[-1])


def _domain(at: At, domain: str) -> None:
    if not domain:
        return at.fail("qualified/domain", domain)
    return driver(At(domain, at.path, at.report))


def _identifier(at: At, name: str) -> None:
    if size(name) > 32:
        at.fail("qualified/id-long")
    if not _IDENTIFIER.fullmatch(name):
        at.fail("qualified/id", name)


def full_name(at: At) -> None:
    """A fully qualified name, as the declarative rule sees it: two parts are checked."""
    domain, slash, name = at.text().partition("/")
    if not slash:
        return at.fail("qualified/full", at.value)
    if "/" in name:
        return None
    if size(domain) > 63 or size(name) > 32:
        at.fail("qualified/full-long")
    if not is_subdomain(domain) or not _IDENTIFIER.fullmatch(name):
        at.fail("qualified/full", at.value)
    return None


def is_full_name(text: str) -> bool:
    """Whether the hand-written rule accepts a fully qualified name."""
    domain, slash, name = text.partition("/")
    fits = bool(slash) and size(domain) <= 63 and size(name) <= 32
    return fits and is_subdomain(domain.lower()) and bool(_IDENTIFIER.fullmatch(name))


def version(at: At) -> None:
    """A version of semver.org 2.0.0."""
    if not _SEMVER.fullmatch(at.text()):
        at.fail("attribute/version", at.value)
    attribute_text(at)


def attribute_text(at: At) -> None:
    """A text or version of an attribute: at most 64 bytes."""
    if size(at.text()) > 64:
        at.fail("attribute/long")


def interface_address(at: At) -> None:
    """An address with its prefix length, written the one way Go prints it."""
    text = at.text()
    parsed = _lenient_interface(text)
    if parsed is None:
        return at.fail("network/ip", text)
    if text != parsed:
        at.fail("network/ip-canonical", text, f'must be in canonical form ("{parsed}")')
    return None


def _lenient_interface(text: str) -> str | None:
    """The canonical form of what ParseCIDRSloppy reads, or None."""
    address, _, prefix = text.partition("/")
    if not re.fullmatch("[0-9]{1,9}", prefix) or "%" in address:
        return None
    if re.fullmatch(r"[0-9]+(\.[0-9]+){3}", address):
        address = ".".join(part.lstrip("0") or "0" for part in address.split("."))
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    if int(prefix) > parsed.max_prefixlen:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return f"{mapped}/{int(prefix) - 96}" if mapped else f"{parsed}/{int(prefix)}"
