"""What Schemathesis loads beside the reference: who calls, known values, and the count of what came of it.

FUZZ_SETTINGS names a file with the callers and known values; what is counted is written to the file FUZZ_RESULT at the end.
"""

import atexit
import json
import os
import random
import threading
from urllib.parse import urlencode

import schemathesis
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = [
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MOST_TOLD = 50
# API Gateway takes 10,240 bytes of request line and headers, and refuses more by itself.
LONGEST_QUERY = 8_000
SCENARIO = "X-Sandbox-Scenario"
AUTHORITIES = ("tgss", "sepe", "aeat", "dehu")

with open(os.environ["FUZZ_SETTINGS"], encoding="utf-8") as file:
    SETTINGS = json.load(file)

LOCK = threading.Lock()
RESULT = {"requests": 0, "statuses": {}, "serverErrors": 0, "outsideSchema": 0, "failures": []}
THREAD = threading.local()
THREADS = iter(range(10_000))


def mine():
    """The caller and the dice of this thread: each world is changed by one request at a time."""
    if not hasattr(THREAD, "caller"):
        with LOCK:
            number = next(THREADS)
        THREAD.caller = SETTINGS["callers"][number % len(SETTINGS["callers"])]
        THREAD.dice = random.Random(SETTINGS["seed"] * 1_000 + number)
    return THREAD


def known(fields, dice):
    """Puts known values in place of generated ones here and there: hardly any that is invented names anything."""
    for name, value in SETTINGS["known"].items():
        if name in fields and dice.random() < 0.5:
            fields[name] = value


@schemathesis.hook
def filter_query(context, query):
    """Leaves out what would not reach the service."""
    return len(urlencode(query or {}, doseq=True)) <= LONGEST_QUERY


@schemathesis.hook
def before_call(context, case, kwargs):
    """Signs in and acts with a certificate, most of the time."""
    thread = mine()
    dice = thread.dice
    # Signing out would end what all others go on with.
    if dice.random() < 0.95 and not case.path.endswith("/logout"):
        case.headers["Authorization"] = f"Bearer {thread.caller['token']}"
    for group, secret in thread.caller["certificates"].items():
        if f"/{group}/" in case.path and dice.random() < 0.95:
            case.headers["X-Cert-Secret"] = secret
    # Of its own, so that requests without a token do not share one limit.
    case.headers["X-Forwarded-For"] = ".".join(["10", *(str(dice.randrange(256)) for _ in range(3))])
    # After it, every request that would file the same is answered 502, until someone has looked.
    if case.headers.get(SCENARIO) == "lost-answer":
        del case.headers[SCENARIO]
    for fields in (case.body, case.query):
        if isinstance(fields, dict):
            known(fields, dice)


def wished(case, response):
    """Whether an authority failed as the request asked it to."""
    return SCENARIO in case.headers and any(name in response.json()["errors"] for name in AUTHORITIES)


@schemathesis.hook
def after_call(context, case, response):
    """Counts the answer, and holds it against the reference."""
    found = []
    try:
        case.validate_response(response, checks=CHECKS)
    except FailureGroup as group:
        found = [f"{type(one).__name__}: {one}" for one in group.exceptions]
    except Failure as one:
        found = [f"{type(one).__name__}: {one}"]
    status = response.status_code
    # An operation that is planned answers 501; that no other does, the reference says.
    failed = status >= 500 and status != 501 and not wished(case, response)
    with LOCK:
        RESULT["requests"] += 1
        RESULT["statuses"][str(status)] = RESULT["statuses"].get(str(status), 0) + 1
        RESULT["serverErrors"] += failed
        RESULT["outsideSchema"] += bool(found)
        if (failed or found) and len(RESULT["failures"]) < MOST_TOLD:
            RESULT["failures"].append(
                {
                    "name": f"{case.method} {case.path}",
                    "status": status,
                    "message": "\n".join(found)[:2_000] or response.text[:500],
                    "curl": case.as_curl_command()[:3_000],
                }
            )


@atexit.register
def write():
    """Writes down what was counted."""
    with open(os.environ["FUZZ_RESULT"], "w", encoding="utf-8") as file:
        json.dump(RESULT, file)
