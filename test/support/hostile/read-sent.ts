import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import type { Operation } from '../../../shared/operation/operation.ts';
import { readInput } from '../../../shared/serving/input.ts';
import type { Admitted, Read } from '../../../shared/serving/stages.ts';
import { admittedWith } from '../stores/scripted-filing.ts';
import type { Sent } from './unclear-requests.ts';

/** Reads a request as the service does. Returns the parsed request, or the refusal. */
export const readSent = async (
  operation: Operation,
  { query = {}, body, headers = {} }: Sent,
): Promise<Read | ServiceError> => {
  const event = {
    headers,
    body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    queryStringParameters: Object.fromEntries(Object.entries(query).map(([name, all]) => [name, all.at(-1)])),
    multiValueQueryStringParameters: query,
    pathParameters: null,
  } as unknown as APIGatewayProxyEvent;
  try {
    return await readInput(admittedWith({ operation, event }) as Admitted);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
};
