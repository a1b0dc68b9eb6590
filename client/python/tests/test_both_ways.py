"""The promises in both ways of the client: with threads, and with async."""

from __future__ import annotations

import base64
import json
import os
import traceback
from collections.abc import AsyncIterator, Awaitable, Iterator
from datetime import datetime, timezone
from typing import Any, Protocol, TypeVar, cast

import anyio
import httpx
import pytest
from conftest import CNO, Reply, Scripted, Seen, submissions

from pasarela_client import AsyncPasarela, NotSent, Pasarela, PasarelaError, StillPending, UnknownOutcome

T = TypeVar("T")

FILING: dict[str, object] = {
    **dict.fromkeys(["result", "company", "companyName", "clientId", "regimen", "ccc", "worker", "effectiveDate"]),
    **dict.fromkeys(["key", "preview", "committing_at", "started_at", "ended_at", "reference", "message", "stated"]),
    **dict.fromkeys(["repeats", "repeated"]),
    **{"id": "01", "operation": "PUT /seg-social/cno", "operationName": "updateCno", "authority": "tgss"},
    **{"dry": False, "reading": False, "looks": 0, "nif": "12345678Z", "requestId": "request"},
    **{"user": {"id": "1", "name": "Ana", "email": None}, "certificate": {"id": "1", "nif": "12345678Z"}},
    **{"messages": [], "messageCodes": [], "warnings": [], "documents": []},
    "created_at": "2026-12-01T08:00:00.000Z",
}


class Program(Protocol):
    """A program that runs with either client; `Got` awaits results where needed."""

    async def __call__(self, gateway: Any, got: Got) -> None: ...


class Got:
    """Reads results of either client in an async program."""

    async def __call__(self, value: T | Awaitable[T]) -> T:
        return await value if isinstance(value, Awaitable) else value

    async def some(self, values: Iterator[T] | AsyncIterator[T], most: int = 100) -> list[T]:
        found: list[T] = []
        if isinstance(values, AsyncIterator):
            async for value in values:
                found.append(value)
                if len(found) == most:
                    break
        else:
            for value in values:
                found.append(value)
                if len(found) == most:
                    break
        return found


@pytest.fixture(params=["threads", "async"])
def way(request: pytest.FixtureRequest) -> str:
    return cast(str, request.param)


def run(scripted: Scripted, way: str, program: Program, **more: Any) -> None:
    """Runs a program with a client that acts with a certificate."""
    options = {"token": "token", "certificate": "secret", **more}

    async def main() -> None:
        if way == "async":
            async with AsyncPasarela(scripted.base_url, **options) as gateway:
                await program(gateway, Got())
        else:
            with Pasarela(scripted.base_url, **options) as gateway:
                await program(gateway, Got())

    anyio.run(main)


def test_each_submission_has_a_key_of_its_own_that_its_answer_names(scripted: Scripted, way: str) -> None:
    async def program(gateway: Any, got: Got) -> None:
        answers = [await got(gateway.update_cno(CNO)) for _ in range(3)]
        await got(gateway.list_clients())
        keys = [answer.idempotency_key for answer in answers]
        assert [seen.headers.get("idempotency-key") for seen in scripted.seen] == [*keys, None]
        assert len(set(keys)) == 3

    run(scripted, way, program)
    assert scripted.seen[0].json == {**CNO, "fecha_real": "2026-12-01"}


@pytest.mark.parametrize(
    "reply",
    [Reply(cut=True), Reply(status=502), Reply(status=504, text="<html>")],
    ids=["no answer", "502", "a page"],
)
def test_an_unknown_outcome_is_checked_and_stated_and_never_sent_again(
    scripted: Scripted, way: str, reply: Reply
) -> None:
    def script(seen: Seen) -> Reply:
        if seen.path.endswith("/resolve"):
            return Reply(data={**FILING, "state": "declaredFiled"})
        if "/tramites" in seen.path:
            filing = {**FILING, "state": "unknown", "key": "cno-1"}
            return Reply(data=filing if "/tramites/" in seen.path else {"data": [filing]})
        return reply

    scripted.script = script

    async def program(gateway: Any, got: Got) -> None:
        with pytest.raises(UnknownOutcome) as raised:
            await got(gateway.update_cno(CNO, idempotency_key="cno-1"))
        error = raised.value
        is_async = way == "async"
        found = await got(error.acheck() if is_async else error.check())
        assert found is not None and found.state == "unknown"
        stated = await got(
            error.aresolve(filed=True, note="Consta.") if is_async else error.resolve(filed=True, note="Consta.")
        )
        assert stated.state == "declaredFiled"

    run(scripted, way, program)
    assert len(submissions(scripted)) == 1


@pytest.mark.parametrize("retries", [False, True])
def test_what_was_not_sent_is_sent_again_only_where_that_was_asked_for(
    scripted: Scripted, way: str, retries: bool
) -> None:
    scripted.script = lambda _: (
        Reply(status=503, headers={"Retry-After": "1"}) if len(submissions(scripted)) == 1 else Reply()
    )

    async def program(gateway: Any, got: Got) -> None:
        if retries:
            assert (await got(gateway.update_cno(CNO))).status == 200
        else:
            with pytest.raises(PasarelaError) as raised:
                await got(gateway.update_cno(CNO))
            assert (raised.value.status, raised.value.retry_after) == (503, 1)

    run(scripted, way, program, retry_unsent=retries)
    assert len(submissions(scripted)) == (2 if retries else 1)
    assert len({seen.headers["idempotency-key"] for seen in submissions(scripted)}) == 1


UNREACHABLE: list[dict[str, str]] = json.loads(os.environ.get("PASARELA_UNREACHABLE", "[]"))


@pytest.mark.parametrize("at", UNREACHABLE, ids=[at["reason"] for at in UNREACHABLE])
def test_what_never_left_is_not_sent_and_said_in_the_words_of_the_other_clients(
    scripted: Scripted, way: str, at: dict[str, str]
) -> None:
    async def program(gateway: Any, got: Got) -> None:
        with pytest.raises(NotSent) as raised:
            await got(gateway.update_cno(CNO, idempotency_key="mine"))
        error = raised.value
        assert (error.message, error.reason) == (at["message"], at["reason"])
        assert error.idempotency_key == (None if at["reason"] == "header" else "mine")
        assert "secreto" not in "".join(traceback.format_exception(error))

    scripted.base_url = at["baseUrl"]
    run(scripted, way, program, token=at["token"])


LASTING = [at for at in UNREACHABLE if at["reason"] in ("untrusted", "header")]


@pytest.mark.parametrize("at", LASTING, ids=[at["reason"] for at in LASTING])
def test_a_wait_ends_at_once_where_waiting_does_not_help(scripted: Scripted, way: str, at: dict[str, str]) -> None:
    async def program(gateway: Any, got: Got) -> None:
        with pytest.raises(NotSent) as raised:
            await got(gateway.wait_for("t"))
        assert raised.value.reason == at["reason"]

    scripted.base_url = at["baseUrl"]
    run(scripted, way, program, token=at["token"])


def test_a_transport_of_the_program_leaves_the_outcome_unknown(scripted: Scripted, way: str) -> None:
    class Again(httpx.HTTPTransport):
        pass

    class AgainAsync(httpx.AsyncHTTPTransport):
        pass

    async def program(gateway: Any, got: Got) -> None:
        with pytest.raises(UnknownOutcome):
            await got(gateway.update_cno(CNO))

    scripted.base_url = "http://127.0.0.1:1/api/v4"
    is_async = way == "async"
    http = httpx.AsyncClient(transport=AgainAsync()) if is_async else httpx.Client(transport=Again())
    run(scripted, way, program, http=http)


def test_blanks_at_the_ends_of_secrets_are_left_out(scripted: Scripted, way: str) -> None:
    async def program(gateway: Any, got: Got) -> None:
        await got(gateway.update_cno(CNO))

    run(scripted, way, program, token="\ufefftoken\r\n", certificate=" secret\n")
    headers = scripted.seen[0].headers
    assert (headers["authorization"], headers["x-cert-secret"]) == ("Bearer token", "secret")


def test_a_redirect_is_not_followed_and_leaves_the_outcome_unknown(scripted: Scripted, way: str) -> None:
    scripted.script = lambda _: Reply(status=307, text="", headers={"Location": scripted.base_url + "/other"})

    async def program(gateway: Any, got: Got) -> None:
        with pytest.raises(UnknownOutcome):
            await got(gateway.update_cno(CNO))

    run(scripted, way, program)
    assert len(scripted.seen) == 1


def test_a_dry_run_is_never_filed_and_its_token_files_just_it(scripted: Scripted, way: str) -> None:
    scripted.script = lambda _: Reply(body={"previewToken": "seen"})

    async def program(gateway: Any, got: Got) -> None:
        tried = await got(gateway.dry_run.update_cno(CNO))
        await got(gateway.update_cno(CNO, preview_token=tried.preview_token))
        with pytest.raises(TypeError):
            await got(gateway.update_cno(CNO, dry_run=True))

    run(scripted, way, program)
    tried, filed = scripted.seen
    assert (tried.json["test"], tried.headers.get("preview-token")) == (1, None)
    assert ("test" in filed.json, filed.headers["preview-token"]) == (False, "seen")


def test_a_later_result_is_waited_for_with_its_document(scripted: Scripted, way: str) -> None:
    content = base64.b64encode(b"%PDF-").decode()
    states = iter(["queued", "committing", "accepted"])

    def script(seen: Seen) -> Reply:
        if seen.path.endswith("/documents/1"):
            return Reply(data={"file": {"contentType": "application/pdf", "name": "a.pdf", "content": content}})
        if "/tramites/" in seen.path:
            answer = {"status": 200, "message": "OK", "data": {"file": {"document": 0}}}
            return Reply(data={**FILING, "state": next(states), "answer": answer}, headers={"Retry-After": "1"})
        return Reply(status=202, headers={"X-Tramite-Id": "01"})

    scripted.script = script

    async def program(gateway: Any, got: Got) -> None:
        pending = await got(gateway.later.update_cno(CNO))
        with pytest.raises(StillPending):
            await got(pending.wait(timeout_seconds=0))
        answer = await got(pending.wait(timeout_seconds=60))
        assert await got(gateway.bytes_of(answer.data.file)) == b"%PDF-"

    run(scripted, way, program)
    (submission,) = submissions(scripted)
    assert submission.headers["prefer"] == "respond-async"


def test_events_go_on_from_their_cursor_and_have_an_instant(scripted: Scripted, way: str) -> None:
    event = {
        "id": "e",
        # A type that a later version of the gateway adds.
        "type": "tramite.added_later",
        "at": "2026-12-01T08:00:00Z",
        "company": None,
        "clientId": None,
        "subject": {"kind": "tramite", "id": "01"},
        "detail": {"state": "accepted", "days": None, "authority": "tgss", "count": None},
    }

    def script(_: Seen) -> Reply:
        cursor = f"c{len(scripted.seen)}"
        is_first = len(scripted.seen) == 1
        return Reply(
            data={"events": [{**event, "cursor": cursor}], "cursor": cursor, "more": True, "missed": is_first}
        )

    scripted.script = script

    async def program(gateway: Any, got: Got) -> None:
        received = await got.some(gateway.events(after="now", type=["tramite.*", "batch.*"]), most=2)
        assert [(one.cursor, one.missed) for one in received] == [("c1", True), ("c2", False)]
        assert received[0].event.type == "tramite.added_later"
        assert received[0].event.at == datetime(2026, 12, 1, 8, tzinfo=timezone.utc)

    run(scripted, way, program)
    assert [seen.path for seen in scripted.seen] == [
        "/api/v4/events?after=now&type=tramite.%2A%2Cbatch.%2A",
        "/api/v4/events?after=c1&type=tramite.%2A%2Cbatch.%2A",
    ]


def test_a_list_is_one_whatever_its_parts(scripted: Scripted, way: str) -> None:
    def script(_: Seen) -> Reply:
        page = len(scripted.seen)
        pagination = {"page": page, "lastPage": 2, "perPage": 1, "total": 2}
        return Reply(data={"data": [], "pagination": pagination})

    scripted.script = script

    async def program(gateway: Any, got: Got) -> None:
        assert await got.some(gateway.each.list_clients()) == []

    run(scripted, way, program)
    assert [seen.path for seen in scripted.seen] == ["/api/v4/customer", "/api/v4/customer?page=2"]


def test_who_signs_in_does_so_once_and_again_after_the_token_has_ended(scripted: Scripted, way: str) -> None:
    def script(seen: Seen) -> Reply:
        if seen.path.endswith("/auth/login"):
            return Reply(data={"access_token": f"token-{len(scripted.seen)}"})
        return Reply(status=401 if seen.headers["authorization"].endswith("token-1") else 200)

    scripted.script = script

    async def program(gateway: Any, got: Got) -> None:
        if way == "threads":
            await got(gateway.update_cno(CNO))
            return
        async with anyio.create_task_group() as tasks:
            for _ in range(4):
                tasks.start_soon(gateway.update_cno, CNO)

    run(scripted, way, program, token=None, email="a", password="b")
    assert len([seen for seen in scripted.seen if seen.path.endswith("/login")]) == 2
    keys = [seen.headers["idempotency-key"] for seen in submissions(scripted)]
    assert len(keys) == 2 * len(set(keys))
