"""LocalStack as a process beside others: on this machine only, and not longer than the process that started it."""

import functools
import os
import signal
import sys
import threading

from localstack.runtime import hooks

from pasarela_localstack import HOST


@hooks.on_runtime_create()
def listen_on_loopback():
    """LocalStack listens on all addresses of the machine, whichever it is given."""
    from twisted.internet import endpoints

    endpoints.TCP4ServerEndpoint = functools.partial(endpoints.TCP4ServerEndpoint, interface=HOST)


@hooks.on_runtime_create()
def end_with_parent():
    """The parent holds the other end of the standard input, which closes however the parent ends."""

    def wait_and_end():
        sys.stdin.buffer.read()
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=wait_and_end, daemon=True).start()
