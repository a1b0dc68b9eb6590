"""The promises of the client, whatever the gateway answers."""

from __future__ import annotations

import base64
import threading
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import anyio
import pytest
from conftest import CNO, Reply, Scripted, Seen, submissions
from standardwebhooks import Webhook

from pasarela_client import (
    AsyncPasarela,
    Pasarela,
    PasarelaError,
    UnknownOutcome,
    UnreadableAnswer,
    WebhookNotVerified,
    fields,
    verify_webhook,
)

REPORT: fields.GetLifeReportFields = {"regimen": "0111", "ccc": "28000000097", "nss": "280000000097"}
FILING = {
    "id": "01",
    "operation": "PUT /seg-social/cno",
    "authority": "tgss",
    "messages": [],
}


def client(scripted: Scripted, **more: object) -> Pasarela:
    return Pasarela(scripted.base_url, token="token", certificate="secret", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "reply",
    [
        Reply(cut=True),
        Reply(status=502),
        Reply(status=504, text="<html>"),
        Reply(status=504, text='{"success":false,"message":"No.","status":504}'),
        Reply(status=200, text="<html>"),
    ],
    ids=["no answer", "502", "a page", "an error without the gateway's own header", "a page that says 200"],
)
def test_an_unknown_outcome_is_an_error_of_its_own_and_nothing_is_sent_again(scripted: Scripted, reply: Reply) -> None:
    scripted.script = lambda _: reply
    with pytest.raises(UnknownOutcome) as raised:
        client(scripted).update_cno(CNO, idempotency_key="cno-1")
    assert raised.value.idempotency_key == "cno-1"
    assert [seen.headers["idempotency-key"] for seen in submissions(scripted)] == ["cno-1"]


@pytest.mark.parametrize("status", [401, 409, 422, 429, 500, 503, 504])
def test_other_errors_of_the_gateway_are_known_not_to_have_filed(scripted: Scripted, status: int) -> None:
    scripted.script = lambda _: Reply(status=status)
    with pytest.raises(PasarelaError) as raised:
        client(scripted).update_cno(CNO)
    assert not isinstance(raised.value, UnknownOutcome)
    assert (raised.value.status, raised.value.request_id) == (status, "request")
    assert len(submissions(scripted)) == 1


def test_an_unknown_outcome_is_the_same_with_async(scripted: Scripted) -> None:
    def script(seen: Seen) -> Reply:
        return Reply(data={"data": []}) if "/tramites" in seen.path else Reply(cut=True)

    scripted.script = script

    async def run() -> None:
        async with AsyncPasarela(scripted.base_url, token="token") as gateway:
            with pytest.raises(UnknownOutcome) as raised:
                await gateway.update_cno(CNO)
            assert await raised.value.acheck() is None
            with pytest.raises(TypeError):
                raised.value.check()

    anyio.run(run)
    assert len(submissions(scripted)) == 1


def test_each_submission_has_a_key_of_its_own_and_readings_have_none(scripted: Scripted) -> None:
    gateway = client(scripted)
    keys = {gateway.update_cno(CNO).idempotency_key for _ in range(3)}
    assert keys == {seen.headers["idempotency-key"] for seen in scripted.seen}
    assert len(keys) == 3
    gateway.get_life_report(REPORT)
    assert "idempotency-key" not in scripted.seen[-1].headers
    assert scripted.seen[-1].headers["x-cert-secret"] == "secret"


def test_the_certificate_is_sent_where_one_may_act_and_nowhere_else(scripted: Scripted) -> None:
    gateway = client(scripted)
    gateway.create_reconciliation({"customerID": 10_000})
    gateway.list_clients()
    gateway.with_certificate("other").switch_nightly({"customerID": 10_000, "enabled": True})
    assert [seen.headers.get("x-cert-secret") for seen in scripted.seen] == ["secret", None, "other"]


def test_a_submission_whose_token_has_ended_is_sent_again_with_its_key(scripted: Scripted) -> None:
    def script(seen: Seen) -> Reply:
        if seen.path.endswith("/auth/login"):
            return Reply(data={"access_token": f"token-{len(scripted.seen)}"})
        return Reply(status=401 if seen.headers["authorization"].endswith("token-1") else 200)

    scripted.script = script
    Pasarela(scripted.base_url, email="a", password="b").update_cno(CNO)
    first, second = submissions(scripted)
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert first.json == second.json


def test_many_threads_sign_in_once(scripted: Scripted) -> None:
    scripted.script = lambda seen: Reply(data={"access_token": "token"} if seen.path.endswith("/login") else {})
    gateway = Pasarela(scripted.base_url, email="a", password="b")
    threads = [threading.Thread(target=gateway.get_life_report, args=(REPORT,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([seen for seen in scripted.seen if seen.path.endswith("/login")]) == 1
    assert len(scripted.seen) == 9


def test_a_reading_is_asked_again_when_the_gateway_says_so(scripted: Scripted) -> None:
    scripted.script = lambda _: Reply(status=503, headers={"Retry-After": "1"}) if len(scripted.seen) == 1 else Reply()
    assert client(scripted).get_life_report(REPORT).status == 200
    assert len(scripted.seen) == 2


def test_a_dry_run_asks_for_one_and_what_it_files_is_never_unknown(scripted: Scripted) -> None:
    body = {"previewToken": "seen", "warnings": ["Mire esto."]}
    scripted.script = lambda _: Reply(body=body)
    tried = client(scripted).dry_run.update_cno(CNO)
    assert (tried.preview_token, tried.warnings) == ("seen", ("Mire esto.",))
    assert scripted.seen[0].json == {**CNO, "fecha_real": "2026-12-01", "test": 1}
    client(scripted).update_cno(CNO, preview_token="seen")
    assert scripted.seen[1].headers["preview-token"] == "seen"
    assert "test" not in scripted.seen[1].json
    scripted.script = lambda _: Reply(cut=True)
    with pytest.raises(PasarelaError) as raised:
        client(scripted).dry_run.update_cno(CNO)
    assert not isinstance(raised.value, UnknownOutcome)


def test_an_act_that_was_accepted_before_is_named_and_repeated_only_on_purpose(scripted: Scripted) -> None:
    first = "01KAJ5Z3W8Q2N6T4R0M9XCVB7D"
    scripted.script = lambda _: Reply(headers={"X-Repeated": first})
    gateway = client(scripted)
    assert gateway.dry_run.update_cno(CNO).repeated == first
    assert gateway.update_cno(CNO).repeated == first
    assert "repeats" not in scripted.seen[1].headers
    scripted.script = lambda _: Reply()
    assert gateway.update_cno(CNO, repeats=first).repeated is None
    assert scripted.seen[2].headers["repeats"] == first
    scripted.script = lambda _: Reply(status=409, headers={"X-Repeated": first})
    with pytest.raises(PasarelaError) as raised:
        gateway.update_cno(CNO)
    assert raised.value.repeated == first


def test_a_mistyped_option_or_a_field_test_sends_nothing(scripted: Scripted) -> None:
    gateway = client(scripted)
    with pytest.raises(TypeError):
        gateway.update_cno(CNO, dry_run=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        gateway.update_cno({**CNO, "test": 1})  # type: ignore[typeddict-unknown-key]
    with pytest.raises(TypeError):
        gateway.update_cno(CNO, idempotency_key="with blanks")
    with pytest.raises(TypeError):
        gateway.update_cno({**CNO, "fecha_real": datetime(2026, 12, 1, 8)})
    with pytest.raises(TypeError):
        gateway.update_cno({**CNO, "cno": Decimal("26.11")})  # type: ignore[typeddict-item]
    assert scripted.seen == []


class NAType:
    """As `pandas.NA`, which is text in a query unless it is refused."""

    def __str__(self) -> str:
        return "<NA>"


class NaTType(datetime):
    """As `pandas.NaT`, which is an instance of `datetime`."""


@pytest.mark.parametrize("missing", [float("nan"), NaTType(2026, 1, 1), NAType(), Decimal("NaN"), object()])
def test_a_missing_value_of_pandas_or_another_object_is_refused_in_a_body_and_in_a_query(
    scripted: Scripted, missing: Any
) -> None:
    gateway = client(scripted)
    with pytest.raises(TypeError, match="cno.*No se ha enviado nada"):
        gateway.update_cno({**CNO, "cno": missing})
    with pytest.raises(TypeError, match="nss.*No se ha enviado nada"):
        gateway.get_life_report({**REPORT, "nss": missing})
    assert scripted.seen == []


def test_an_error_shows_all_mistakes_its_status_and_its_request(scripted: Scripted) -> None:
    errors = {"ccc": ["Es obligatorio."], "cno": ["No existe.", "Tiene letras."]}
    scripted.script = lambda _: Reply(status=422, body={"errors": errors})
    with pytest.raises(PasarelaError) as raised:
        client(scripted).update_cno(CNO)
    assert str(raised.value) == (
        "No. (422; petición request)\n  ccc: Es obligatorio.\n  cno: No existe.\n  cno: Tiene letras."
    )
    assert raised.value.message == "No."


def test_an_answer_shows_its_data(scripted: Scripted) -> None:
    scripted.script = lambda _: Reply(data={"file": {"contentType": "application/pdf", "name": "TA.pdf", "content": ""}})
    assert "TA.pdf" in repr(client(scripted).update_cno(CNO))


def test_euros_are_sent_as_hundredths_and_are_read_exactly(scripted: Scripted) -> None:
    month: fields.CertificateMonth = {"BaseCotizacionContingenciasComunes": Decimal("1500.10")}  # type: ignore[typeddict-item]
    wanted = {"periods": [{"months": [month]}]}
    client(scripted).file_company_certificate(wanted)  # type: ignore[arg-type]
    sent = scripted.seen[0].json["periods"][0]["months"][0]
    assert sent == {"BaseCotizacionContingenciasComunes": 150010}
    text = '{"success":true,"message":"OK","status":200,"data":{"contributions":[{"base_cc":1500.10}]}}'
    scripted.script = lambda _: Reply(text=text)
    answer = client(scripted).get_company_certificate_detail({"huella": "x"})  # type: ignore[typeddict-item, typeddict-unknown-key]
    assert answer.body["data"]["contributions"][0]["base_cc"] == Decimal("1500.10")


def test_data_that_is_not_as_known_keeps_nothing_else_from_being_read(scripted: Scripted) -> None:
    scripted.script = lambda _: Reply(data={"file": {"name": ["280000000097"]}}, headers={"X-Tramite-Id": "01"})
    answer = client(scripted).update_cno(CNO)
    assert (answer.filing_id, answer.status) == ("01", 200)
    with pytest.raises(UnreadableAnswer) as raised:
        _ = answer.data
    assert "280000000097" not in str(raised.value)
    assert "280000000097" not in repr(answer)


def test_a_later_result_that_was_refused_is_an_error(scripted: Scripted) -> None:
    answer = {"status": 422, "message": "No consta.", "errors": {"tgss": ["No consta."]}}
    scripted.script = lambda _: Reply(data={**FILING, "state": "refused", "answer": answer, "key": "k"})
    with pytest.raises(PasarelaError) as raised:
        client(scripted).wait_for("01")
    assert (raised.value.status, raised.value.errors) == (422, {"tgss": ["No consta."]})
    scripted.script = lambda _: Reply(data={**FILING, "state": "unknown", "answer": None, "key": "k"})
    with pytest.raises(UnknownOutcome) as unknown:
        client(scripted).wait_for("01")
    assert unknown.value.filing_id == "01"


SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef01234567").decode()
BODY = (
    '{"type":"tramite.accepted","timestamp":"2026-12-01T08:00:00.000Z",'
    '"data":{"company":null,"clientId":7,"subject":{"kind":"tramite","id":"01"}}}'
)


def signed(body: str, at: datetime) -> dict[str, str]:
    return {
        "Webhook-Id": "msg",
        "Webhook-Timestamp": str(int(at.timestamp())),
        "Webhook-Signature": "v1a,other " + Webhook(SECRET).sign("msg", at, body),
    }


def test_a_webhook_is_verified_and_read() -> None:
    event = verify_webhook(BODY.encode(), signed(BODY, datetime.now(timezone.utc)), SECRET)
    assert (event.type, event.data.subject.id, event.data.clientId) == ("tramite.accepted", "01", 7)
    assert event.timestamp == datetime(2026, 12, 1, 8, tzinfo=timezone.utc)


def test_a_webhook_whose_headers_are_lists_is_verified() -> None:
    lists: dict[str, str | list[str]] = {
        name: [text] for name, text in signed(BODY, datetime.now(timezone.utc)).items()
    }
    assert verify_webhook(BODY, lists, SECRET).type == "tramite.accepted"


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (BODY + " ", signed(BODY, datetime.now(timezone.utc))),
        (BODY, signed(BODY, datetime(2020, 1, 1, tzinfo=timezone.utc))),
        (BODY, {}),
        (BODY, {**signed(BODY, datetime.now(timezone.utc)), "Webhook-Signature": "v1"}),
        (BODY, {**signed(BODY, datetime.now(timezone.utc)), "Webhook-Signature": "v1,x"}),
    ],
    ids=["changed", "old", "not signed", "half a signature", "a signature that is no base64"],
)
def test_a_webhook_that_is_not_of_the_gateway_is_refused(body: str, headers: dict[str, str]) -> None:
    with pytest.raises(WebhookNotVerified):
        verify_webhook(body, headers, SECRET)


def test_an_address_of_no_interface_or_two_ways_to_sign_in_are_refused() -> None:
    with pytest.raises(TypeError):
        Pasarela("https://pasarela.example.com", token="token")
    with pytest.raises(TypeError, match="^base_url no lleva usuario ni contraseña$"):
        Pasarela("https://ana:clave@pasarela.example.com/api/v4", token="token")
    with pytest.raises(TypeError):
        Pasarela("https://pasarela.example.com/api/v4", token="token", email="a", password="b")
    with pytest.raises(TypeError):
        Pasarela("https://pasarela.example.com/api/v4", email="a")
