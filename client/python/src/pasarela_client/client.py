"""The blocking client and the asynchronous client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from types import TracebackType
from typing import Any

import httpx
from typing_extensions import Self

from ._answers import Answer
from ._core import Core, ReceivedEvent, SentBatch, UnderWay
from ._flow import AsyncDriver, SyncDriver
from ._transport import Config, Transport
from .generated import models as m
from .generated.operations import (
    HUNDREDTHS,
    AsyncDryRuns,
    AsyncEach,
    AsyncLater,
    AsyncOperations,
    DryRuns,
    Each,
    Later,
    Operations,
)

_USUAL_EVENTS = 15 * 60


class Batches:
    """Batches: many submissions in one file."""

    def __init__(self, core: Core, driver: SyncDriver) -> None:
        self._core = core
        self._driver = driver

    def from_file(
        self,
        file_name: str,
        content: bytes,
        *,
        name: str | None = None,
        idempotency_key: str | None = None,
        certificate: str | None = None,
    ) -> SentBatch:
        """Sends a file of submissions; the extension of its name gives the format.

        Nothing is filed until `commit_batch`. The same file sent again is the same batch.
        """
        return self._driver.run(self._core.send_batch(file_name, content, name, idempotency_key, certificate))

    def progress(self, batch_id: str) -> Iterator[m.Batch]:
        """Yields the progress of a batch until it has been tried or has ended. Waits after temporary errors."""
        return self._driver.iterate(self._core.progress(batch_id))


class AsyncBatches:
    """Batches: many submissions in one file."""

    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        self._core = core
        self._driver = driver

    async def from_file(
        self,
        file_name: str,
        content: bytes,
        *,
        name: str | None = None,
        idempotency_key: str | None = None,
        certificate: str | None = None,
    ) -> SentBatch:
        """As `Batches.from_file`."""
        return await self._driver.run(self._core.send_batch(file_name, content, name, idempotency_key, certificate))

    def progress(self, batch_id: str) -> AsyncIterator[m.Batch]:
        """As `Batches.progress`."""
        return self._driver.iterate(self._core.progress(batch_id))


class Pasarela(Operations):
    """The gateway: a method for each operation of the reference, and the following.

    ``base_url`` is the address of the interface, such as ``https://pasarela.example.com/api/v4``; ``certificate`` is the
    ``cert_secret`` to act with before authorities. Give either ``token``, or ``email`` and ``password``. With
    ``retry_unsent``, a submission that certainly did not reach its authority is sent again with the same key.
    ``max_wait_seconds`` is the longest total time that a reading waits because of ``Retry-After``, and that following a
    batch waits after errors in a row; each wait is a warning of the logger ``pasarela_client``. ``timeout_seconds`` is the
    timeout of a request; the gateway answers within 30.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        email: str | None = None,
        password: str | None = None,
        certificate: str | None = None,
        headers: Mapping[str, str] | None = None,
        retry_unsent: bool = False,
        max_wait_seconds: float = 30,
        timeout_seconds: float = 60,
        http: httpx.Client | None = None,
    ) -> None:
        driver = SyncDriver(http or httpx.Client())
        config = Config(
            base_url, token, email, password, dict(headers or {}), retry_unsent, max_wait_seconds, timeout_seconds
        )
        self._join(Core(Transport(config, driver, HUNDREDTHS), UnderWay(), certificate), driver)

    def _join(self, core: Core, driver: SyncDriver) -> None:
        super().__init__(core, driver)
        #: Dry runs of submissions, which file nothing.
        self.dry_run = DryRuns(core, driver)
        #: Asynchronous requests.
        self.later = Later(core, driver)
        #: Lists, element by element.
        self.each = Each(core, driver)
        #: Many submissions in one file.
        self.batches = Batches(core, driver)

    def with_certificate(self, certificate: str) -> Pasarela:
        """The same caller, with the same session, acting with another certificate."""
        other = Pasarela.__new__(Pasarela)
        other._join(Core(self._core.transport, self._core.under_way, certificate), self._driver)
        return other

    def bytes_of(self, file: m.File | None) -> bytes:
        """The bytes of a document in an answer; downloads it if the answer has a link instead.

        Raises ValueError if there is no document, or its link has expired.
        """
        return self._driver.run(self._core.bytes_of(file))

    def wait_for(self, filing_id: str, *, timeout_seconds: float = 1_200) -> Answer[Any]:
        """Polls a trámite until it has ended, and returns what its request would have returned.

        Works in a later run of a program, too. Raises `PasarelaError` as the request would have, and `StillPending` when
        the time is over.
        """
        return self._driver.run(self._core.wait_for(filing_id, timeout_seconds))

    def events(
        self,
        *,
        after: str | None = None,
        type: str | list[str] | None = None,
        company: int | None = None,
        every_seconds: float = _USUAL_EVENTS,
    ) -> Iterator[ReceivedEvent]:
        """Yields the events since a position, and then each new event, without an end.

        ``after`` is the ``cursor`` of the last processed event, or ``now`` for new ones only; without it, all stored
        events are read. Waits after temporary errors. The client asks every ``every_seconds``, and every ten
        seconds while it has something under way. Use a webhook to learn of everything at once.
        """
        return self._driver.iterate(self._core.events(after, type, company, every_seconds))

    def close(self) -> None:
        """Closes connections."""
        self._driver.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncPasarela(AsyncOperations):
    """The gateway for asynchronous programs; otherwise as `Pasarela`."""

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        email: str | None = None,
        password: str | None = None,
        certificate: str | None = None,
        headers: Mapping[str, str] | None = None,
        retry_unsent: bool = False,
        max_wait_seconds: float = 30,
        timeout_seconds: float = 60,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        driver = AsyncDriver(http or httpx.AsyncClient())
        config = Config(
            base_url, token, email, password, dict(headers or {}), retry_unsent, max_wait_seconds, timeout_seconds
        )
        self._join(Core(Transport(config, driver, HUNDREDTHS), UnderWay(), certificate), driver)

    def _join(self, core: Core, driver: AsyncDriver) -> None:
        super().__init__(core, driver)
        self.dry_run = AsyncDryRuns(core, driver)
        self.later = AsyncLater(core, driver)
        self.each = AsyncEach(core, driver)
        self.batches = AsyncBatches(core, driver)

    def with_certificate(self, certificate: str) -> AsyncPasarela:
        """The same caller, with the same session, acting with another certificate."""
        other = AsyncPasarela.__new__(AsyncPasarela)
        other._join(Core(self._core.transport, self._core.under_way, certificate), self._driver)
        return other

    async def bytes_of(self, file: m.File | None) -> bytes:
        """As `Pasarela.bytes_of`."""
        return await self._driver.run(self._core.bytes_of(file))

    async def wait_for(self, filing_id: str, *, timeout_seconds: float = 1_200) -> Answer[Any]:
        """As `Pasarela.wait_for`."""
        return await self._driver.run(self._core.wait_for(filing_id, timeout_seconds))

    def events(
        self,
        *,
        after: str | None = None,
        type: str | list[str] | None = None,
        company: int | None = None,
        every_seconds: float = _USUAL_EVENTS,
    ) -> AsyncIterator[ReceivedEvent]:
        """As `Pasarela.events`."""
        return self._driver.iterate(self._core.events(after, type, company, every_seconds))

    async def close(self) -> None:
        """Closes connections."""
        await self._driver.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
