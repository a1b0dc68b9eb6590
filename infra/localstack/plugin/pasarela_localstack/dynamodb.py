"""DynamoDB Local from a folder of Maven's jars, in place of an archive that LocalStack would fetch."""

import subprocess
import sys

from localstack.runtime import hooks
from localstack.utils.threads import FuncThread

SERVER = "pasarela_localstack.dynamodb_server"


@hooks.on_infra_start()
def run_from_jars():
    from localstack.services.dynamodb.server import DynamodbServer

    def start(self: DynamodbServer) -> FuncThread:
        # In the process group of LocalStack, so that it ends with it.
        process = subprocess.Popen([sys.executable, "-m", SERVER, str(self.port)], stdin=subprocess.DEVNULL)
        thread = FuncThread(lambda _: process.wait(), on_stop=lambda _: process.kill(), name="dynamodb-local")
        thread.start()
        return thread

    DynamodbServer.do_start_thread = start
