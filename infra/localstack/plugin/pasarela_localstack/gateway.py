"""What API Gateway does with requests and refusals, and LocalStack does not."""

import re

from localstack.runtime import hooks

HEADER = "gatewayresponse.header."


@hooks.on_infra_start()
def complete_requests():
    from localstack.services.apigateway.next_gen.execute_api.handlers import preprocess_request

    from pasarela_localstack.authorizers import RequestAuthorizer

    def tell_caller_address(chain, context, response):
        # LocalStack says that every caller is this machine. Tests name another address in this header.
        forwarded = context.request.headers.get("X-Forwarded-For")
        if forwarded:
            context.context_variables["identity"]["sourceIp"] = forwarded.split(",")[0].strip()

    preprocess_request.append(tell_caller_address)
    preprocess_request.append(RequestAuthorizer())


@hooks.on_infra_start()
def complete_responses():
    """Gateway responses have the body and the headers of the API, not only its status."""
    from localstack.services.apigateway.next_gen.execute_api.gateway_response import get_gateway_response_or_default
    from localstack.services.apigateway.next_gen.execute_api.handlers.gateway_exception import GatewayExceptionHandler

    create = GatewayExceptionHandler.create_exception_response

    def create_as_declared(self, exception, context):
        response = create(self, exception, context)
        declared = get_gateway_response_or_default(exception.type, context.deployment.rest_api.gateway_responses)
        template = (declared.get("responseTemplates") or {}).get("application/json")
        # The answers of this project are fixed texts; those that refer to the request are LocalStack's own.
        if template and "$context" not in template:
            response.set_data(template)
        for name, value in (declared.get("responseParameters") or {}).items():
            if name.startswith(HEADER) and re.fullmatch("'.*'", value):
                response.headers[name.removeprefix(HEADER)] = value[1:-1]
        return response

    GatewayExceptionHandler.create_exception_response = create_as_declared


@hooks.on_infra_start()
def read_key_source():
    """The template's `ApiKeySourceType`, which LocalStack looks for under another name."""
    from localstack.services.apigateway.resource_providers.aws_apigateway_restapi import ApiGatewayRestApiProvider

    create = ApiGatewayRestApiProvider.create

    def create_with_key_source(self, request):
        if "ApiKeySourceType" in request.desired_state:
            request.desired_state["ApiKeySource"] = request.desired_state["ApiKeySourceType"]
        return create(self, request)

    ApiGatewayRestApiProvider.create = create_with_key_source
