"""What calls answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from ._flow import AsyncDriver, Flow, SyncDriver
from .errors import UnreadableAnswer

T = TypeVar("T")


@dataclass(frozen=True)
class Operation:
    """An operation as the list of them has it."""

    method: str
    path: str
    kind: str
    #: Whether it may act with a certificate.
    takes_certificate: bool
    #: Type of ``data`` of its answer.
    data: Any
    #: Of a list: how it goes on, the member of ``data`` with its elements, and their type.
    next: str | None = None
    member: str | None = None
    item: Any = None


def read(kind: Any, value: Any) -> Any:
    """A value of JSON as this type. Raises `UnreadableAnswer`, which names members and no values."""
    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        where = "; ".join(
            f"{'.'.join(map(str, one['loc']))}: {one['type']}" for one in error.errors(include_input=False)
        )
        raise UnreadableAnswer(
            f"La operación se ha realizado, pero su respuesta no es como la conoce este cliente ({where})."
        ) from None


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What an operation was answered, if it did not fail."""

    #: False where the reference says so: a part of a list, a file of which not every contract was accepted.
    success: bool
    #: In Spanish; ``OK`` mostly.
    message: str
    #: Status of HTTP.
    status: int
    #: All members of the answer, as they came. What is printed of an answer, in a log say, shows none of its data.
    body: Mapping[str, Any] = field(repr=False)
    kind: Any = field(repr=False)
    #: The trámite, if there is one.
    filing_id: str | None = None
    #: Of a submission: the key that was sent with it.
    idempotency_key: str | None = None
    #: The answer is the one that was given before to the same request with the same key.
    replayed: bool = False
    #: For whoever looks into a problem.
    request_id: str | None = None
    #: Names that were sent and that the operation does not have.
    ignored_fields: tuple[str, ...] = ()
    #: Seconds after which it is worth asking again.
    retry_after: float | None = None

    @cached_property
    def data(self) -> T:
        """The payload. It is read when it is first asked for, so that no type keeps a program from what else it was
        told. Raises `UnreadableAnswer`."""
        return cast(T, read(self.kind, self.body.get("data")))

    @property
    def limit_reached(self) -> bool:
        """A list has more than this answer. ``each`` goes on by itself."""
        return self.body.get("limitReached") is True

    @property
    def continue_token(self) -> str | None:
        return self.body.get("continueToken")


@dataclass(frozen=True)
class DryRun:
    """How far a dry run went. Nothing was filed."""

    #: In Spanish.
    message: str
    #: For the submission that files just that, within two hours.
    preview_token: str | None
    #: What a person should look at, in Spanish.
    warnings: tuple[str, ...]
    filing_id: str | None
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
