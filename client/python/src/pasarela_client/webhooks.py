"""Webhooks as they are received."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError
from standardwebhooks import Webhook, WebhookVerificationError

from ._model import Model
from .errors import WebhookNotVerified


class WebhookSubject(Model):
    """Of what it is an event."""

    kind: str
    id: str


class WebhookData(Model):
    """What an event is about."""

    company: int | None
    clientId: int | None
    subject: WebhookSubject
    detail: dict[str, Any] | None = None


class WebhookEvent(Model):
    """What a webhook brings: a kind of event, when it happened, and of what."""

    type: str
    timestamp: datetime
    data: WebhookData


_EVENT = TypeAdapter(WebhookEvent)


def verify_webhook(body: str | bytes, headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """Verifies what a webhook received (Standard Webhooks), and reads it.

    ``body`` is as it was received, before anything reads it as JSON; ``secret`` is ``whsec_…``. Remember the header
    ``webhook-id``: an event may come more than once, always with the same one. Raises `WebhookNotVerified` where it is
    not to be believed.
    """
    try:
        Webhook(secret).verify(body, dict(headers), json_parse=False)
    except (WebhookVerificationError, ValueError) as error:
        # A signature that is no base64, or a body that is no UTF-8, is a ValueError there.
        raise WebhookNotVerified(str(error)) from None
    try:
        return _EVENT.validate_json(body)
    except ValidationError:
        raise WebhookNotVerified("it is no event") from None
