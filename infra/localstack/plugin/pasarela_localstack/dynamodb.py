"""DynamoDB Local from a folder of Maven's jars, in place of an archive that LocalStack would fetch."""

import os

from localstack.runtime import hooks
from localstack.utils.run import ShellCommandThread

JARS = os.environ["DYNAMODB_JARS"]


@hooks.on_infra_start()
def run_from_jars():
    from localstack.services.dynamodb.server import DynamodbServer

    def start(self: DynamodbServer) -> ShellCommandThread:
        command = [
            "java",
            f"-Xmx{self.heap_size}",
            f"-Djava.library.path={JARS}",
            "-cp",
            f"{JARS}/*",
            "com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
            "-port",
            str(self.port),
            "-inMemory",
        ]
        thread = ShellCommandThread(command, env_vars={"DDB_LOCAL_TELEMETRY": "0"}, name="dynamodb-local")
        thread.start()
        return thread

    DynamodbServer.do_start_thread = start
