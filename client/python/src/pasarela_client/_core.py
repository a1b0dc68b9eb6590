"""The flow of a call, from its options to its answer, and of later questions about it."""

from __future__ import annotations

import base64
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import GenericAlias
from typing import Any, cast

import httpx

from ._answers import Answer, DryRun, Operation, read
from ._flow import AsyncDriver, Flow, Item, Pause, SyncDriver, said_pause
from ._transport import NoAnswer, Received, Transport, Wanted
from ._unsent import trimmed
from .errors import Failure, Inquiry, PasarelaError, StillPending, UnknownOutcome, passing
from .generated import models as m

FILINGS = "/api/v4/tramites"
BATCHES = "/api/v4/batches"
EVENTS = "/api/v4/events"
UNDER_WAY = ("queued", "claimed", "committing", "preparing")
"""States of a trámite that will end without further requests."""

LONGEST_UNDER_WAY = 20 * 60
USUAL_FILING_WAIT = 60
PASSING_WAIT = 5
BATCH_WAIT = 5
BUSY_PAUSE = 10
"""Seconds between two requests for events, at most, while this client has something under way."""
LEAST_PAUSE = 5

OPTIONS: dict[str, frozenset[str]] = {
    "resource": frozenset({"certificate", "headers"}),
    "reading": frozenset({"certificate", "headers", "scenario"}),
    "submission": frozenset({"certificate", "headers", "scenario", "idempotency_key", "preview_token", "repeats"}),
}


def new_key() -> str:
    """A unique idempotency key. Store it with the submission before you send it."""
    return secrets.token_hex(16)


@dataclass(frozen=True)
class ReceivedEvent:
    """A received event."""

    event: m.Event
    #: Position after the event: store it when the event is processed, and give it as ``after`` the next time.
    cursor: str
    #: Whether earlier events are missing, because ``after`` was older than 30 days.
    missed: bool


@dataclass(frozen=True)
class SentBatch:
    """A batch that was created, and its rows with mistakes."""

    batch: m.Batch
    #: All of them, or as many as fit.
    wrong: list[m.BatchRow]
    #: Whether the same file was sent before; this is the batch that it created then.
    replayed: bool


class UnderWay:
    """Tracks what this client has requested and is still under way: asynchronous trámites, and batches."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def is_any(self) -> bool:
        now = time.monotonic()
        self._since = {name: since for name, since in self._since.items() if now - since < LONGEST_UNDER_WAY}
        return bool(self._since)

    def end(self, name: str) -> None:
        self._since.pop(name, None)

    def note(self, path: str, received: Received) -> None:
        """Updates the state from an answer."""
        filing_id = received.headers.get("X-Tramite-Id")
        data = received.body.get("data")
        known = data if isinstance(data, dict) else {}
        if received.status == 202 and filing_id:
            self._begin(filing_id)
        elif path == f"{FILINGS}/{{id}}" and known.get("state") not in (None, *UNDER_WAY):
            self.end(str(known.get("id")))
        elif path.startswith(BATCHES) and isinstance(batch := known.get("batch"), dict):
            if is_under_way(batch):
                self._begin(str(batch["id"]))
            else:
                self.end(str(batch["id"]))

    def _begin(self, name: str) -> None:
        self._since.setdefault(name, time.monotonic())


def asking_again(error: PasarelaError, seconds: float) -> Pause:
    """The pause after a temporary error."""
    return said_pause(f"{error.message} Se vuelve a preguntar", seconds)


def is_under_way(batch: Mapping[str, Any]) -> bool:
    """Whether a batch continues by itself; a cancelled one does until its started rows have ended."""
    state = batch.get("state")
    return state in ("previewing", "filing") or (state == "cancelled" and batch.get("ended_at") is None)


@dataclass(frozen=True, repr=False)
class Filed:
    """Identifies a submission for later requests about it."""

    key: str | None = None
    secret: str | None = None


class Core:
    """The flows of one client, acting with one certificate."""

    def __init__(self, transport: Transport, under_way: UnderWay, certificate: str | None) -> None:
        self.transport = transport
        self.under_way = under_way
        self.certificate = certificate

    @property
    def driver(self) -> SyncDriver | AsyncDriver:
        return self.transport.driver

    def call(
        self,
        operation: Operation,
        fields: Mapping[str, Any] | None,
        options: Mapping[str, Any],
        *,
        later: bool = False,
    ) -> Flow[Answer[Any]]:
        """Calls an operation."""
        wanted, filed = self._wanted(operation, fields, options, later=later)
        return self._exchange(wanted, operation.data, filed, files=filed.key is not None)

    def dry_run(
        self, operation: Operation, fields: Mapping[str, Any] | None, options: Mapping[str, Any]
    ) -> Flow[DryRun]:
        """Tries a submission. It files nothing, so its outcome is never unknown."""
        wanted, filed = self._wanted(operation, fields, options)
        wanted = replace(wanted, fields={**wanted.fields, "test": 1})
        answer = yield from self._exchange(wanted, operation.data, filed, files=False)
        return DryRun(
            message=answer.message,
            preview_token=answer.body.get("previewToken"),
            warnings=tuple(answer.body.get("warnings") or ()),
            filing_id=answer.filing_id,
            repeated=answer.repeated,
            request_id=answer.request_id,
            ignored_fields=answer.ignored_fields,
        )

    def later(
        self, operation: Operation, fields: Mapping[str, Any] | None, options: Mapping[str, Any]
    ) -> Flow[tuple[str | None, Callable[[float], Flow[Answer[Any]]]]]:
        """Requests an asynchronous answer. Returns the trámite, and the flow that waits for it."""
        answer = yield from self.call(operation, fields, options, later=True)
        secret = self._secret(operation, options)

        def waits(timeout: float) -> Flow[Answer[Any]]:
            # The answer may be final, if the same request was sent before.
            if answer.status != 202 or answer.filing_id is None:
                return answer
            return (yield from self.wait_for(answer.filing_id, timeout, kind=operation.data, secret=secret))

        return answer.filing_id, waits

    def each(
        self, operation: Operation, fields: Mapping[str, Any] | None, options: Mapping[str, Any]
    ) -> Flow[None]:
        """Yields the elements of all pages of a list."""
        more: dict[str, Any] | None = {}
        while more is not None:
            # The continuation token has the position from here on.
            begun = {name: value for name, value in (fields or {}).items() if not more or name != "offset"}
            answer = yield from self.call(operation, {**begun, **more}, options)
            if not answer.success and answer.continue_token is None:
                raise PasarelaError(Failure(answer.message, status=answer.status, request_id=answer.request_id))
            data = answer.body.get("data")
            items = data if operation.member is None else (data or {}).get(operation.member)
            for item in read(GenericAlias(list, (operation.item,)), items or []):
                yield Item(item)
            if operation.next == "page":
                pagination = cast("dict[str, Any]", data)["pagination"]
                page = pagination["page"]
                more = {"page": page + 1} if page < pagination["lastPage"] else None
            else:
                token = answer.continue_token
                more = None if token is None else {"continueToken": token}

    def wait_for(
        self, filing_id: str, timeout: float, *, kind: Any = Any, secret: str | None = None
    ) -> Flow[Answer[Any]]:
        """Polls the trámite until it has ended, and returns what its request would have returned."""
        end = time.monotonic() + timeout
        while True:
            try:
                filing, retry_after = yield from self._read_filing(filing_id)
            except PasarelaError as error:
                # A temporary error in reading the trámite does not end it.
                known = passing(error)
                wait = PASSING_WAIT if known is None else known
                failure: PasarelaError | None = error
            else:
                if filing.get("state") not in UNDER_WAY:
                    return (yield from self._ended(filing, kind, secret or self.certificate))
                wait = USUAL_FILING_WAIT if retry_after is None else retry_after
                failure = None
            if time.monotonic() + wait > end:
                raise StillPending(filing_id)
            yield Pause(wait) if failure is None else asking_again(failure, wait)

    def events(
        self, after: str | None, type: str | list[str] | None, company: int | None, every_seconds: float
    ) -> Flow[None]:
        """Yields all events from a position, and then each new one.

        It asks more often while this client has something under way. Waits after temporary errors.
        """
        failures = 0
        while True:
            is_busy = self.under_way.is_any()
            fields = {"after": after, "type": type if isinstance(type, str) or type is None else ",".join(type)}
            wanted = Wanted("GET", EVENTS, {**fields, "company": company}, {}, waits_itself=True)
            try:
                received = yield from self._received(wanted)
                failures = 0
            except PasarelaError as error:
                known = passing(error)
                yield asking_again(error, min(60, 2 * 2**failures) if known is None else known)
                failures = min(failures + 1, 10)
                continue
            page = received.body["data"]
            for place, value in enumerate(page["events"]):
                self.under_way.end(value["subject"]["id"])
                event = cast(m.Event, read(m.Event, value))
                yield Item(ReceivedEvent(event, value["cursor"], page["missed"] is True and place == 0))
            after = page["cursor"]
            if page["more"]:
                continue
            pause = max(LEAST_PAUSE, every_seconds)
            left = min(BUSY_PAUSE, pause) if is_busy else pause
            # If nothing was under way, the pause ends when something begins.
            while left > 0 and (is_busy or not self.under_way.is_any()):
                yield Pause(min(LEAST_PAUSE, left))
                left -= LEAST_PAUSE

    def send_batch(
        self, file_name: str, content: bytes, name: str | None, key: str | None, certificate: str | None
    ) -> Flow[SentBatch]:
        """Sends a file of submissions. Nothing is filed until the batch is committed."""
        secret = certificate or self.certificate
        headers = {
            **({"X-Cert-Secret": secret} if secret else {}),
            **({"Idempotency-Key": key} if key else {}),
        }
        file = {"name": file_name, "content": base64.b64encode(content).decode()}
        received = yield from self._received(Wanted("POST", BATCHES, {"name": name or file_name, "file": file}, headers))
        data = received.body["data"]
        return SentBatch(
            batch=read(m.Batch, data["batch"]),
            wrong=read(list[m.BatchRow], data["wrong"]),
            replayed=received.headers.get("Idempotency-Replayed") == "true",
        )

    def progress(self, batch_id: str) -> Flow[None]:
        """Yields the progress of a batch until it has been tried or has ended.

        Waits after temporary errors, for ``max_wait_seconds`` in a row.
        """
        may_wait = self.transport.max_wait
        while True:
            fields = {"batchId": batch_id, "perPage": 1}
            wanted = Wanted("GET", f"{BATCHES}/{{batchId}}", fields, {}, waits_itself=True)
            try:
                received = yield from self._received(wanted)
            except PasarelaError as error:
                known = passing(error)
                wait = BATCH_WAIT if known is None else known
                if wait > may_wait:
                    raise
                may_wait -= wait
                yield asking_again(error, wait)
                continue
            may_wait = self.transport.max_wait
            batch = received.body["data"]["batch"]
            yield Item(read(m.Batch, batch))
            if not is_under_way(batch):
                return
            yield Pause(BATCH_WAIT if received.retry_after is None else received.retry_after)

    def bytes_of(self, file: m.File | None) -> Flow[bytes]:
        """The bytes of a document: from the answer, or from its link if it was too large for the answer."""
        if file is not None and file.url:
            response = yield from self.transport.download(file.url)
            if response.is_success:
                return response.content
            raise ValueError(
                f"El enlace del documento responde {response.status_code}. Vale 15 minutos: "
                "pida el documento otra vez con get_filing_document."
            )
        if file is None or not file.content:
            raise ValueError("La respuesta no lleva el documento. Si tiene trámite, pídalo con get_filing_document.")
        return base64.b64decode(file.content)

    def _secret(self, operation: Operation, options: Mapping[str, Any]) -> str | None:
        given = options.get("certificate")
        return given if given or not operation.takes_certificate else self.certificate

    def _wanted(
        self,
        operation: Operation,
        fields: Mapping[str, Any] | None,
        options: Mapping[str, Any],
        *,
        later: bool = False,
    ) -> tuple[Wanted, Filed]:
        if unknown := set(options) - OPTIONS[operation.kind]:
            raise TypeError(f"Opción desconocida: {min(unknown)}. No se ha enviado nada.")
        if "test" in (fields or {}):
            raise TypeError("Un simulacro se pide con dry_run, no con test. No se ha enviado nada.")
        key: str | None = options.get("idempotency_key")
        if key is not None and not re.fullmatch(r"[!-~]{1,100}", key):
            raise TypeError(
                "idempotency_key debe tener de 1 a 100 caracteres ASCII, sin espacios. No se ha enviado nada."
            )
        headers = httpx.Headers(options.get("headers"))
        if operation.kind == "submission":
            # The key is made once, so every attempt to send the submission has the same key, and so has its error.
            key = key or headers.get("Idempotency-Key") or new_key()
            headers["Idempotency-Key"] = key
        secret = self._secret(operation, options)
        if secret:
            headers["X-Cert-Secret"] = trimmed(secret)
        if (token := options.get("preview_token")) is not None:
            headers["Preview-Token"] = token
        if (repeats := options.get("repeats")) is not None:
            headers["Repeats"] = repeats
        if (scenario := options.get("scenario")) is not None:
            headers["X-Sandbox-Scenario"] = scenario
        if later:
            headers["Prefer"] = "respond-async"
        return Wanted(operation.method, operation.path, dict(fields or {}), headers), Filed(key, secret)

    def _received(self, wanted: Wanted) -> Flow[Received]:
        """Calls an operation on what the gateway itself keeps; nothing is filed."""
        try:
            received = yield from self.transport.exchange(wanted)
        except NoAnswer as error:
            raise PasarelaError(Failure(str(error))) from error
        if received.status >= 400:
            raise PasarelaError(received.failure())
        self.under_way.note(wanted.path, received)
        return received

    def _exchange(self, wanted: Wanted, kind: Any, filed: Filed, *, files: bool) -> Flow[Answer[Any]]:
        key = filed.key
        try:
            received = yield from self.transport.exchange(wanted)
        except NoAnswer as error:
            if files:
                message = f"{error}. No se conoce el resultado: compruébelo antes de volver a enviar la petición."
                raise UnknownOutcome(Failure(message, idempotency_key=key), self._inquiry(filed)) from error
            raise PasarelaError(Failure(str(error), idempotency_key=key)) from error
        if received.status >= 400:
            failure = received.failure(idempotency_key=key)
            # An error without the service's own header comes from elsewhere, while the service may have been at work.
            is_foreign = received.status >= 500 and "X-Request-Id" not in received.headers
            if files and (received.status == 502 or is_foreign):
                raise UnknownOutcome(failure, self._inquiry(filed, failure.filing_id))
            raise PasarelaError(failure)
        self.under_way.note(wanted.path, received)
        ignored = received.headers.get("X-Ignored-Fields")
        return Answer(
            success=received.body.get("success") is True,
            message=str(received.body.get("message")),
            status=received.status,
            body=received.body,
            kind=kind,
            filing_id=received.headers.get("X-Tramite-Id"),
            idempotency_key=key,
            replayed=received.headers.get("Idempotency-Replayed") == "true",
            repeated=received.headers.get("X-Repeated"),
            request_id=received.headers.get("X-Request-Id"),
            ignored_fields=tuple(re.split(", ?", ignored)) if ignored else (),
            retry_after=received.retry_after,
        )

    def _inquiry(self, filed: Filed, known: str | None = None) -> Inquiry:
        """Finds out what became of a submission: by its trámite, else by its key."""

        def find() -> Flow[str | None]:
            if known is not None:
                return known
            received = yield from self._received(Wanted("GET", FILINGS, {"key": filed.key}, {}))
            found = received.body["data"]["data"]
            return str(found[0]["id"]) if found else None

        def check() -> Flow[m.Filing | None]:
            filing_id = yield from find()
            if filing_id is None:
                return None
            headers = {"X-Cert-Secret": filed.secret} if filed.secret else {}
            try:
                wanted = Wanted("POST", f"{FILINGS}/{{id}}/check", {"id": filing_id}, headers)
                checked = (yield from self._received(wanted)).body["data"]
            except PasarelaError as error:
                if error.status != 409:
                    raise
                # The outcome is known by now, or cannot be looked up, which the error says.
                checked, _ = yield from self._read_filing(filing_id)
                if checked.get("state") == "unknown":
                    raise
            return cast(m.Filing, read(m.Filing, checked))

        def resolve(is_filed: bool, note: str) -> Flow[m.Filing]:
            filing_id = yield from find()
            if filing_id is None:
                raise PasarelaError(Failure("Ningún trámite tiene la clave de esta petición.", status=404))
            fields = {"id": filing_id, "filed": is_filed, "note": note}
            received = yield from self._received(Wanted("POST", f"{FILINGS}/{{id}}/resolve", fields, {}))
            return cast(m.Filing, read(m.Filing, received.body["data"]))

        return Inquiry(self.driver, check, resolve)

    def _read_filing(self, filing_id: str) -> Flow[tuple[dict[str, Any], float | None]]:
        wanted = Wanted("GET", f"{FILINGS}/{{id}}", {"id": filing_id}, {}, waits_itself=True)
        received = yield from self._received(wanted)
        return received.body["data"], received.retry_after

    def _ended(self, filing: dict[str, Any], kind: Any, secret: str | None) -> Flow[Answer[Any]]:
        answer: dict[str, Any] = filing.get("answer") or {}
        state, key, filing_id = filing["state"], filing.get("key"), str(filing["id"])
        is_done = state in ("accepted", "answered")
        status = int(answer["status"]) if answer else 200 if is_done else None
        gone = "Realizado; la respuesta ya no se conserva."
        messages = filing.get("messages") or [f"Trámite {state}."]
        message = str(answer.get("message") or (gone if is_done else messages[0]))
        if state == "unknown" or status is None or status >= 400:
            failure = Failure(
                message=message,
                status=status,
                errors=answer.get("errors") or {},
                maintenance=answer.get("maintenance") is True,
                filing_id=filing_id,
                idempotency_key=key,
            )
            if state == "unknown" or status == 502:
                raise UnknownOutcome(failure, self._inquiry(Filed(key, secret), filing_id))
            raise PasarelaError(failure)
        data = yield from self._with_documents(answer.get("data", []), filing_id)
        return Answer(
            success=answer.get("success") is not False,
            message=message,
            status=status,
            body={**answer, "data": data},
            kind=kind,
            filing_id=filing_id,
            idempotency_key=key,
        )

    def _with_documents(self, value: Any, filing_id: str) -> Flow[Any]:
        """Replaces the positions of documents in a stored answer by the documents, as the original answer had them."""
        if isinstance(value, list):
            read_items = []
            for inner in value:
                read_items.append((yield from self._with_documents(inner, filing_id)))
            return read_items
        if not isinstance(value, dict):
            return value
        place = value.get("document")
        if isinstance(place, int) and not isinstance(place, bool):
            wanted = Wanted("GET", f"{FILINGS}/{{id}}/documents/{{n}}", {"id": filing_id, "n": place + 1}, {})
            try:
                return (yield from self._received(wanted)).body["data"]["file"]
            except PasarelaError:
                # The filing stays accepted even if its document cannot be read: `bytes_of` reports that it is missing.
                return {name: inner for name, inner in value.items() if name != "document"}
        members = {}
        for name, inner in value.items():
            members[name] = yield from self._with_documents(inner, filing_id)
        return members

