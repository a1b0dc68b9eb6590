import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { answer } from '../../../shared/serving/answer.ts';
import { realServices } from '../../../shared/serving/services.ts';
import { newTrace, type Received } from '../../../shared/serving/stages.ts';

/** Answers that are too large, or nearly so, without any document. */

/** What Lambda takes, in bytes. */
const MOST = 6_291_556;

/** What the function returns for a reply. */
const returned = async (reply: Reply<unknown>, filingId?: string): Promise<APIGatewayProxyResult> => {
  const log = { info: () => {}, error: () => {} };
  const received = {
    event: { requestContext: {} } as APIGatewayProxyEvent,
    requestId: 'r',
    now: new Date(),
    trace: { ...newTrace(), ...(filingId && { filingId }) },
  } as unknown as Received;
  const response = await answer({ ...realServices, log }, received, Promise.resolve(reply));
  expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThanOrEqual(MOST);
  return response;
};

/** Lists that become this large in an answer: with quotes, each of which Lambda counts twice. */
const texts = (bytes: number) => Array.from({ length: bytes / 10 }, () => 'abcdefg');

test('an answer that is just not too large is delivered', async () => {
  const { statusCode, body } = await returned({ data: texts(4_500_000) });
  expect(statusCode).toBe(200);
  expect(JSON.parse(body).data).toHaveLength(450_000);
});

test.each([5_500_000, 20_000_000])('an answer of %i bytes to a question is a failure', async (bytes) => {
  const { statusCode, body } = await returned({ data: texts(bytes) });
  expect(statusCode).toBe(500);
  expect(JSON.parse(body)).toMatchObject({ success: false, status: 500, data: [] });
});

test('a filing is answered as filed, without what is too large', async () => {
  const { statusCode, body } = await returned({ data: texts(20_000_000), success: false }, '01KAJ5Z3W8');
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toMatchObject({
    success: false,
    status: 200,
    message: expect.stringContaining('Trámite: 01KAJ5Z3W8'),
    data: [],
  });
});
