"""Sends requests with a token and a timeout, and retries where that is safe."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from numbers import Integral
from typing import Any
from urllib.parse import quote

import httpx

from ._flow import Alone, AsyncDriver, Flow, Pause, Send, SyncDriver
from ._unsent import not_sent, sends_once, trimmed, unsent_by, written_headers
from .errors import Failure, PasarelaError, texts_by_name

VERSION_PATH = "/api/v4"


@dataclass(frozen=True, repr=False)
class Config:
    """Connection settings of a client."""

    base_url: str
    token: str | None
    email: str | None
    password: str | None
    headers: Mapping[str, str]
    retry_unsent: bool
    max_wait_seconds: float
    timeout_seconds: float


@dataclass(frozen=True, repr=False)
class Wanted:
    """A request, before it has a token."""

    method: str
    #: Path as in the reference, with parameters in braces.
    path: str
    fields: Mapping[str, Any]
    headers: Mapping[str, str] | httpx.Headers


@dataclass(frozen=True, repr=False)
class Received:
    """A parsed answer: the members of the envelope, and the headers."""

    status: int
    headers: httpx.Headers
    body: dict[str, Any]

    def failure(self, **more: Any) -> Failure:
        """Details of a failed answer."""
        known = Failure(
            message=str(self.body.get("message")),
            status=self.status,
            errors=texts_by_name(self.body.get("errors")),
            maintenance=self.body.get("maintenance") is True,
            filing_id=self.headers.get("X-Tramite-Id"),
            repeated=self.headers.get("X-Repeated"),
            request_id=self.headers.get("X-Request-Id"),
            retry_after=self.retry_after,
        )
        return replace(known, **more)

    @property
    def retry_after(self) -> float | None:
        """`Retry-After` in seconds, from a number or a date. At least one, so that no client retries in a tight loop."""
        text = self.headers.get("Retry-After")
        if text is None:
            return None
        try:
            return max(1.0, float(text))
        except ValueError:
            pass
        try:
            at = parsedate_to_datetime(text)
        except ValueError:
            return None
        at = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
        return max(1.0, (at - datetime.now(timezone.utc)).total_seconds())


class NoAnswer(Exception):
    """The request was sent, and no readable answer came."""


class Transport:
    """Sends the requests of one client."""

    def __init__(self, config: Config, driver: SyncDriver | AsyncDriver, hundredths: frozenset[str]) -> None:
        address = config.base_url.rstrip("/")
        if not address.endswith(VERSION_PATH):
            raise TypeError(f"base_url debe terminar en {VERSION_PATH}")
        # Messages name the server by its address.
        if re.match(r"\w+://[^/]*@", address):
            raise TypeError("base_url no lleva usuario ni contraseña")
        if (config.token is None) == (config.email is None or config.password is None):
            raise TypeError("Indique token, o bien email y password.")
        self._origin = address.removesuffix(VERSION_PATH)
        self._config = config
        self._hundredths = hundredths
        self._token = None if config.token is None else trimmed(config.token)
        self._where = re.sub(r"^\w+://|/.*$", "", address)
        self._sends_once = sends_once(driver.http)
        self.driver = driver

    def exchange(self, wanted: Wanted) -> Flow[Received]:
        """Sends a request and returns the answer, whatever its status.

        Readings, and submissions with ``retry_unsent``, are retried as ``Retry-After`` says. Nothing else is sent twice,
        except a request that was refused because its token had expired. Raises `NoAnswer` if no readable answer came,
        `NotSent` if the request never left, and `PasarelaError` if signing in failed.
        """
        # Wrong fields are reported before anything is sent, and not as a missing answer.
        build = self._prepared(wanted)
        may_wait = self._config.max_wait_seconds
        is_renewed = False
        while True:
            token = self._token or (yield Alone(self._signed_in))
            answer = yield from self._once(build(token))
            if answer.status == 401 and not is_renewed and self._config.email is not None:
                # If the token of several callers was refused, the first one signs in, and the others use its token.
                if self._token == token:
                    self._token = None
                is_renewed = True
                continue
            wait = answer.retry_after if _was_unsent(answer) else None
            is_submission = "Idempotency-Key" in httpx.Headers(wanted.headers)
            may_repeat = wanted.method == "GET" or (self._config.retry_unsent and is_submission)
            if not may_repeat or wait is None or wait > may_wait:
                return answer
            may_wait -= wait
            yield Pause(wait)

    def download(self, url: str) -> Flow[httpx.Response]:
        """Downloads a link. It is itself a secret and leads to another host, so neither token nor cookie is sent."""
        response: httpx.Response = yield Send(
            httpx.Request("GET", url, extensions={"timeout": httpx.Timeout(self._config.timeout_seconds).as_dict()})
        )
        return response

    def _signed_in(self) -> Flow[str]:
        if self._token is not None:
            return self._token
        fields = {"email": self._config.email, "password": self._config.password}
        build = self._prepared(Wanted("POST", f"{VERSION_PATH}/auth/login", fields, {}))
        try:
            answer = yield from self._once(build(None))
        except NoAnswer as error:
            # A failed sign-in is not an unknown outcome of the submission after it.
            raise PasarelaError(Failure(message=str(error))) from error
        if answer.status != 200:
            raise PasarelaError(answer.failure())
        self._token = str(answer.body["data"]["access_token"])
        return self._token

    def _once(self, request: httpx.Request) -> Flow[Received]:
        try:
            response: httpx.Response = yield Send(request)
            body = json.loads(response.content, parse_float=Decimal)
            if not isinstance(body, dict) or not isinstance(body.get("success"), bool):
                raise ValueError(f"HTTP {response.status_code}: no es una respuesta de pasarela")
        except Exception as error:
            if self._sends_once and (reason := unsent_by(error)):
                raise not_sent(reason, self._where, request.headers.get("Idempotency-Key")) from error
            # Otherwise the request may have been sent, whatever failed.
            raise NoAnswer(f"No se ha recibido respuesta: {type(error).__name__}: {error}") from error
        return Received(response.status_code, response.headers, body)

    def _prepared(self, wanted: Wanted) -> Callable[[str | None], httpx.Request]:
        """Returns a function that builds the request with a token. Raises TypeError for a value that cannot be sent."""
        rest = {name: self._sent(name, value) for name, value in wanted.fields.items()}
        in_path = re.findall(r"\{(\w+)\}", wanted.path)
        if missing := [name for name in in_path if rest.get(name) in (None, "")]:
            raise TypeError(f"Falta {missing[0]}. No se ha enviado nada.")
        path = re.sub(r"\{(\w+)\}", lambda found: quote(str(rest.pop(found[1])), safe=""), wanted.path)
        more: dict[str, Any] = {}
        if wanted.method in ("GET", "DELETE"):
            more["params"] = {name: _as_text(value) for name, value in rest.items() if value is not None}
        elif any(isinstance(value, bytes) for value in rest.values()):
            more["files"] = {name: (name, value) for name, value in rest.items() if isinstance(value, bytes)}
            more["data"] = {
                name: _as_text(value)
                for name, value in rest.items()
                if value is not None and not isinstance(value, bytes)
            }
        else:
            more["json"] = rest
        headers = httpx.Headers(self._config.headers)
        headers.update(wanted.headers)

        def build(token: str | None) -> httpx.Request:
            if token is not None:
                headers["Authorization"] = f"Bearer {token}"
            return self.driver.http.build_request(
                wanted.method,
                self._origin + path,
                headers=written_headers(headers),
                timeout=self._config.timeout_seconds,
                **more,
            )

        build(None)
        return build

    def _sent(self, name: str, value: Any) -> Any:
        """Converts a value to JSON: days as YYYY-MM-DD, euros as hundredths."""
        if isinstance(value, Mapping):
            return {inner: self._sent(inner, one) for inner, one in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._sent(name, one) for one in value]
        # By their names, because pandas is no dependency. In a query they would be sent as text, such as <NA>.
        if type(value).__name__ in ("NAType", "NaTType") or value != value:
            raise TypeError(f"{name} no tiene valor (NaN, NaT o NA): use None. No se ha enviado nada.")
        if isinstance(value, datetime):
            raise TypeError(f"{name} es una fecha sin hora (datetime.date). No se ha enviado nada.")
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, Decimal):
            hundredths = value * 100
            if name not in self._hundredths or not value.is_finite() or hundredths != int(hundredths):
                raise TypeError(f"{name} no es un importe, o tiene más de dos decimales. No se ha enviado nada.")
            return int(hundredths)
        if isinstance(value, float):
            raise TypeError(f"{name}: use Decimal o int, no float. No se ha enviado nada.")
        if value is None or isinstance(value, (str, bool, bytes)):
            return value
        if isinstance(value, Integral):
            return int(value)
        raise TypeError(f"{name}: no se puede enviar un valor de tipo {type(value).__name__}. No se ha enviado nada.")


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _was_unsent(answer: Received) -> bool:
    """Whether the service itself says that it called no authority. A 503 from a proxy in front of it proves nothing."""
    return answer.status == 429 or (answer.status == 503 and "X-Request-Id" in answer.headers)
