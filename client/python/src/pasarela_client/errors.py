"""What can go wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._flow import AsyncDriver, Flow, SyncDriver

if TYPE_CHECKING:
    from .generated.models import Filing


@dataclass(frozen=True)
class Failure:
    """What is known of a call that failed."""

    message: str
    status: int | None = None
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    maintenance: bool = False
    filing_id: str | None = None
    idempotency_key: str | None = None
    request_id: str | None = None
    retry_after: float | None = None


class PasarelaError(Exception):
    """The gateway answered with a failure, or with nothing that can be read."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.message = failure.message
        #: Status of HTTP; ``None`` where no answer came.
        self.status = failure.status
        #: Messages by field (dotted path), header or authority (``tgss``, ``sepe``, ``aeat``, ``dehu``).
        self.errors = failure.errors
        #: The authority is in maintenance.
        self.maintenance = failure.maintenance
        #: The trámite, if there is one.
        self.filing_id = failure.filing_id
        #: Of a submission: the key that was sent. The same request with it is the same submission.
        self.idempotency_key = failure.idempotency_key
        self.request_id = failure.request_id
        #: Seconds after which the request may be sent again.
        self.retry_after = failure.retry_after


@dataclass(frozen=True)
class Inquiry:
    """How to find out about a submission, and say what was seen."""

    driver: SyncDriver | AsyncDriver
    check: Callable[[], Flow[Filing | None]]
    resolve: Callable[[bool, str], Flow[Filing]]


class UnknownOutcome(PasarelaError):
    """A submission may have taken effect, and it is not known whether it did. It must not be sent again before a check.

    ``check`` and ``resolve`` are for a `Pasarela`, ``acheck`` and ``aresolve`` for an `AsyncPasarela`.
    """

    def __init__(self, failure: Failure, inquiry: Inquiry) -> None:
        super().__init__(failure)
        self._inquiry = inquiry

    def check(self) -> Filing | None:
        """Has the gateway look at the authority, and answers the trámite.

        ``None`` where no trámite has the key of this submission: it had not reached the gateway by then.
        Raises `PasarelaError` where it cannot be looked up now.
        """
        return self._sync().run(self._inquiry.check())

    async def acheck(self) -> Filing | None:
        """As `check`, with an `AsyncPasarela`."""
        return await self._async().run(self._inquiry.check())

    def resolve(self, *, filed: bool, note: str) -> Filing:
        """States what a person saw at the authority. After it the same request may be sent again.

        Raises `PasarelaError` with 409 where the outcome is not unknown, 404 where there is no trámite.
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
    """A trámite had not ended when the time to wait was over. ``wait_for`` goes on waiting for it."""

    def __init__(self, filing_id: str) -> None:
        super().__init__(f"El trámite {filing_id} no ha terminado todavía.")
        self.filing_id = filing_id


class UnreadableAnswer(Exception):
    """The call succeeded, but its ``data`` is not as this version of the client knows it. ``body`` of the answer has it.

    Nothing failed at the gateway: what was to be filed was filed.
    """


class WebhookNotVerified(Exception):
    """It was not sent by the gateway with this secret, or too long ago. Answer it with a 400 or 401."""


def passing(error: Exception) -> float | None:
    """After how many seconds to ask again after an error that passes, where it says so. Raises one that does not."""
    if not isinstance(error, PasarelaError) or isinstance(error, UnknownOutcome):
        raise error
    if error.status is not None and error.status != 429 and error.status < 500:
        raise error
    return error.retry_after


def texts_by_name(value: Any) -> Mapping[str, list[str]]:
    """``errors`` of an answer."""
    return value if isinstance(value, dict) else {}
