"""A stack can be deployed again after its API has changed: LocalStack would leave the API without a stage."""

from localstack.runtime import hooks


@hooks.on_infra_start()
def update_gateways():
    from localstack.services.apigateway.resource_providers.aws_apigateway_gatewayresponse import (
        ApiGatewayGatewayResponseProvider,
    )
    from localstack.services.apigateway.resource_providers.aws_apigateway_stage import ApiGatewayStageProvider
    from localstack.services.cloudformation.resource_provider import OperationStatus, ProgressEvent, ResourceRequest

    def put_again(self, request: ResourceRequest) -> ProgressEvent:
        progress = self.create(request)
        progress.resource_model["Id"] = request.previous_state["Id"]
        return progress

    def use_deployment(self, request: ResourceRequest) -> ProgressEvent:
        model = request.desired_state
        request.aws_client_factory.apigateway.update_stage(
            restApiId=model["RestApiId"],
            stageName=model["StageName"],
            patchOperations=[{"op": "replace", "path": "/deploymentId", "value": model["DeploymentId"]}],
        )
        return ProgressEvent(OperationStatus.SUCCESS, resource_model=model, custom_context=request.custom_context)

    ApiGatewayGatewayResponseProvider.update = put_again
    ApiGatewayStageProvider.update = use_deployment
