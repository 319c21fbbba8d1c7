"""One download over HTTP: bounded in time, bytes, repeats and redirects."""

from __future__ import annotations

import time
from typing import IO
from urllib.parse import SplitResult, urljoin

import requests
import urllib3.exceptions
from requests.adapters import HTTPAdapter
from requests.auth import AuthBase
from urllib3.util.retry import Retry

from kubewright import __version__
from kubewright.errors import KubewrightError, Problem
from kubewright.spec.transfer import Limits, Transfer
from kubewright.spec.web_errors import (
    JSON,
    TRANSIENT,
    URL,
    NetworkError,
    explained,
    shown,
    split,
    status_error,
)

CHUNK = 2**16
PORTS = {"http": 80, "https": 443}
HEADERS = {
    "Accept": "application/json",
    "Accept-Encoding": "gzip",
    "User-Agent": f"kubewright/{__version__}",
}
BROKEN_BODY = (
    urllib3.exceptions.ProtocolError,
    urllib3.exceptions.ReadTimeoutError,
)


def download(url: str, file: IO[bytes], transfer: Transfer) -> None:
    """Write the unpacked body at `url` to `file`.

    Raises `NetworkError` where the same call may go well later, else `KubewrightError`.
    """
    deadline = time.monotonic() + transfer.limits.total
    retry = _retry(transfer.limits)
    with explained(url, transfer.limits), _Session(transfer) as session:
        # urllib3 repeats a request by itself only until its body begins.
        while error := _attempt(session, url, file, deadline):
            retry = retry.increment("GET", shown(url), error=error)
            retry.sleep()


class _Session(requests.Session):
    """A session that repeats what may pass, and judges a redirect before it follows it."""

    def __init__(self, transfer: Transfer) -> None:
        super().__init__()
        self.transfer = transfer
        self.max_redirects = transfer.limits.redirects
        self.headers.update(HEADERS)
        for scheme in PORTS:
            self.mount(f"{scheme}://", HTTPAdapter(max_retries=_retry(transfer.limits)))

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        try:
            target = super().get_redirect_target(resp)
            place = urljoin(resp.url, target or "")
        except ValueError:
            resp.close()
            problem = Problem(shown(resp.url), "a redirect to no URL", URL)
            raise KubewrightError(problem) from None
        if target:
            # requests would read the redirect's body, which may have no end.
            resp.close()
            _judge_redirect(resp.url, place, self.transfer.foreign)
        return target

    def open(self, url: str) -> requests.Response:
        access, limits = self.transfer.access, self.transfer.limits
        try:
            return self.get(
                url,
                stream=True,
                timeout=(limits.connect, limits.read),
                auth=_Bearer(access.token) if access.token else None,
                verify=access.ca or True,
                cert=access.certificate,
            )
        except requests.RequestException:
            raise
        except OSError as error:
            # requests says so of a CA bundle that is not there, before it connects.
            found = "no usable CA bundle or client certificate"
            problem = Problem(shown(url), found, "readable files in PEM form")
            raise KubewrightError(problem) from error


class _Bearer(AuthBase):
    """A token; as `auth` and not as a header, or requests would prefer a netrc entry."""

    def __init__(self, token: str) -> None:
        self.token = token

    def __call__(self, r: requests.PreparedRequest) -> requests.PreparedRequest:
        r.headers["Authorization"] = f"Bearer {self.token}"
        return r


def _retry(limits: Limits) -> Retry:
    return Retry(
        total=limits.repeats,
        status_forcelist=TRANSIENT,
        allowed_methods=("GET",),
        backoff_factor=limits.backoff,
        backoff_max=limits.wait,
        retry_after_max=limits.wait,
        raise_on_status=False,
    )


def _attempt(
    session: _Session, url: str, file: IO[bytes], deadline: float
) -> Exception | None:
    """Write the whole body to `file`, or return what broke it."""
    file.seek(0)
    file.truncate()
    with session.open(url) as response:
        _judge_answer(response, session.transfer.limits)
        try:
            _copy(response, file, session.transfer, deadline)
        except BROKEN_BODY as error:
            return error
    return None


def _copy(
    response: requests.Response, file: IO[bytes], transfer: Transfer, deadline: float
) -> None:
    """Write the body as it comes: `read1` waits for some bytes, never for a full chunk."""
    expected = _announced(response)
    while chunk := response.raw.read1(CHUNK, decode_content=True):
        file.write(chunk)
        if file.tell() > transfer.limits.size:
            raise _too_large(response.url, transfer.limits)
        if time.monotonic() > deadline:
            found = f"a download that lasts longer than {transfer.limits.total:g} s"
            raise NetworkError(
                Problem(shown(response.url), found, "the whole body by then")
            )
        if transfer.progress:
            transfer.progress(response.raw.tell(), expected)


def _announced(response: requests.Response) -> int | None:
    length = response.headers.get("Content-Length", "")
    return (
        int(length)
        if length.isascii() and length.isdigit() and len(length) < 20
        else None
    )


def _judge_answer(response: requests.Response, limits: Limits) -> None:
    if response.status_code != requests.codes.ok:
        raise status_error(response.url, response.status_code)
    if "html" in response.headers.get("Content-Type", ""):
        problem = Problem(
            shown(response.url), "an HTML page", JSON, "name the raw file"
        )
        raise KubewrightError(problem)
    if (_announced(response) or 0) > limits.size:
        raise _too_large(response.url, limits)


def _too_large(url: str, limits: Limits) -> KubewrightError:
    found = f"a body larger than {limits.size:,} bytes"
    return KubewrightError(Problem(shown(url), found, "definitions of bearable size"))


def _judge_redirect(old: str, new: str, foreign: bool) -> None:
    before, after = split(old), split(new)
    if before.scheme == "https" and after.scheme == "http":
        found = f"a redirect from https to {shown(new)}"
        raise KubewrightError(
            Problem(shown(old), found, "a redirect that stays on https")
        )
    if not foreign and not _same_host(before, after):
        raise KubewrightError(
            Problem(
                shown(old),
                f"a redirect to {shown(new)}",
                "an answer from the same host",
                "`kubewright spec fetch --allow-redirect` follows it",
            )
        )


def _same_host(before: SplitResult, after: SplitResult) -> bool:
    """Whether host and port are the same, a move to https on the usual ports apart."""
    ports = before.port or PORTS[before.scheme], after.port or PORTS[after.scheme]
    upgrade = (before.scheme, after.scheme, *ports) == ("http", "https", 80, 443)
    return before.hostname == after.hostname and (ports[0] == ports[1] or upgrade)
