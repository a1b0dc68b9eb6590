"""Errors of the client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._flow import AsyncDriver, Flow, SyncDriver

if TYPE_CHECKING:
    from .generated.models import Filing


@dataclass(frozen=True)
class Failure:
    """Details of a failed call."""

    message: str
    status: int | None = None
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    maintenance: bool = False
    filing_id: str | None = None
    idempotency_key: str | None = None
    repeated: str | None = None
    request_id: str | None = None
    retry_after: float | None = None


class PasarelaError(Exception):
    """The gateway answered with a failure, or its answer could not be read."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.message = failure.message
        #: HTTP status; ``None`` if there was no answer.
        self.status = failure.status
        #: Messages by field (dotted path), header or authority (``tgss``, ``sepe``, ``aeat``, ``dehu``).
        self.errors = failure.errors
        #: Whether the authority is in maintenance.
        self.maintenance = failure.maintenance
        #: Id of the trámite, if there is one.
        self.filing_id = failure.filing_id
        #: The ``Idempotency-Key`` of a submission. The same request with this key is the same submission.
        self.idempotency_key = failure.idempotency_key
        #: The trámite with which the same act was just accepted with other details, which is why this was not sent (409).
        self.repeated = failure.repeated
        self.request_id = failure.request_id
        #: Seconds after which the request may be sent again.
        self.retry_after = failure.retry_after

    def __str__(self) -> str:
        request = f"petición {self.request_id}" if self.request_id else ""
        facts = "; ".join(filter(None, [str(self.status or ""), request]))
        mistakes = [f"  {name}: {text}" for name, texts in self.errors.items() for text in texts]
        return "\n".join([f"{self.message} ({facts})" if facts else self.message, *mistakes])


class NotSent(PasarelaError):
    """The request never left this machine, so nothing can have been filed. It may be sent again, with the same key."""

    def __init__(self, failure: Failure, reason: str) -> None:
        super().__init__(failure)
        #: Why: ``refused``, ``name``, ``route``, ``slow``, ``untrusted``, ``proxy``, ``connect``, ``request`` or ``header``.
        self.reason = reason


@dataclass(frozen=True)
class Inquiry:
    """Finds out what became of a submission, and declares it."""

    driver: SyncDriver | AsyncDriver
    check: Callable[[], Flow[Filing | None]]
    resolve: Callable[[bool, str], Flow[Filing]]


class UnknownOutcome(PasarelaError):
    """A submission may have taken effect, and it is unknown whether it did. Do not send it again before ``check``.

    Use ``check`` and ``resolve`` with `Pasarela`, ``acheck`` and ``aresolve`` with `AsyncPasarela`.
    """

    def __init__(self, failure: Failure, inquiry: Inquiry) -> None:
        super().__init__(failure)
        self._inquiry = inquiry

    def check(self) -> Filing | None:
        """Makes the gateway look the filing up at the authority, and returns the trámite.

        ``None`` if no trámite has the key of this submission, so it never reached the gateway. Raises `PasarelaError` if
        it cannot be looked up now.
        """
        return self._sync().run(self._inquiry.check())

    async def acheck(self) -> Filing | None:
        """As `check`, with an `AsyncPasarela`."""
        return await self._async().run(self._inquiry.check())

    def resolve(self, *, filed: bool, note: str) -> Filing:
        """Declares what a person saw at the authority. After that the same request may be sent again.

        Raises `PasarelaError` with 409 if the outcome is not unknown, 404 if there is no trámite.
        """
        return self._sync().run(self._inquiry.resolve(filed, note))

    async def aresolve(self, *, filed: bool, note: str) -> Filing:
        """As `resolve`, with an `AsyncPasarela`."""
        return await self._async().run(self._inquiry.resolve(filed, note))

    def _sync(self) -> SyncDriver:
        if isinstance(self._inquiry.driver, SyncDriver):
            return self._inquiry.driver
        raise TypeError("Con AsyncPasarela use await error.acheck() y await error.aresolve().")

    def _async(self) -> AsyncDriver:
        if isinstance(self._inquiry.driver, AsyncDriver):
            return self._inquiry.driver
        raise TypeError("Con Pasarela use error.check() y error.resolve().")


class StillPending(Exception):
    """A trámite had not ended when the time to wait was over. ``wait_for`` continues to wait for it."""

    def __init__(self, filing_id: str) -> None:
        super().__init__(f"El trámite {filing_id} no ha terminado todavía.")
        self.filing_id = filing_id


class UnreadableAnswer(Exception):
    """The call succeeded, but this version of the client cannot parse its ``data``. The answer's ``body`` has it.

    Nothing failed at the gateway: a submission was filed.
    """


class WebhookNotVerified(Exception):
    """The request was not sent by the gateway with this secret, or is too old. Answer it with 400 or 401."""


def passing(error: Exception) -> float | None:
    """Seconds after which to retry a temporary error, if the error says so. Raises any other error."""
    if not isinstance(error, PasarelaError) or isinstance(error, UnknownOutcome):
        raise error
    # No waiting changes these.
    if isinstance(error, NotSent) and error.reason in ("untrusted", "header", "request"):
        raise error
    if error.status is not None and error.status != 429 and error.status < 500:
        raise error
    return error.retry_after


def texts_by_name(value: Any) -> Mapping[str, list[str]]:
    return value if isinstance(value, dict) else {}
