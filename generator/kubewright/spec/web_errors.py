"""What went wrong in a download, in our words.

The texts of requests and urllib3 quote URLs with all they hold, so none is passed on.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from urllib.parse import SplitResult, urlsplit

import requests.exceptions
import urllib3.exceptions

from kubewright.errors import KubewrightError, Problem
from kubewright.spec.transfer import Limits

JSON = "an OpenAPI document in JSON"
ANSWER = "an answer"
URL = "an http(s) URL with a host name"
TRANSIENT = (429, *range(500, 600))
HINTS = {
    401: "the server wants credentials",
    403: "the credentials do not suffice",
    404: "look at the URL for a typing error",
}

Found = Callable[[BaseException, Limits], str]


class NetworkError(KubewrightError):
    """A download that failed for now: a later one, or a kept copy, may do."""


# The first row wins whose exception stands among the causes. The flag says whether the
# failure is one of the network, so that a kept copy may stand in.
EXPLANATIONS: tuple[tuple[type[BaseException], bool, Found], ...] = (
    (
        ssl.SSLCertVerificationError,
        False,
        lambda error, _: "a certificate that does not verify"
        f" ({getattr(error, 'verify_message', '') or 'unknown reason'})",
    ),
    (
        ssl.SSLError,
        False,
        lambda error, _: f"a TLS failure ({getattr(error, 'reason', '') or 'unknown reason'})",
    ),
    (requests.exceptions.InvalidProxyURL, False, lambda *_: "a proxy that is no URL"),
    (urllib3.exceptions.ProxyError, True, lambda *_: "a proxy that does not answer"),
    (urllib3.exceptions.NameResolutionError, True, lambda *_: "an unknown host name"),
    (ConnectionRefusedError, True, lambda *_: "a refused connection"),
    (
        urllib3.exceptions.ReadTimeoutError,
        True,
        lambda _, limits: f"silence for {limits.read:g} s",
    ),
    (
        urllib3.exceptions.NewConnectionError,
        True,
        lambda *_: "no way to the host",
    ),
    (
        urllib3.exceptions.ConnectTimeoutError,
        True,
        lambda _, limits: f"no connection within {limits.connect:g} s",
    ),
    (
        urllib3.exceptions.IncompleteRead,
        True,
        lambda error, _: f"a body that ends {getattr(error, 'expected', '?')} bytes early",
    ),
    (
        urllib3.exceptions.DecodeError,
        False,
        lambda *_: "a body that cannot be unpacked",
    ),
    (requests.exceptions.TooManyRedirects, False, lambda *_: "a redirect loop"),
    (
        requests.exceptions.InvalidSchema,
        False,
        lambda *_: "an unsupported URL or proxy scheme",
    ),
    (urllib3.exceptions.ProtocolError, True, lambda *_: "a connection that was cut"),
)


def shown(url: str) -> str:
    """`url` without what may be secret: user and password, query and fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}{'?...' if parts.query else ''}"


def split(url: str) -> SplitResult:
    """The parts of an http(s) URL; raises `KubewrightError` for another text."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port
    except ValueError:
        usable = False
    if not usable or not url.isprintable() or " " in url:
        # What is no URL may still be a secret in the wrong place.
        raise KubewrightError(Problem("URL", "no usable URL", URL))
    return parts


def status_error(url: str, status: int) -> KubewrightError:
    """The error for an answer that is no 200."""
    try:
        text = f"status {status} ({HTTPStatus(status).phrase})"
    except ValueError:
        text = f"status {status}"
    kind = NetworkError if status in TRANSIENT else KubewrightError
    return kind(Problem(shown(url), text, "status 200", HINTS.get(status, "")))


@contextmanager
def explained(url: str, limits: Limits) -> Iterator[None]:
    """Turn what requests and urllib3 raise in the block into our errors about `url`."""
    try:
        yield
    except (requests.RequestException, urllib3.exceptions.HTTPError) as error:
        raise _explanation(shown(url), error, limits) from None


def _explanation(where: str, error: BaseException, limits: Limits) -> KubewrightError:
    causes = list(_causes(error))
    for kind, of_network, found in EXPLANATIONS:
        for cause in causes:
            if isinstance(cause, kind):
                error_type = NetworkError if of_network else KubewrightError
                return error_type(Problem(where, found(cause, limits), ANSWER))
    name = type(causes[-1]).__name__
    return KubewrightError(Problem(where, f"a request that fails ({name})", ANSWER))


def _causes(error: BaseException) -> Iterator[BaseException]:
    """`error` and all that it was made from, outermost first."""
    waiting, seen = [error], set[int]()
    while waiting:
        current = waiting.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        inner = (*current.args, getattr(current, "reason", None), current.__cause__)
        inner = (*inner, current.__context__)
        waiting.extend(part for part in inner if isinstance(part, BaseException))
