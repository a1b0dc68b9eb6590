"""Version 2 of SES: sending from verified addresses. Mails are kept where LocalStack keeps those of version 1."""

import uuid

from localstack.aws.api import CommonServiceException
from localstack.aws.skeleton import Skeleton
from localstack.aws.spec import load_service
from localstack.services.plugins import Service, aws_provider
from localstack.services.ses.models import SentEmail, SentEmailBody
from localstack.services.ses.provider import register_ses_api_resource, save_for_retrospection

verified: set[str] = set()


def create_email_identity(context, request: dict) -> dict:
    identity = request["EmailIdentity"]
    if identity in verified:
        raise CommonServiceException("AlreadyExistsException", f"{identity} exists")
    verified.add(identity)
    return {"IdentityType": "EMAIL_ADDRESS", "VerifiedForSendingStatus": True}


def send_email(context, request: dict) -> dict:
    sender = request.get("FromEmailAddress")
    if sender not in verified:
        raise CommonServiceException("MessageRejected", f"Email address is not verified: {sender}")
    simple = request["Content"]["Simple"]
    body = {kind: part["Data"] for kind, part in simple["Body"].items()}
    message_id = str(uuid.uuid4())
    save_for_retrospection(
        SentEmail(
            Id=message_id,
            Region=context.region,
            Source=sender,
            Destination=request["Destination"],
            Subject=simple["Subject"]["Data"],
            Body=SentEmailBody(text_part=body.get("Text"), html_part=body.get("Html")),
        )
    )
    return {"MessageId": message_id}


@aws_provider(api="sesv2")
def sesv2() -> Service:
    register_ses_api_resource()
    operations = {"CreateEmailIdentity": create_email_identity, "SendEmail": send_email}
    return Service("sesv2", skeleton=Skeleton(load_service("sesv2"), operations))
