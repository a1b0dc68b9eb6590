import middy from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { routerOf } from './derive/router.ts';
import type { Group } from './operation.ts';
import { admit } from './serving/admit.ts';
import { answer } from './serving/answer.ts';
import type { ServedContext } from './serving/call.ts';
import { readInput } from './serving/input.ts';
import { runOperation } from './serving/run.ts';
import { realServices } from './serving/services.ts';

/** The handler of a function that serves the operations of a group behind API Gateway's proxy integration. */
export const serve = (group: Group, services = realServices) =>
  middy<APIGatewayProxyEvent, unknown, Error, ServedContext>()
    .use(answer(services))
    .use(admit(routerOf(group), services))
    .use(readInput())
    .handler(runOperation(services));
