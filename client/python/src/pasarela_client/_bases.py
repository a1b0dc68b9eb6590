"""Base classes of the generated classes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from ._answers import Answer, AsyncPending, DryRun, Operation, Pending
from ._core import Core
from ._flow import AsyncDriver, SyncDriver

Fields = Mapping[str, Any] | None
Options = Mapping[str, Any]


class SyncBase:
    """Blocking calls."""

    def __init__(self, core: Core, driver: SyncDriver) -> None:
        self._core = core
        self._driver = driver

    def _call(self, operation: Operation, fields: Fields, options: Options) -> Answer[Any]:
        return self._driver.run(self._core.call(operation, fields, options))

    def _dry_run(self, operation: Operation, fields: Fields, options: Options) -> DryRun:
        return self._driver.run(self._core.dry_run(operation, fields, options))

    def _later(self, operation: Operation, fields: Fields, options: Options) -> Pending[Any]:
        filing_id, waits = self._driver.run(self._core.later(operation, fields, options))
        return Pending(filing_id, self._driver, waits)

    def _each(self, operation: Operation, fields: Fields, options: Options) -> Iterator[Any]:
        return self._driver.iterate(self._core.each(operation, fields, options))


class AsyncBase:
    """Asynchronous calls."""

    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        self._core = core
        self._driver = driver

    async def _call(self, operation: Operation, fields: Fields, options: Options) -> Answer[Any]:
        return await self._driver.run(self._core.call(operation, fields, options))

    async def _dry_run(self, operation: Operation, fields: Fields, options: Options) -> DryRun:
        return await self._driver.run(self._core.dry_run(operation, fields, options))

    async def _later(self, operation: Operation, fields: Fields, options: Options) -> AsyncPending[Any]:
        filing_id, waits = await self._driver.run(self._core.later(operation, fields, options))
        return AsyncPending(filing_id, self._driver, waits)

    def _each(self, operation: Operation, fields: Fields, options: Options) -> AsyncIterator[Any]:
        return self._driver.iterate(self._core.each(operation, fields, options))
