"""Answers of operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Generic, TypeVar, cast, get_origin

from pydantic import TypeAdapter, ValidationError

from ._flow import AsyncDriver, Flow, SyncDriver
from .errors import UnreadableAnswer

T = TypeVar("T")


@dataclass(frozen=True)
class Operation:
    """An entry of the generated list of operations."""

    method: str
    path: str
    kind: str
    #: Whether it may act with a certificate.
    takes_certificate: bool
    #: Type of ``data`` in its answer.
    data: Any
    #: For a list: its kind of pagination, the member of ``data`` with its elements, and their type.
    next: str | None = None
    member: str | None = None
    item: Any = None


def read(kind: Any, value: Any) -> Any:
    """Parses a JSON value as this type. Raises `UnreadableAnswer`, which names members and never shows values."""
    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        where = "; ".join(
            f"{'.'.join(map(str, one['loc']))}: {one['type']}" for one in error.errors(include_input=False)
        )
        raise UnreadableAnswer(
            f"La operación se ha realizado, pero su respuesta no es como la conoce este cliente ({where})."
        ) from None


@dataclass(frozen=True, repr=False)
class Answer(Generic[T]):
    """The answer of an operation that did not fail."""

    #: False where the reference says so: part of a list, or a file of which some contracts were refused.
    success: bool
    #: Message in Spanish, mostly ``OK``.
    message: str
    #: HTTP status.
    status: int
    #: All members of the answer, as received. ``repr`` shows ``data`` instead.
    body: Mapping[str, Any] = field(repr=False)
    kind: Any = field(repr=False)
    #: Id of the trámite, if there is one.
    filing_id: str | None = None
    #: The ``Idempotency-Key`` of a submission.
    idempotency_key: str | None = None
    #: Whether this is the stored answer to an earlier request with the same key.
    replayed: bool = False
    #: The trámite with which an equal act was accepted before: this one was not sent again, and has the answer of that one.
    #: ``repeats`` names it to send it again on purpose.
    repeated: str | None = None
    #: Id of the request, for support.
    request_id: str | None = None
    #: Names of sent fields that the operation does not have.
    ignored_fields: tuple[str, ...] = ()
    #: Seconds after which asking again is worthwhile.
    retry_after: float | None = None

    @cached_property
    def data(self) -> T:
        """The payload. It is parsed on first use, so that an unexpected type hides no other part of the answer.

        Raises `UnreadableAnswer`.
        """
        data = self.body.get("data")
        # A failure that is answered 200 has an empty list in place of any payload.
        nothing = {} if not self.success and data == [] and get_origin(self.kind) is not list else data
        return cast(T, read(self.kind, nothing))

    def __repr__(self) -> str:
        shown = {one.name: getattr(self, one.name) for one in fields(self) if one.repr}
        try:
            data = repr(self.data)
        except UnreadableAnswer:
            data = "<no es como la conoce este cliente>"
        members = [*(f"{name}={value!r}" for name, value in shown.items()), f"data={data}"]
        return f"Answer({', '.join(members)})"

    @property
    def limit_reached(self) -> bool:
        """Whether the list has more pages; ``each`` reads them by itself."""
        return self.body.get("limitReached") is True

    @property
    def continue_token(self) -> str | None:
        return self.body.get("continueToken")


@dataclass(frozen=True)
class DryRun:
    """The result of a successful dry run. Nothing was filed."""

    #: How far it went, in Spanish.
    message: str
    #: Send it within two hours to file exactly the tried request.
    preview_token: str | None
    #: Warnings for a person, in Spanish.
    warnings: tuple[str, ...]
    filing_id: str | None
    #: The trámite with which an equal act was accepted before, which filing this would repeat.
    repeated: str | None
    request_id: str | None
    ignored_fields: tuple[str, ...]


@dataclass(frozen=True)
class Pending(Generic[T]):
    """What a request was answered that is made later."""

    filing_id: str | None
    driver: SyncDriver
    waits: Callable[[float], Flow[Answer[T]]]

    def wait(self, *, timeout_seconds: float = 1_200) -> Answer[T]:
        """Asks until the trámite has ended, and answers as the request would have been.

        Raises `PasarelaError` as the request would have; `StillPending` where the time is over.
        """
        return self.driver.run(self.waits(timeout_seconds))


@dataclass(frozen=True)
class AsyncPending(Generic[T]):
    """What a request was answered that is made later."""

    filing_id: str | None
    driver: AsyncDriver
    waits: Callable[[float], Flow[Answer[T]]]

    async def wait(self, *, timeout_seconds: float = 1_200) -> Answer[T]:
        """As `Pending.wait`."""
        return await self.driver.run(self.waits(timeout_seconds))
