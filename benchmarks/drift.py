"""Seconds of `kubewright drift`: two releases, a chain, and the search of 1,000 files.

Each figure is a whole process, started as a user starts it, in a cache of its own. The files
that are searched are made here: 200 lines each of imports, constructors, loops, attribute
reads, dictionaries and plain code, as sources that use the models are.

    python benchmarks/drift.py            print a table
    python benchmarks/drift.py --limits   exit 1 where a figure is above its limit
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import page
from measure import cost

FILES, LINES = 1_000, 200
# Seconds that the issue allows, on two cores.
LIMITS: Mapping[str, float] = {
    "1.36 -> 1.37, nothing kept": 2.0,
    "1.36 -> 1.37, shapes kept": 0.8,
    "1.25 -> 1.37, nothing kept": 10.0,
    "1.25 -> 1.37, shapes kept": 3.0,
    "search of 1,000 files": 12.0,
}
HEAD = """\
from kubernetes import client
from kubernetes.client.models import V1Container, V1Deployment, V1beta1IPAddress as Address
"""
BLOCK = '''

def handle_{number}(pod: client.V1Pod, names: list[str]) -> dict[str, int]:
    """Count what the containers of a pod ask for."""
    found: dict[str, int] = {{}}
    for container in pod.spec.containers:
        if container.name in names and container.resources is not None:
            for key, value in (container.resources.requests or {{}}).items():
                found[key] = found.get(key, 0) + len(value)
    body = {{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {{"replicas": {number}}}}}
    made = V1Deployment(metadata=client.V1ObjectMeta(name="x"), spec=None)
    made.spec = client.V1DeploymentSpec(selector=None, template=None)
    address = Address(api_version="networking.k8s.io/v1beta1")
    status = [each.type for each in pod.status.conditions or [] if each.status == "True"]
    text = f"{{pod.metadata.name}}: {{len(status)}} of {{body['spec']['replicas']}}"
    while len(text) > 80:
        text = text[:-1]
    return found if address and made and text else {{}}
'''


def source() -> str:
    """A source of `LINES` lines."""
    blocks = (BLOCK.format(number=number) for number in range(LINES))
    lines = (HEAD + "".join(blocks)).splitlines(keepends=True)[:LINES]
    while lines and lines[-1].startswith((" ", "def")):
        lines.pop()
    return "".join(lines + ["x = 1\n"] * (LINES - len(lines)))


def seconds(cache: Path, *arguments: str) -> float:
    """The least of three runs of the verb, or the only one where the cache is cold."""
    runs = 3 if any(cache.rglob("*.json")) else 1
    line = ["drift", *arguments]
    return min(cost(line, KUBEWRIGHT_CACHE=str(cache)).wall for _ in range(runs))


def measured(folder: Path) -> dict[str, float]:
    """All figures."""
    sources = folder / "sources"
    sources.mkdir()
    for number in range(FILES):
        (sources / f"module_{number}.py").write_text(source())
    pair, chain = folder / "pair", folder / "chain"
    pair.mkdir()
    chain.mkdir()
    return {
        "1.36 -> 1.37, nothing kept": seconds(pair, "1.36", "1.37"),
        "1.36 -> 1.37, shapes kept": seconds(pair, "1.36", "1.37"),
        "1.25 -> 1.37, nothing kept": seconds(chain, "1.25", "1.37"),
        "1.25 -> 1.37, shapes kept": seconds(chain, "1.25", "1.37"),
        "search of 1,000 files": seconds(pair, "1.36", "1.37", "--scan", str(sources)),
    }


def main() -> int:
    """Print the figures; 1 where one is above its limit and `--limits` asks."""
    with tempfile.TemporaryDirectory() as name:
        figures = measured(Path(name))
    start = min(cost(["--help"]).wall for _ in range(3))
    rows = [
        (title, f"{value:.2f}", f"{value / start:.1f}", f"{LIMITS[title]:.1f}")
        for title, value in figures.items()
    ]
    print("## drift\n")
    print(f"Beside the start of the command, {start:.2f} s.\n")
    print(page.table(("", "wall s", "wall : start", "limit s"), rows))
    over = any(value > LIMITS[title] for title, value in figures.items())
    return 1 if over and "--limits" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
