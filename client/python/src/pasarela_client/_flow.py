"""The logic of the client, apart from how it waits.

A flow is a generator that yields a step (a request, a pause) and receives its outcome. The same flow runs with threads
and with async, so that the promises about submissions are written once.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import anyio
import httpx

T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    """Send this request once, and resume with its whole response.

    No redirect is followed: neither a submission nor a certificate's secret may go to another host.
    """

    request: httpx.Request


@dataclass(frozen=True)
class Pause:
    """Resume after some seconds."""

    seconds: float


_LOG = logging.getLogger("pasarela_client")


def said_pause(why: str, seconds: float) -> Pause:
    """A pause that is said, in Spanish, as a warning of the logger ``pasarela_client``."""
    _LOG.warning("%s en %d s", why, math.ceil(seconds))
    return Pause(seconds)


@dataclass(frozen=True)
class Alone:
    """Run this flow under the client's lock, and resume with its result."""

    flow: Callable[[], Flow[Any]]


@dataclass(frozen=True)
class Item:
    """Yield an element to the caller's loop."""

    value: Any


@dataclass(frozen=True)
class _Done:
    value: Any


@dataclass(frozen=True)
class _Outcome:
    value: Any = None
    error: Exception | None = None


Step = Send | Pause | Alone | Item
Flow = Generator[Step, Any, T]


def _resume(flow: Flow[Any], outcome: _Outcome) -> Step | _Done:
    try:
        return flow.throw(outcome.error) if outcome.error is not None else flow.send(outcome.value)
    except StopIteration as end:
        return _Done(end.value)


class SyncDriver:
    """Runs flows in the caller's thread."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self._lock = threading.Lock()

    def run(self, flow: Flow[T]) -> T:
        outcome = _Outcome()
        while not isinstance(step := _resume(flow, outcome), _Done):
            outcome = self._do(step)
        return cast(T, step.value)

    def iterate(self, flow: Flow[None]) -> Iterator[Any]:
        outcome = _Outcome()
        while not isinstance(step := _resume(flow, outcome), _Done):
            if isinstance(step, Item):
                yield step.value
                outcome = _Outcome()
            else:
                outcome = self._do(step)

    def _do(self, step: Step) -> _Outcome:
        try:
            if isinstance(step, Send):
                return _Outcome(self.http.send(step.request, follow_redirects=False))
            if isinstance(step, Pause):
                time.sleep(step.seconds)
            elif isinstance(step, Alone):
                with self._lock:
                    return _Outcome(self.run(step.flow()))
            return _Outcome()
        except Exception as error:
            return _Outcome(error=error)


class AsyncDriver:
    """Runs flows in the caller's task, with asyncio or trio."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self._lock = anyio.Lock()

    async def run(self, flow: Flow[T]) -> T:
        outcome = _Outcome()
        while not isinstance(step := _resume(flow, outcome), _Done):
            outcome = await self._do(step)
        return cast(T, step.value)

    async def iterate(self, flow: Flow[None]) -> AsyncIterator[Any]:
        outcome = _Outcome()
        while not isinstance(step := _resume(flow, outcome), _Done):
            if isinstance(step, Item):
                yield step.value
                outcome = _Outcome()
            else:
                outcome = await self._do(step)

    async def _do(self, step: Step) -> _Outcome:
        try:
            if isinstance(step, Send):
                return _Outcome(await self.http.send(step.request, follow_redirects=False))
            if isinstance(step, Pause):
                await anyio.sleep(step.seconds)
            elif isinstance(step, Alone):
                async with self._lock:
                    return _Outcome(await self.run(step.flow()))
            return _Outcome()
        except Exception as error:
            return _Outcome(error=error)
