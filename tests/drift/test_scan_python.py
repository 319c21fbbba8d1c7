"""The search of Python sources: which names count, what is inferred, what stays silent."""

from __future__ import annotations

import pytest

from drift import support
from kubewright.drift.outcome import Use
from kubewright.drift.scan import python
from kubewright.drift.scan.index import Index

STRING = {"type": "string"}
LAYER = {"$ref": f"#/definitions/{support.PREFIX}Layer"}
BEFORE = support.bakery(
    Oven=support.model(heat=STRING, fuel=STRING, rack=STRING),
    Cake=support.model(
        top=LAYER,
        layers={"type": "array", "items": LAYER},
        named={"type": "object", "additionalProperties": LAYER},
    ),
    Layer=support.model(cream=STRING, name=STRING),
)
AFTER = support.bakery(
    Cake=BEFORE[f"{support.PREFIX}Cake"],
    Layer=support.model(name=STRING),
)


@pytest.fixture(scope="module")
def known() -> Index:
    """V1Oven is gone, and so is the field `cream` of V1Layer."""
    return support.searched(BEFORE, AFTER)


def places(uses: list[Use]) -> list[tuple[int, int, int, str]]:
    """Line, columns and kind of each use."""
    return [(use.line, use.column, use.end_column, use.how) for use in uses]


@pytest.mark.parametrize(
    "text",
    [
        "from client import V1Oven",
        "from client.models import V1Oven",
        "from kubernetes.client import V1Oven",
        "from kubernetes.client.models import V1Oven as Oven",
        "from kubernetes.aio.client import V1Oven",
        "from kubernetes.aio.client.models import V1Oven",
        "from kubernetes_asyncio.client.models import V1Oven",
        "from .client.models import V1Oven",
        "from kubernetes.client.models.v1_oven import V1Oven",
        "from kubernetes import client; client.V1Oven",
        "from kubernetes.client import models; models.V1Oven",
        "from kubernetes import client as k; k.models.V1Oven",
        "import kubernetes.client; kubernetes.client.V1Oven",
        "import kubernetes; kubernetes.client.models.V1Oven",
        "import kubernetes.client.models as m; m.V1Oven",
        "from kubernetes.client.models import v1_oven; v1_oven.V1Oven",
        "import kubernetes.client.models.v1_oven",
    ],
)
def test_imports_that_count(known: Index, text: str) -> None:
    """Any path that ends in one of the four endings holds models."""
    assert support.uses(known, text)


@pytest.mark.parametrize(
    "text",
    [
        "from models import V1Oven",
        "from kubernetes.config import V1Oven",
        "from bakery.clients import V1Oven\nV1Oven()",
        "import client_tools\nclient_tools.V1Oven",
        "# from client import V1Oven",
        "'''V1Oven'''",
        "def V1Oven(): pass\nV1Oven()",
        "from client import V1Layer as V1Oven\nV1Oven()",
        "from client import V1Cake\nV1Cake = other\nV1Cake().top.cream",
    ],
)
def test_what_does_not_count(known: Index, text: str) -> None:
    """Other modules, comments, texts and names that were bound to something else."""
    assert support.uses(known, text) == []


def test_package_option_adds_import_names(known: Index) -> None:
    """`--package NAME` counts NAME and all below it."""
    text = "from my.models import V1Oven\nfrom my.models.deep import V1Oven as O\n"
    assert len(python.scan(text, "app.py", known, ("my.models",), False)) == 2
    assert python.scan(text, "app.py", known, ("my.model",), False) == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(c: V1Cake): c.top.cream",
        "def f(c: 'V1Cake | None' = None): c.top.cream",
        "def f(c: Optional[V1Cake]): c.top.cream",
        "def f(*, c: typing.List['V1Cake']): c[0].top.cream",
        "def f(c: Dict[str, V1Layer]):\n  for k, v in c.items(): v.cream",
        "c = V1Cake(); c.top.cream = 3",
        "c = V1Cake(); c.layers[0].cream",
        "c = V1Cake(); c.layers[1:][0].cream",
        "c = V1Cake(); c.named['x'].cream",
        "c = V1Cake(); c.named.get('x').cream",
        "c = V1Cake()\nfor i, each in enumerate(c.layers): each.cream",
        "c = V1Cake(); [each.cream for each in c.layers or []]",
        "c = V1Cake(); {each.cream: 1 for each in c.named.values()}",
        "c = V1Cake(); any(each.cream for each in c.layers)",
        "c: V1Cake = load(); c.top.cream",
        "c = cast(V1Cake, x); c.top.cream",
        "c = copy.deepcopy(V1Cake()); c.top.cream",
        "c = V1Cake.from_dict(x); c.top.cream",
        "c = a and V1Cake(); c.top.cream",
        "c = V1Cake() if a else None; c.top.cream",
        "if (c := V1Cake()): c.top.cream",
        "def g() -> V1Cake: ...\ng().top.cream",
        "def f(): return g().top.cream\ndef g() -> V1Cake: ...",
        "async def g() -> V1Cake: ...\nasync def f(): (await g()).top.cream",
        "class A:\n  def __init__(self): self.c = V1Cake()\n  def f(self): self.c.top.cream",
        "class A:\n  c: V1Cake\n  def f(self): self.c.top.cream",
        "f = lambda c=1: V1Cake().top.cream",
        "with V1Cake() as c: c.top.cream",
        "a = b = V1Cake(); b.top.cream",
    ],
)
def test_inference(known: Index, text: str) -> None:
    """The class of a value is followed: annotations, calls, containers, loops, attributes."""
    source = f"from client import V1Cake, V1Layer\n{text}\n"
    [use] = support.uses(known, source)
    assert (use.symbol, use.how, use.confidence) == ("cream", "attribute", "medium")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "api = client.CoreV1Api()\nprint(api.read_namespaced_pod('a', 'b').spec.gone)",
            [3],
        ),
        (
            "for pod in client.CoreV1Api().list_pod_for_all_namespaces().items:\n  pod.spec.gone",
            [3],
        ),
        (
            "async def f(a: client.CoreV1Api):\n"
            "  (await a.patch_namespaced_pod_status()).spec.gone",
            [3],
        ),
        ("client.CoreV1Api().list_namespaced_pod().spec", []),
        ("client.CoreV1Api().read_namespaced_other().spec.gone", []),
        ("client.AppsV1Api().read_namespaced_pod().spec.gone", []),
    ],
)
def test_answers_of_calls(text: str, lines: list[int]) -> None:
    """What the API's calls answer with is known by their names."""
    meta = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta"
    core = "io.k8s.api.core.v1."
    reference = {"$ref": f"#/definitions/{core}Pod"}
    kind = {
        "x-kubernetes-group-version-kind": [
            {"group": "", "version": "v1", "kind": "Pod"}
        ]
    }
    before = {
        meta: support.model(remaining=STRING),
        f"{core}Pod": {
            **support.model(spec={"$ref": f"#/definitions/{core}PodSpec"}),
            **kind,
        },
        f"{core}PodList": support.model(items={"type": "array", "items": reference}),
        f"{core}PodSpec": support.model(gone=STRING, name=STRING),
    }
    after = {**before, f"{core}PodSpec": support.model(name=STRING)}
    found = support.uses(
        support.searched(before, after), f"from x import client\n{text}\n"
    )
    assert [use.line for use in found] == lines


@pytest.mark.parametrize(
    "text",
    [
        "def f(c): c.cream",
        "def f(c: V1Cake): c.cream",
        "c = V1Cake()\ndef f(c): c.top.cream",
        "c = V1Cake(); c = 3; c.top.cream",
        "c = V1Cake(); c.top.name.cream",
        "class A:\n  c = V1Cake()\n  def f(self): c.top.cream",
    ],
)
def test_no_inference(known: Index, text: str) -> None:
    """What is unknown, shadowed or of another class is not reported."""
    assert support.uses(known, f"from client import V1Cake\n{text}\n") == []


def test_columns_count_characters(known: Index) -> None:
    """Columns count characters from 1, also after others than ASCII; the end is one past."""
    text = "from client import V1Oven\nü = 'ß', V1Oven(fuel='é'), V1Oven\n"
    assert places(support.uses(known, text)) == [
        (1, 20, 26, "import"),
        (2, 10, 16, "construct"),
        (2, 28, 34, "annotation"),
    ]


def test_annotations_as_text(known: Index) -> None:
    """A class in a text annotation is found where it stands in the text."""
    text = "from client import V1Oven\ndef f(a: 'list[V1Oven]') -> \"V1Oven\": ...\n"
    assert places(support.uses(known, text))[1:] == [
        (2, 16, 22, "annotation"),
        (2, 30, 36, "annotation"),
    ]


def test_hints(known: Index) -> None:
    """Texts, `getattr`, bare attributes and star imports are told with `hints` alone."""
    text = (
        "from client import *\n"
        "from client import V1Layer\n"
        "x = V1Oven(heat=1)\n"
        "y = 'V1Oven'\n"
        "getattr(V1Layer(), 'cream')\n"
        "unknown.cream\n"
    )
    assert support.uses(known, text) == []
    found = support.uses(known, text, hints=True)
    assert {(use.line, use.how) for use in found} == {
        (3, "construct"),
        (4, "string"),
        (5, "string"),
        (6, "attribute"),
    }
    assert {use.confidence for use in found} == {"low"}
    assert {use.rewrite for use in found} == {""}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(:\n", "does not parse at line 1"),
        ("x = 1\n\0", "null bytes"),
        ("(" * 500 + ")" * 500, "too many nested parentheses"),
        ("x = " + "-" * 100_000 + "1", "does not parse|nested"),
    ],
)
def test_sources_that_do_not_parse(known: Index, text: str, reason: str) -> None:
    """A source that does not parse is told with a reason, and stops nothing."""
    with pytest.raises(python.Unreadable, match=reason):
        support.uses(known, text)


def test_no_rewrite_where_the_new_name_means_something_else() -> None:
    """A rename whose new name the file has bound itself is told without a rewrite."""
    case = support.case("01-rename-pure")
    known = support.searched(case["before"], case["after"])
    text = "from client.models import V1Oven\nclass V1Furnace: ...\nV1Oven()\n"
    assert {use.rewrite for use in support.uses(known, text)} == {""}


@pytest.mark.parametrize(
    ("call", "columns"),
    [
        ("V1Layer(**{'cream': 1})", [(13, 18)]),
        ("V1Layer(**dict(cream=1))", [(16, 21)]),
        ("V1Layer(**{**more, 'cream': 1})", [(21, 26)]),
        ("V1Layer(**more)", []),
    ],
)
def test_keywords_after_stars(
    known: Index, call: str, columns: list[tuple[int, int]]
) -> None:
    """What a literal dictionary after `**` names is a keyword as any other."""
    found = support.uses(known, f"from client import V1Layer\n{call}")
    assert [(use.column, use.end_column) for use in found] == columns


def test_name_that_is_none_without_the_package(known: Index) -> None:
    """`except ImportError: V1Layer = None` does not make the class something else."""
    text = "try:\n    from client import V1Layer\nexcept ImportError:\n    V1Layer = None\n"
    assert [use.line for use in support.uses(known, f"{text}V1Layer(cream=1)")] == [5]


ENUM = {"type": "string", "enum": ["a", "b"]}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("'z'", True),
        ("['a', 'z']", True),
        ("['a']", False),
        ("{'k': 'z'}", True),
        ("None", False),
        ("'{{ value }}'", False),
        ("other", False),
    ],
)
def test_values_of_a_new_enum(value: str, told: bool) -> None:
    """A literal counts alone and in containers; None and what is filled in later do not."""
    before = support.bakery(Cake=support.model(top=STRING))
    after = support.bakery(Cake=support.model(top=ENUM))
    text = f"from client import V1Cake\nV1Cake(top={value})"
    assert bool(support.uses(support.searched(before, after), text)) is told


@pytest.mark.parametrize(
    ("value", "told"),
    [("z", True), ("a", False), ('"{{ .x }}"', False), ("", False), ("null", False), ("[z]", True)],
)  # fmt: skip
def test_values_of_a_new_enum_in_manifests(value: str, told: bool) -> None:
    """Manifests follow the same rule, with their own words for nothing."""
    kind = {"group": "b.io", "version": "v1", "kind": "Cake"}
    mark = {"x-kubernetes-group-version-kind": [kind]}
    before = support.bakery(Cake={**support.model(top=STRING), **mark})
    after = support.bakery(Cake={**support.model(top=ENUM), **mark})
    text = f"apiVersion: b.io/v1\nkind: Cake\ntop: {value}\n"
    found = support.uses(support.searched(before, after), text, "m.yaml")
    assert bool(found) is told


def test_attribute_that_holds_another_model() -> None:
    """Reading a field that holds a model of another shape is a use, of an equal one none."""
    other = {"$ref": f"#/definitions/{support.PREFIX}Oven"}
    for oven, lines in (
        (support.model(heat=STRING), [2]),
        (support.model(name=STRING), []),
    ):
        parts = {"Layer": support.model(name=STRING), "Oven": oven}
        before = support.bakery(Cake=support.model(top=LAYER), **parts)
        after = support.bakery(Cake=support.model(top=other), **parts)
        text = "from client import V1Cake\nV1Cake().top"
        found = support.uses(support.searched(before, after), text)
        assert [use.line for use in found] == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("if isinstance(x, V1Layer):\n    x.cream\nx.cream", [3]),
        ("if ok and isinstance(x, V1Layer):\n    x.cream\nelse:\n    x.cream", [3]),
        ("if isinstance(x, V1Layer) or ok:\n    x.cream", []),
        ("if not isinstance(x, V1Layer):\n    x.cream", []),
        ("assert isinstance(x, V1Layer)\nx.cream", [3]),
        ("x = V1Cake()\nif isinstance(x, V1Layer):\n    x.cream", []),
        ("if a:\n    pass\nelif isinstance(x, V1Layer):\n    x.cream", [5]),
        ("a, b = V1Cake(), V1Layer()\na.cream\nb.cream", [4]),
        ("a, *b = V1Cake(), V1Layer()\na.cream", []),
        ("a, b = b, V1Layer()\nb.cream", [3]),
    ],
)
def test_what_tests_and_pairs_tell(known: Index, text: str, lines: list[int]) -> None:
    """`isinstance` tells the class of an unknown name where it holds; pairs go one by one."""
    found = support.uses(known, f"from client import V1Layer, V1Cake\n{text}")
    assert [use.line for use in found] == lines
