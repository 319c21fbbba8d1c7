"""A small API server on this machine: a few objects, lists, patches and a watch."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TIME = "2026-11-29T12:00:00Z"
PODS = "/api/v1/namespaces/default/pods"
LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases"
CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims"
SLICES = "/apis/resource.k8s.io/v1/resourceslices"


HANDLER = {"preStop": {"exec": {"command": ["x"]}}}
DEVICE = {"driver": "d", "pool": "p", "device": "x"}
POOL = {"name": "p", "generation": 1, "resourceSliceCount": 1}


def pod(name: str) -> dict[str, Any]:
    """A pod as a newer server sends it, with a field that no model knows."""
    containers = [{"name": "app", "lifecycle": HANDLER}]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default", "creationTimestamp": TIME},
        "spec": {"containers": containers, "fieldOfTomorrow": {"a": 1}},
    }


def named(name: str, **rest: Any) -> list[dict[str, Any]]:
    """One object of that name."""
    return [{"metadata": {"name": name}, **rest}]


OBJECTS: dict[str, list[dict[str, Any]]] = {
    PODS: [pod("a"), pod("b")],
    LEASES: named("l", spec={"renewTime": "2026-11-29T12:00:00.000001Z"}),
    CLAIMS: named("c", spec={}, status={"devices": [DEVICE]}),
    SLICES: named("s", spec={"driver": "d", "pool": POOL, "devices": None}),
}


class Handler(BaseHTTPRequestHandler):
    """Answers with the objects above and notes what it was sent."""

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if "watch=True" in query or "watch=true" in query:
            events = [{"type": "ADDED", "object": item} for item in OBJECTS[path]]
            self.answer("".join(json.dumps(event) + "\n" for event in events))
        elif path in OBJECTS:
            self.answer({"metadata": {"continue": "next"}, "items": OBJECTS[path]})
        else:
            self.answer(self.named(path))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)  # type: ignore[attr-defined]
        self.answer(body)

    do_PUT = do_PATCH = do_POST

    def named(self, path: str) -> dict[str, Any]:
        """The object at `path`."""
        folder, _, name = path.rpartition("/")
        return next(
            item for item in OBJECTS[folder] if item["metadata"]["name"] == name
        )

    def answer(self, body: Any) -> None:
        """Send `body` as JSON."""
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


@contextmanager
def serving() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A running server: its address, and the bodies it was sent so far."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.bodies = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server.bodies  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
