"""Verifies and parses webhook requests."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError
from standardwebhooks import Webhook, WebhookVerificationError

from ._model import Model
from .errors import WebhookNotVerified


class WebhookSubject(Model):
    """The subject of an event, such as a trámite."""

    kind: str
    id: str


class WebhookData(Model):
    """The client company and the subject of an event."""

    company: int | None
    clientId: int | None
    subject: WebhookSubject
    detail: dict[str, Any] | None = None


class WebhookEvent(Model):
    """Body of a webhook: event type, time and subject."""

    type: str
    timestamp: datetime
    data: WebhookData


_EVENT = TypeAdapter(WebhookEvent)


def verify_webhook(body: str | bytes, headers: Mapping[str, str | list[str]], secret: str) -> WebhookEvent:
    """Verifies a webhook request (Standard Webhooks), and parses it.

    ``body`` is the body as received, before it is parsed as JSON; ``secret`` is ``whsec_…``. Store the header
    ``webhook-id``: an event may arrive more than once, always with the same id. Raises `WebhookNotVerified` if it cannot
    be trusted.
    """
    try:
        # Some frameworks have a list for each header.
        texts = {name: text if isinstance(text, str) else " ".join(text) for name, text in headers.items()}
        Webhook(secret).verify(body, texts, json_parse=False)
    except (WebhookVerificationError, ValueError) as error:
        # A signature that is not base64, or a body that is not UTF-8, raises ValueError.
        raise WebhookNotVerified(str(error)) from None
    try:
        return _EVENT.validate_json(body)
    except ValidationError:
        raise WebhookNotVerified("it is no event") from None
