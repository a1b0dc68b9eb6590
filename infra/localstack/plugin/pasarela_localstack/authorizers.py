"""REQUEST authorizers of API Gateway: the resource in CloudFormation, and the call before a request goes on."""

import json
from fnmatch import fnmatchcase

from localstack.services.apigateway.next_gen.execute_api.api import RestApiGatewayHandler
from localstack.services.apigateway.next_gen.execute_api.gateway_response import (
    AccessDeniedError,
    AuthorizerConfigurationError,
    AuthorizerFailureError,
    UnauthorizedError,
)
from localstack.services.apigateway.next_gen.execute_api.helpers import get_lambda_function_arn_from_invocation_uri
from localstack.services.apigateway.next_gen.execute_api.integrations.aws import RestApiAwsProxyIntegration
from localstack.services.cloudformation.resource_provider import (
    CloudFormationResourceProviderPlugin,
    OperationStatus,
    ProgressEvent,
    ResourceProvider,
    ResourceRequest,
)


class AuthorizerProvider(ResourceProvider):
    TYPE = "AWS::ApiGateway::Authorizer"
    SCHEMA = {
        "typeName": TYPE,
        "properties": {},
        "createOnlyProperties": ["/properties/RestApiId"],
        "readOnlyProperties": ["/properties/AuthorizerId"],
        "primaryIdentifier": ["/properties/RestApiId", "/properties/AuthorizerId"],
    }

    # What the service calls the properties of the template.
    NAMES = {
        "RestApiId": "restApiId",
        "Name": "name",
        "Type": "type",
        "AuthorizerUri": "authorizerUri",
        "AuthorizerCredentials": "authorizerCredentials",
        "IdentitySource": "identitySource",
        "AuthorizerResultTtlInSeconds": "authorizerResultTtlInSeconds",
    }

    def create(self, request: ResourceRequest) -> ProgressEvent:
        model = request.desired_state
        given = {name: model[key] for key, name in self.NAMES.items() if model.get(key) is not None}
        model["AuthorizerId"] = request.aws_client_factory.apigateway.create_authorizer(**given)["id"]
        return self._done(request)

    def update(self, request: ResourceRequest) -> ProgressEvent:
        model, before = request.desired_state, request.previous_state
        model["AuthorizerId"] = before["AuthorizerId"]
        changes = [
            {"op": "replace", "path": f"/{name}", "value": str(model[key])}
            for key, name in self.NAMES.items()
            if key in model and model[key] != before.get(key)
        ]
        request.aws_client_factory.apigateway.update_authorizer(
            restApiId=model["RestApiId"], authorizerId=model["AuthorizerId"], patchOperations=changes
        )
        return self._done(request)

    def delete(self, request: ResourceRequest) -> ProgressEvent:
        model = request.desired_state
        request.aws_client_factory.apigateway.delete_authorizer(
            restApiId=model["RestApiId"], authorizerId=model["AuthorizerId"]
        )
        return self._done(request)

    @staticmethod
    def _done(request: ResourceRequest) -> ProgressEvent:
        return ProgressEvent(
            OperationStatus.SUCCESS, resource_model=request.desired_state, custom_context=request.custom_context
        )


class AuthorizerProviderPlugin(CloudFormationResourceProviderPlugin):
    name = AuthorizerProvider.TYPE

    def load(self):
        self.factory = AuthorizerProvider


class RequestAuthorizer(RestApiGatewayHandler):
    """Asks the function of a method's authorizer. Nothing is kept: here no authorizer has a cache."""

    def __call__(self, chain, context, response) -> None:
        method = context.resource_method
        if method.get("authorizationType") != "CUSTOM":
            return
        api = context.deployment.rest_api
        authorizer = api.authorizers[method["authorizerId"]]
        scope = f"arn:aws:execute-api:{context.region}:{context.account_id}:{context.api_id}"
        request = context.invocation_request
        method_arn = f"{scope}/{context.stage}/{request['http_method']}{request['path']}"

        answer = self._ask(authorizer, self._event(context, method_arn), f"{scope}/authorizers/{authorizer['id']}")
        if answer.get("errorMessage") == "Unauthorized":
            raise UnauthorizedError("Unauthorized")
        if "principalId" not in answer or "policyDocument" not in answer:
            raise AuthorizerConfigurationError()
        if not self._allows(answer["policyDocument"], method_arn):
            raise AccessDeniedError("User is not authorized to access this resource")

        variables = context.context_variables
        variables["authorizer"] = {"principalId": answer["principalId"]} | {
            # API Gateway makes texts of them.
            name: value if isinstance(value, str) else json.dumps(value)
            for name, value in (answer.get("context") or {}).items()
        }
        if api.rest_api.get("apiKeySource") == "AUTHORIZER":
            variables["identity"]["apiKey"] = answer.get("usageIdentifierKey")

    @staticmethod
    def _event(context, method_arn: str) -> dict:
        request = context.invocation_request
        headers = request["headers"]
        return {
            "type": "REQUEST",
            "methodArn": method_arn,
            "resource": context.resource["path"],
            "path": request["path"],
            "httpMethod": request["http_method"],
            "headers": dict(headers),
            "multiValueHeaders": {name: headers.getlist(name) for name in headers.keys()},
            "queryStringParameters": request["query_string_parameters"],
            "multiValueQueryStringParameters": request["multi_value_query_string_parameters"],
            "pathParameters": request.get("path_parameters") or {},
            "stageVariables": context.stage_variables or {},
            "requestContext": context.context_variables,
        }

    @staticmethod
    def _ask(authorizer: dict, event: dict, source_arn: str) -> dict:
        try:
            answer = RestApiAwsProxyIntegration.call_lambda(
                function_arn=get_lambda_function_arn_from_invocation_uri(authorizer["authorizerUri"]),
                event=json.dumps(event).encode(),
                source_arn=source_arn,
                credentials=authorizer.get("authorizerCredentials"),
            )
            return json.loads(answer)
        except Exception as error:
            raise AuthorizerFailureError() from error

    @staticmethod
    def _allows(policy: dict, method_arn: str) -> bool:
        effects = {
            statement["Effect"]
            for statement in policy["Statement"]
            if any(fnmatchcase(method_arn, pattern) for pattern in as_list(statement["Resource"]))
        }
        return effects == {"Allow"}


def as_list(value) -> list:
    return value if isinstance(value, list) else [value]
