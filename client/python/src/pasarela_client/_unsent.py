"""Why a request never left. The words are those of the other clients."""

from __future__ import annotations

import errno
import os
import re
import socket
import ssl
from collections.abc import Iterator

import httpx

from .errors import Failure, NotSent
from .generated.unsent import PROXY_NOTE, UNSENT

_REASONS = {
    errno.ECONNREFUSED: "refused",
    errno.ETIMEDOUT: "slow",
    **dict.fromkeys((errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL), "route"),
}

_BEFORE_SENDING = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)
"""Errors of httpx that happen before a request is written."""

_UNWRITABLE = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]|^[ \t]|[ \t]$")


def not_sent(reason: str, where: str, key: str | None = None) -> NotSent:
    """The error for a request that never left."""
    names = ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy")
    proxy = next((name for name in names if os.environ.get(name)), None)
    note = f" {PROXY_NOTE.replace('{name}', proxy)}" if proxy and reason not in ("header", "request") else ""
    message = f"No se ha enviado: {UNSENT[reason].replace('{where}', where)}.{note}"
    return NotSent(Failure(message, idempotency_key=key), reason)


def sends_once(http: httpx.Client | httpx.AsyncClient) -> bool:
    """Whether it sends each request at most once. A transport of a program may send again by itself."""
    transports = [getattr(http, "_transport", None), *getattr(http, "_mounts", {}).values()]
    usual = (httpx.HTTPTransport, httpx.AsyncHTTPTransport)
    return type(http) in (httpx.Client, httpx.AsyncClient) and all(
        type(transport) in usual or (transport is None and place > 0) for place, transport in enumerate(transports)
    )


def unsent_by(error: Exception) -> str | None:
    """Why a request never left, if an error proves that it did not."""
    if not isinstance(error, _BEFORE_SENDING):
        return None
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return "untrusted"
        if isinstance(cause, socket.gaierror):
            return "name"
        if isinstance(cause, OSError) and cause.errno in _REASONS:
            return _REASONS[cause.errno]
    if isinstance(error, httpx.ProxyError):
        return "proxy"
    return "slow" if isinstance(error, httpx.ConnectTimeout) else "connect"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and the errors behind it."""
    while error is not None:
        yield error
        for each in getattr(error, "exceptions", ()):
            yield from _causes(each)
        error = error.__cause__ or error.__context__


def written_headers(headers: httpx.Headers) -> httpx.Headers:
    """Raises `NotSent` that names the header that cannot be written, and never shows its value."""
    for name, value in headers.raw:
        if _UNWRITABLE.search(value):
            raise not_sent("header", name.decode("ascii"))
    return headers


def trimmed(secret: str) -> str:
    """A secret without the blanks and marks at its ends that files add."""
    return secret.strip().strip("\ufeff").strip()
