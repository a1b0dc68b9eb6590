"""The client and the gateway itself, with stand-in authorities. ``PASARELA_SERVICE`` describes the service, in JSON."""

from __future__ import annotations

import json
import os
from datetime import date, timedelta
from typing import Any

import anyio
import pytest

from pasarela_client import AsyncPasarela, Pasarela, PasarelaError, StillPending, UnknownOutcome, fields

service: dict[str, Any] = json.loads(os.environ.get("PASARELA_SERVICE", "{}"))
pytestmark = pytest.mark.skipif(not service, reason="PASARELA_SERVICE names no service")


@pytest.fixture
def gateway() -> Pasarela:
    return Pasarela(service["baseUrl"], token=service["token"], certificate=service["certificate"])


def registration() -> fields.RegisterEmployeeFields:
    worker = service["workers"].pop()
    return {
        "regimen": service["regimen"],
        "ccc": service["ccc"],
        "nss": worker["nss"],
        "dni": worker["dni"],
        "identificacion": 1,
        "fecha_real": date.fromisoformat(service["today"]),
        "grupo_cotizacion": 7,
        "tipo_contrato": 100,
        "cno": "4122",
        "duplicate": 1,
    }


def test_a_submission_is_tried_and_filed_once_and_its_document_is_read(gateway: Pasarela) -> None:
    wanted = registration()
    tried = gateway.dry_run.register_employee(wanted)
    assert tried.preview_token
    filed = gateway.register_employee(wanted, preview_token=tried.preview_token)
    assert gateway.bytes_of(filed.data.file).startswith(b"%PDF-")
    assert filed.filing_id and filed.idempotency_key
    filing = gateway.get_filing({"id": filed.filing_id}).data
    assert (filing.state, filing.key) == ("accepted", filed.idempotency_key)
    assert filing.ended_at is not None and filing.ended_at >= filing.created_at
    assert filing.created_at.utcoffset() == timedelta(0)
    again = gateway.register_employee(
        wanted, preview_token=tried.preview_token, idempotency_key=filed.idempotency_key
    )
    assert (again.replayed, again.data) == (True, filed.data)
    assert gateway.register_employee(wanted).repeated == filed.filing_id
    with pytest.raises(PasarelaError) as refused:
        gateway.register_employee(wanted, repeats=filed.filing_id)
    assert refused.value.status == 422
    assert not isinstance(refused.value, UnknownOutcome)


def test_an_unknown_outcome_is_checked_and_stated(gateway: Pasarela) -> None:
    worker, cesion = service["worker"], service["cesion"]
    with pytest.raises(UnknownOutcome) as raised:
        gateway.add_cesion(
            {
                "regimen": service["regimen"],
                "ccc": service["ccc"],
                "nss": worker["nss"],
                "dni": worker["dni"],
                "identificacion": 1,
                "cesion_regimen": cesion["regimen"],
                "cesion_ccc": cesion["ccc"],
                "cesion_tipo": "02",
                "startDate": date.fromisoformat(service["today"]),
                "endDate": date.fromisoformat(service["today"]),
            },
            scenario="lost-answer",
        )
    try:
        found = raised.value.check()
        assert found is not None and found.state == "unknown"
    except PasarelaError as error:
        # The filing cannot be looked up at the authority now.
        assert not isinstance(error, UnknownOutcome)
    stated = raised.value.resolve(filed=True, note="Consta.")
    assert stated.state == "declaredFiled"


def test_a_list_is_one_whatever_its_parts(gateway: Pasarela) -> None:
    account = {"regimen": service["regimen"], "ccc": service["ccc"]}
    situations = gateway.each.list_employee_situations(
        {"regimen": account["regimen"], "ccc": account["ccc"], "dni": service["manySituations"]}
    )
    assert len({(one.fecha_alta, one.fecha_baja) for one in situations}) == 23


def test_a_batch_is_sent_once_and_followed_with_threads_and_with_async(gateway: Pasarela) -> None:
    account = {"regimen": service["regimen"], "ccc": service["ccc"], "nss": service["worker"]["nss"]}
    row = {"tramite": "updateCno", **account, "dni": service["worker"]["dni"], "fecha_real": service["today"]}
    cells = {**row, "cno": "cuatro"}
    sheet = "\n".join([";".join(cells), ";".join(cells.values())]).encode()
    sent = gateway.batches.from_file("variaciones.csv", sheet, name="Variaciones")
    assert (sent.batch.name, sent.batch.rows, sent.replayed) == ("Variaciones", 1, False)
    assert [row.row for row in sent.wrong] == [2]
    progress = next(iter(gateway.batches.progress(sent.batch.id)))
    assert progress.counts.wrong == 1

    async def run() -> None:
        async with AsyncPasarela(
            service["baseUrl"], token=service["token"], certificate=service["certificate"]
        ) as other:
            again = await other.batches.from_file("variaciones.csv", sheet, name="Variaciones")
            assert (again.batch.id, again.replayed) == (sent.batch.id, True)
            async for batch in other.batches.progress(sent.batch.id):
                assert batch.counts == progress.counts
                break

    anyio.run(run)


def test_it_files_with_async_and_asks_for_what_is_answered_later() -> None:
    async def run() -> None:
        async with AsyncPasarela(
            service["baseUrl"], token=service["token"], certificate=service["certificate"]
        ) as gateway:
            filed = await gateway.register_employee(registration())
            assert (await gateway.bytes_of(filed.data.file)).startswith(b"%PDF-")
            assert filed.filing_id in [one.id async for one in gateway.each.list_filings({"state": "accepted"})]
            # This service has no consumer of its queue, so the request stays there.
            pending = await gateway.later.register_employee(registration())
            with pytest.raises(StillPending):
                await pending.wait(timeout_seconds=0)

    anyio.run(run)
