"""Each answer that the reference shows is parsed as the return type of its operation's method.

``PASARELA_ANSWERS`` is a JSON file: pairs of an operation and an answer.
"""

from __future__ import annotations

import json
import os
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from conftest import Reply, Scripted

from pasarela_client import Pasarela
from pasarela_client.generated.operations import OPERATIONS

path = os.environ.get("PASARELA_ANSWERS")
pytestmark = pytest.mark.skipif(not path, reason="PASARELA_ANSWERS names no file")


def test_each_answer_is_read(scripted: Scripted) -> None:
    answers: list[tuple[str, dict[str, Any]]] = json.loads(Path(path or "").read_text())
    # The client signs in by itself.
    answers = [(name, body) for name, body in answers if name != "signIn"]
    assert {name for name, _ in answers} == set(OPERATIONS)
    gateway = Pasarela(scripted.base_url, token="token")
    unread = []
    for name, body in answers:
        operation = OPERATIONS[name]
        fields = {field: "1" for field in re.findall(r"\{(\w+)\}", operation.path)}
        scripted.script = lambda _, body=body: Reply(data=body["data"])  # type: ignore[misc]
        try:
            assert gateway._call(operation, fields, {}).data is not None
        except Exception as error:
            unread.append(f"{name}: {error}")
    assert not unread, "\n".join(unread)


def test_amounts_in_euros_are_decimal_numbers(scripted: Scripted) -> None:
    answers: list[tuple[str, dict[str, Any]]] = json.loads(Path(path or "").read_text())
    shown = [body["data"] for name, body in answers if name == "getCompanyCertificateDetail" and body["data"]]
    scripted.script = lambda _: Reply(data=shown[0])
    answer = Pasarela(scripted.base_url, token="token")._call(OPERATIONS["getCompanyCertificateDetail"], {}, {})
    assert isinstance(answer.data.contributions[0].base_cc, Decimal)
