"""Sources over the standard library, for threads and for asyncio."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urlencode, urlsplit

from kubewright.accounting.follow import Refused, Request


def target(request: Request) -> str:
    return f"{request.path}?{urlencode(request.query)}"


class HttpSource:
    """One connection a request."""

    def __init__(self, url: str) -> None:
        self.address = urlsplit(url).netloc

    @contextmanager
    def open(self, request: Request) -> Iterator[Iterator[bytes]]:
        connection = http.client.HTTPConnection(self.address, timeout=5)
        try:
            connection.request("GET", target(request))
            response = connection.getresponse()
            if response.status != 200:
                raise Refused(response.status, response.reason)
            yield self._pieces(response)
        except http.client.HTTPException as error:
            raise ConnectionError(str(error)) from error
        finally:
            connection.close()

    def _pieces(self, response: http.client.HTTPResponse) -> Iterator[bytes]:
        # A length that is not reached, read1 reports as the end.
        length, done = response.length, 0
        while piece := response.read1(4096):
            done += len(piece)
            yield piece
        if length is not None and done < length:
            raise ConnectionError(f"{done} of {length} bytes")


class AsyncHttpSource:
    """The same over asyncio streams."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname, parts.port

    @asynccontextmanager
    async def open(self, request: Request) -> AsyncIterator[AsyncIterator[bytes]]:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write(
                f"GET {target(request)} HTTP/1.1\r\nHost: test\r\n\r\n".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            status = int(head.split()[1])
            if status != 200:
                raise Refused(status)
            yield self._pieces(reader, head)
        finally:
            writer.close()

    async def _pieces(
        self, reader: asyncio.StreamReader, head: str
    ) -> AsyncIterator[bytes]:
        if "chunked" not in head:
            length = int(head.partition("content-length:")[2].split()[0])
            yield await reader.readexactly(length)
            return
        while size := int(await reader.readuntil(b"\r\n"), 16):
            yield await reader.readexactly(size)
            await reader.readexactly(2)
