"""A web server on this machine that serves definitions, well and in many wrong ways."""

from __future__ import annotations

import gzip
import json
import os
import socket
import ssl
import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat
from urllib.parse import urlsplit

DEFINITIONS = {
    "io.k8s.api.core.v1.Pod": {
        "properties": {"kind": {"type": "string"}},
        "type": "object",
    },
    "io.k8s.api.core.v1.PodList": {"type": "object"},
}
BODY = json.dumps({"swagger": "2.0", "paths": {}, "definitions": DEFINITIONS}).encode()
# These give no answer in time, or none at all.
SLOW_PATHS = ("/silent", "/stuck", "/drop-by-drop")
TOKEN = "s3cret-t0ken"


class Server(ThreadingHTTPServer):
    """Counts what is asked; `elsewhere` is another server that redirects may lead to."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, scheme: str = "http") -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.scheme = scheme
        self.body = BODY
        self.asked: Counter[str] = Counter()
        self.headers: list[dict[str, str]] = []
        self.elsewhere = ""
        self.closing = threading.Event()

    def url(self, path: str = "/good") -> str:
        return f"{self.scheme}://127.0.0.1:{self.server_port}{path}"

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is what many tests are about."""


class Handler(BaseHTTPRequestHandler):
    """Answers each path in its own way; see the functions named after the paths."""

    server: Server

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked[path] += 1
        self.server.headers.append(
            {name.lower(): text for name, text in self.headers.items()}
        )
        ANSWERS[urlsplit(path).path](self)

    def answer(
        self, body: bytes | None = None, status: int = 200, **headers: str
    ) -> None:
        """A whole answer; a header of the same name replaces the usual one."""
        body = self.server.body if body is None else body
        usual = {"Content_Type": "application/json", "Content_Length": str(len(body))}
        self.send_response(status)
        for name, text in (usual | headers).items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        with suppress(ConnectionError, ssl.SSLError):
            self.wfile.write(body)

    def drip(self, pieces: Iterator[bytes], pause: float) -> None:
        with suppress(ConnectionError):
            for piece in pieces:
                self.wfile.write(piece)
                if self.server.closing.wait(pause):
                    return

    def log_message(self, *_: object) -> None:
        """Tests have their own voice."""


@cache
def packed_blanks() -> bytes:
    """16 MiB in 16 kB."""
    return gzip.compress(bytes(2**24))


def good(request: Handler) -> None:
    request.answer()


def good_at_third(request: Handler) -> None:
    if request.server.asked["/good-at-third"] < 3:
        request.answer(b"busy", 500)
    else:
        request.answer()


def whole_at_second(request: Handler) -> None:
    if request.server.asked["/whole-at-second"] < 2:
        short(request)
    else:
        request.answer()


def busy(request: Handler) -> None:
    request.answer(b"busy", 503)


def too_many(request: Handler) -> None:
    request.answer(b"later", 429, Retry_After="3600")


def missing(request: Handler) -> None:
    request.answer(b"<html>secret page</html>", 404)


def guarded(request: Handler) -> None:
    allowed = request.headers.get("Authorization") == f"Bearer {TOKEN}"
    request.answer(status=200 if allowed else 401)


def silent(request: Handler) -> None:
    request.server.closing.wait(30)


def stuck(request: Handler) -> None:
    request.answer(BODY[:20], Content_Length=str(len(BODY)))
    request.server.closing.wait(30)


def slow(request: Handler) -> None:
    """A good body in twenty pieces."""
    body = request.server.body
    size = len(body) // 20 + 1
    request.send_response(200)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    pieces = (body[start : start + size] for start in range(0, len(body), size))
    request.drip(pieces, 0.02)


def drop_by_drop(request: Handler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "100000")
    request.end_headers()
    request.drip(repeat(b"x"), 0.02)


def short(request: Handler) -> None:
    request.answer(BODY[:-7], Content_Length=str(len(BODY)))


def long(request: Handler) -> None:
    request.answer(BODY, Content_Length=str(len(BODY) - 7))


def half_chunked(request: Handler) -> None:
    request.send_response(200)
    request.send_header("Transfer-Encoding", "chunked")
    request.end_headers()
    request.wfile.write(b"ff\r\n{")


def html(request: Handler) -> None:
    request.answer(b"<!doctype html>", Content_Type="text/html; charset=utf-8")


def html_as_text(request: Handler) -> None:
    request.answer(b"\n <html>log in</html>", Content_Type="text/plain")


def array(request: Handler) -> None:
    request.answer(b"[]")


def round_and_round(request: Handler) -> None:
    request.answer(b"", 302, Location="/round-and-round")


def moved(request: Handler) -> None:
    request.answer(b"x" * 1000, 302, Location="/good")


def moved_without_end(request: Handler) -> None:
    request.send_response(302)
    request.send_header("Location", "/good")
    request.end_headers()
    request.drip(repeat(b"x" * 2**16), 0.001)


def abroad(request: Handler) -> None:
    request.answer(b"", 302, Location=request.server.elsewhere)


def to_a_file(request: Handler) -> None:
    request.answer(b"", 302, Location="file:///etc/hostname")


def to_no_host(request: Handler) -> None:
    request.answer(b"", 302, Location="http://[")


def to_no_text(request: Handler) -> None:
    request.answer(b"", 302, Location="/\xff")


def zipped(request: Handler) -> None:
    request.answer(gzip.compress(BODY), Content_Encoding="gzip")


def bomb(request: Handler) -> None:
    request.answer(packed_blanks(), Content_Encoding="gzip")


def not_zipped(request: Handler) -> None:
    request.answer(BODY, Content_Encoding="gzip")


def announced_huge(request: Handler) -> None:
    request.answer(b"{", Content_Length=str(2**40))


def huge(request: Handler) -> None:
    request.send_response(200)
    request.end_headers()
    request.drip(repeat(b" " * 2**16), 0)


def reset(request: Handler) -> None:
    linger = struct.pack("ii", 1, 0)
    request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    os.close(request.connection.detach())


ANSWERS: dict[str, Callable[[Handler], None]] = {
    f"/{function.__name__.replace('_', '-')}": function
    for function in (
        good,
        good_at_third,
        whole_at_second,
        busy,
        too_many,
        missing,
        guarded,
        silent,
        stuck,
        slow,
        drop_by_drop,
        short,
        long,
        half_chunked,
        html,
        html_as_text,
        array,
        round_and_round,
        moved,
        moved_without_end,
        abroad,
        to_a_file,
        to_no_host,
        to_no_text,
        zipped,
        bomb,
        not_zipped,
        announced_huge,
        huge,
        reset,
    )
}
ANSWERS["/openapi/v2"] = guarded


@contextmanager
def serving(tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """A running server; over TLS with a context."""
    server = Server("https" if tls else "http")
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
