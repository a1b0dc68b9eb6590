import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { unforeseen } from '../../../shared/serving/answer.ts';

const silence = Object.assign(new Error('x'), { name: 'TimeoutError', $metadata: { attempts: 3 } });
const of = (kind: 'submission' | 'reading' | 'resource', method: 'GET' | 'POST', error: unknown = silence) =>
  unforeseen(error, { requestId: 'r1', operation: { kind, method } });

test.each([
  ['submission', 'POST'],
  ['reading', 'GET'],
  ['resource', 'GET'],
] as const)(
  'a caller learns where a store is silent that a %s by %s filed nothing, and when to ask again',
  (kind, method) => {
    const { status, message, headers } = of(kind, method);
    expect({ status, headers }).toEqual({ status: 503, headers: { 'Retry-After': '5' } });
    expect(message).toContain('Esta petición no ha presentado nada');
  },
);

test('the answer to a failure says to look first where something may have been saved', () => {
  expect(of('resource', 'POST')).toMatchObject({
    status: 503,
    message: expect.stringMatching(/No se sabe si el cambio se ha guardado: compruébelo/),
  });
});

test('the answer is the same if a transaction goes on to conflict with others', () => {
  const conflict = new TransactionCanceledException({
    message: 'x',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  });
  expect(of('resource', 'POST', conflict).status).toBe(503);
});

test('an error that no one foresaw is masked in the answer', () => {
  expect(of('submission', 'POST', new Error('secret'))).toMatchObject({
    status: 500,
    message: expect.stringContaining('r1'),
  });
});
