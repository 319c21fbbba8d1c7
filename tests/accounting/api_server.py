"""A local HTTP server that speaks list and watch as the API server does, faults included."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

Wire = dict[str, Any]
PATHS = {
    "/api/v1/pods": "Pod",
    "/api/v1/nodes": "Node",
    "/apis/resource.k8s.io/v1/resourceclaims": "ResourceClaim",
    "/apis/resource.k8s.io/v1/resourceslices": "ResourceSlice",
    "/apis/resource.k8s.io/v1/deviceclasses": "DeviceClass",
}


@dataclass
class Api:
    """Objects by kind, the events since a version, and what to do wrong.

    `faults` are taken one a request of the kind: "gone" (410 in the stream), "gone-list"
    (410 for the request), "refuse" (500), "drop" (the connection breaks in a line), "slow"
    (pauses in a line), "garbage" (a line that is no JSON).
    """

    page: int = 2
    version: int = 100
    served: dict[str, str] = field(default_factory=lambda: dict(PATHS))
    objects: dict[str, dict[str, Wire]] = field(default_factory=dict)
    events: dict[str, list[tuple[int, Wire]]] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)
    closed: bool = False

    def put(self, obj: Wire) -> None:
        self._change("MODIFIED" if self._find(obj) else "ADDED", obj)

    def delete(self, obj: Wire) -> None:
        self._change("DELETED", obj)

    def bookmark(self, kind: str) -> None:
        self._change("BOOKMARK", {"kind": kind, "apiVersion": "v1", "metadata": {}})

    def forget(self, obj: Wire) -> None:
        """Gone without an event: only a relist can tell."""
        with self.changed:
            del self.objects[obj["kind"]][obj["metadata"]["name"]]

    def _find(self, obj: Wire) -> bool:
        return obj["metadata"]["name"] in self.objects.get(obj["kind"], {})

    def _change(self, event: str, obj: Wire) -> None:
        with self.changed:
            self.version += 1
            made = {**obj, "metadata": {**obj["metadata"]}}
            made["metadata"]["resourceVersion"] = str(self.version)
            own = self.objects.setdefault(obj["kind"], {})
            if event == "DELETED":
                own.pop(obj["metadata"]["name"], None)
            elif event != "BOOKMARK":
                own[obj["metadata"]["name"]] = made
            row = (self.version, {"type": event, "object": made})
            self.events.setdefault(obj["kind"], []).append(row)
            self.changed.notify_all()

    def fault(self, kind: str) -> str:
        with self.changed:
            waiting = self.faults.get(kind) or []
            return waiting.pop(0) if waiting else ""


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    api: Api

    def log_message(self, *_: Any) -> None:
        """Tests are quiet."""

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        self.api.requests.append(self.path)
        kind = self.api.served.get(url.path)
        if kind is None:
            self._status(404)
        elif "watch" in query:
            self._watch(kind, query)
        else:
            self._list(kind, query)

    def _status(self, code: int) -> None:
        body = json.dumps({"kind": "Status", "apiVersion": "v1", "code": code}).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _list(self, kind: str, query: dict[str, str]) -> None:
        fault = self.api.fault(kind)
        if fault in ("refuse", "gone-list"):
            self._status(410 if fault == "gone-list" else 500)
            return
        start = int(query.get("continue", "0"))
        with self.api.changed:
            found = list(self.api.objects.get(kind, {}).values())
            version = self.api.version
        end = start + self.api.page
        metadata = {"resourceVersion": str(version)}
        if end < len(found):
            metadata["continue"] = str(end)
        # As the API server does, the items of a list leave out kind and apiVersion.
        items = [
            {
                key: value
                for key, value in it.items()
                if key not in ("kind", "apiVersion")
            }
            for it in found[start:end]
        ]
        body = json.dumps(
            {"kind": f"{kind}List", "metadata": metadata, "items": items}
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if fault == "drop":
            self.wfile.write(body[: len(body) // 2])
            self.close_connection = True
            self.connection.close()
            return
        self.wfile.write(body)

    def _watch(self, kind: str, query: dict[str, str]) -> None:
        fault = self.api.fault(kind)
        if fault in ("refuse", "gone-list"):
            self._status(410 if fault == "gone-list" else 500)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            self._stream(kind, int(query["resourceVersion"]), fault)
        except (BrokenPipeError, ConnectionError, ValueError):
            self.close_connection = True

    def _stream(self, kind: str, version: int, fault: str) -> None:
        if fault == "gone":
            self._chunk(json.dumps({"type": "ERROR", "object": {"code": 410}}) + "\n")
            self._chunk("")
            return
        if fault == "garbage":
            self._chunk("no json\n")
            self._chunk("")
            return
        for row in self._events(kind, version):
            line = json.dumps(row) + "\n"
            half = len(line) // 2
            self._chunk(line[:half])
            if fault == "drop":
                self.close_connection = True
                self.connection.close()
                return
            if fault == "slow":
                time.sleep(0.2)
            self._chunk(line[half:])
        self._chunk("")

    def _events(self, kind: str, version: int) -> Iterator[Wire]:
        while not self.api.closed:
            with self.api.changed:
                rows = [it for it in self.api.events.get(kind, ()) if it[0] > version]
                if not rows:
                    self.api.changed.wait(0.05)
            for own, row in rows:
                version = own
                yield row

    def _chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


@contextmanager
def serving(api: Api) -> Iterator[str]:
    """The URL of a server for the objects of `api`."""
    handler = type("Bound", (Handler,), {"api": api})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        api.closed = True
        server.shutdown()
        server.server_close()
        thread.join(5)
