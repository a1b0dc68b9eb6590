"""A process of DynamoDB Local. Its argument is the port. By itself it would listen on all addresses of the machine."""

import os
import sys

import jpype

from pasarela_localstack import HOST

JARS = os.environ["DYNAMODB_JARS"]

if __name__ == "__main__":
    jpype.startJVM(f"-Djava.library.path={JARS}", "-Xmx512m", classpath=[f"{JARS}/*"])
    runner = jpype.JClass("com.amazonaws.services.dynamodbv2.local.main.ServerRunner")
    server = runner.createServerFromCommandLineArgs(["-inMemory", "-port", sys.argv[1]])
    jetty = server.getClass().getDeclaredField("server")
    jetty.setAccessible(True)
    for connector in jetty.get(server).getConnectors():
        connector.setHost(HOST)
    server.start()
    server.join()
