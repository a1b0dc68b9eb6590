"""Functions as processes of Node, in place of containers."""

import json
import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from localstack import config
from localstack.services.lambda_.invocation.executor_endpoint import StatusErrorException
from localstack.services.lambda_.invocation.lambda_models import InvocationResult
from localstack.services.lambda_.invocation.plugins import RuntimeExecutorPlugin
from localstack.services.lambda_.invocation.runtime_executor import RuntimeExecutor

from pasarela_localstack import HOST

# The program that loads a function and answers invocations, and the Node that runs it.
PROGRAM = str(Path(__file__).with_name("function.ts"))
NODE = os.environ["FUNCTIONS_NODE"]


class Ended(Exception):
    """The process gave no answer: it ended, or its time did."""


class FunctionProcess:
    """One process of a function. Requests and answers are lines of JSON on a socket that the process inherits."""

    def __init__(self, code: Path, variables: dict[str, str]):
        self._log = tempfile.TemporaryFile()
        self._read_log_to = 0
        self._socket, theirs = socket.socketpair()
        self._lines = self._socket.makefile("rb")
        with theirs:
            self._process = subprocess.Popen(
                [NODE, PROGRAM, str(theirs.fileno())],
                cwd=code,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                pass_fds=[theirs.fileno()],
            )

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: dict) -> None:
        try:
            self._socket.settimeout(None)
            self._socket.sendall(json.dumps(request).encode() + b"\n")
        except OSError as error:
            raise Ended from error

    def answer(self, deadline: float) -> dict:
        """The next answer. Raises TimeoutError at the deadline, Ended if the process ends before it answers."""
        line = b""
        try:
            while not line.endswith(b"\n"):
                self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
                part = self._lines.readline()
                if not part:
                    raise Ended
                line += part
        except ConnectionError as error:
            raise Ended from error
        return json.loads(line)

    def new_logs(self) -> str:
        """What was logged since the last call."""
        end = os.fstat(self._log.fileno()).st_size
        logs = os.pread(self._log.fileno(), end - self._read_log_to, self._read_log_to)
        self._read_log_to = end
        return logs.decode(errors="replace")

    def exit_status(self) -> int:
        return self._process.wait()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._socket.close()


class ProcessExecutor(RuntimeExecutor):
    """One environment of a function. Like that of Lambda, it begins anew when a call has ended its process."""

    _process: FunctionProcess | None = None
    _variables: dict[str, str]

    def start(self, env_vars: dict) -> None:
        code = self.function_version.config.code.get_unzipped_code_location()
        self._variables = {name: str(value) for name, value in env_vars.items()} | {
            "LAMBDA_TASK_ROOT": str(code),
            "TMPDIR": tempfile.gettempdir(),
            "TZ": "UTC",
        }
        self._begin()

    def _begin(self) -> None:
        self._process = FunctionProcess(Path(self._variables["LAMBDA_TASK_ROOT"]), self._variables)
        limit = config.LAMBDA_RUNTIME_ENVIRONMENT_TIMEOUT
        answer = self._await_answer(time.monotonic() + limit, "Runtime.InitTimeout", f"Not ready in {limit} s")
        if "error" in answer:
            raise StatusErrorException("The function could not be loaded", payload=answer["error"].encode())

    def _await_answer(self, deadline: float, timed_out: str, message: str) -> dict:
        process = self._process
        try:
            return process.answer(deadline)
        except TimeoutError:
            process.end()
            return failure(timed_out, message)
        except Ended:
            return failure("Runtime.ExitError", f"Runtime exited with status {process.exit_status()}")

    def invoke(self, payload: dict[str, str]) -> InvocationResult:
        if not self._process.runs:
            self._process.end()
            self._begin()
        request_id = payload["invoke-id"]
        version = self.function_version
        timeout = version.config.timeout
        began = time.monotonic()
        request = {
            "id": request_id,
            "arn": payload["invoked-function-arn"],
            "trace": payload["trace-id"],
            "event": payload["payload"] or "{}",
            "timeout": timeout * 1000,
        }
        try:
            self._process.ask(request)
        except Ended:
            pass  # Told when the answer is awaited.
        answer = self._await_answer(
            began + timeout, "Sandbox.Timedout", f"{request_id} Task timed out after {timeout:.2f} seconds"
        )
        milliseconds = (time.monotonic() - began) * 1000
        logs = (
            f"START RequestId: {request_id} Version: {version.id.qualifier}\n"
            f"{self._process.new_logs()}"
            f"END RequestId: {request_id}\n"
            f"REPORT RequestId: {request_id}\tDuration: {milliseconds:.2f} ms\n"
        )
        body = answer["error"] if "error" in answer else answer["answer"]
        return InvocationResult(request_id, body.encode(), is_error="error" in answer, logs=logs)

    def stop(self) -> None:
        if self._process:
            self._process.end()

    def get_logs(self) -> str:
        return self._process.new_logs() if self._process else ""

    def get_address(self) -> str:
        return HOST

    def get_endpoint_from_executor(self) -> str:
        return HOST

    def get_runtime_endpoint(self) -> str:
        # Of LocalStack's own runtime, which is not used here.
        return f"http://{HOST}:{config.GATEWAY_LISTEN[0].port}"

    @classmethod
    def prepare_version(cls, function_version) -> None:
        function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version) -> None:
        pass


def failure(kind: str, message: str) -> dict:
    return {"error": json.dumps({"errorType": kind, "errorMessage": message})}


class ProcessExecutorPlugin(RuntimeExecutorPlugin):
    name = "process"

    def load(self, *args, **kwargs):
        return ProcessExecutor
