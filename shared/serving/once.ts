import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { failed, succeeded } from '../envelope.ts';
import { inProgress, invalid, ServiceError } from '../errors.ts';
import type { Reply } from '../operation.ts';
import { Replayed } from './answer.ts';
import { type Call, header } from './call.ts';
import type { Services } from './services.ts';

/**
 * Keeps a submission from being made twice by one integrator. Two identical ones at the same time: the second is a
 * 409. With the header `Idempotency-Key` the answer is remembered for a day as well, and the same request with the
 * same key is given it again instead of being filed again; nothing is remembered of what surely filed nothing.
 */
export const once = async (
  { stores: { submissionClaims }, log }: Services,
  event: APIGatewayProxyEvent,
  call: Call,
  run: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown> | Replayed> => {
  const accountId = call.caller?.accountId ?? '';
  const key = header(event, 'Idempotency-Key');
  if (key !== undefined && !/^[\x21-\x7e]{1,100}$/.test(key))
    throw invalid({ 'Idempotency-Key': ['Debe tener de 1 a 100 caracteres ASCII sin espacios.'] });
  const requestHash = hashOf([accountId, event.resource, event.httpMethod, call.certificate?.id, call.input]);
  const name = key === undefined ? requestHash : hashOf([accountId, key]);

  const claim = await submissionClaims.claimSubmission(name, call.requestId, requestHash, call.now);
  if (claim.state === 'in-progress') throw inProgress();
  if (claim.state === 'answered') {
    if (claim.requestHash !== requestHash)
      throw invalid({ 'Idempotency-Key': ['Esta clave ya se usó con otra petición.'] });
    return new Replayed(claim.status, claim.body);
  }

  const settle = async (answer: { status: number; body: unknown } | undefined) => {
    // The submission is over; if this fails, the place frees itself in a minute.
    try {
      if (key !== undefined && answer)
        await submissionClaims.rememberSubmission(
          name,
          { accountId, requestId: call.requestId, requestHash, now: call.now },
          { status: answer.status, body: JSON.stringify(answer.body) },
        );
      else await submissionClaims.releaseSubmission(name);
    } catch (error) {
      log.error('a submission could not be settled', { requestId: call.requestId, error: error as Error });
    }
  };
  try {
    const reply = await run();
    await settle({ status: 200, body: succeeded(reply) });
    return reply;
  } catch (error) {
    await settle(
      error instanceof ServiceError && mayHaveTakenEffect(error)
        ? { status: error.status, body: failed(error) }
        : undefined,
    );
    throw error;
  }
};

/** 502 is told when something was sent and its result is not known. */
const mayHaveTakenEffect = (error: ServiceError) => error.status === 502;

const hashOf = (parts: unknown[]) =>
  createHash('sha256')
    .update(JSON.stringify(parts, (_, value) => (isRecord(value) ? sorted(value) : value)))
    .digest('hex');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
