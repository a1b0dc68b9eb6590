"""Client of pasarela, the gateway between payroll software and the Spanish administrations."""

from ._answers import Answer, AsyncPending, DryRun, Pending
from ._core import ReceivedEvent, SentBatch, new_key
from .client import AsyncPasarela, Pasarela
from .errors import NotSent, PasarelaError, StillPending, UnknownOutcome, UnreadableAnswer, WebhookNotVerified
from .generated import fields, models
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "Answer",
    "AsyncPasarela",
    "AsyncPending",
    "DryRun",
    "NotSent",
    "Pasarela",
    "PasarelaError",
    "Pending",
    "ReceivedEvent",
    "SentBatch",
    "StillPending",
    "UnknownOutcome",
    "UnreadableAnswer",
    "WebhookEvent",
    "WebhookNotVerified",
    "fields",
    "models",
    "new_key",
    "verify_webhook",
]
