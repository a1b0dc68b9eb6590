import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { documentStore } from '../../../shared/stores/documents.ts';
import { manyContracts } from '../../faults/many-contracts.ts';
import { type Answered, idOf } from '../../support/gateway.ts';
import { startS3Proxy } from '../../support/servers/s3-proxy.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** Filings whose answer is too large for their record, while S3 refuses to store it or to return it. */

/** So many that their results do not fit in the record. */
const CONTRACTS = 120;

const s3 = await startS3Proxy(process.env.AWS_ENDPOINT_URL!);
afterAll(() => s3.close());
const documents = documentStore(s3.url);
// Its client, which is made with the first call, waits for a silent S3 as long as in production. All else has more time.
vi.stubEnv('CALL_LIMITS_FACTOR', '1');
await documents.hasDocument('none');
vi.unstubAllEnvs();
const { authorities, sepe: gateway } = await ownService({ stores: { ...stores, documents } });
beforeEach(async () => {
  await authorities.reset();
  s3.release();
  s3.only = 'answers';
});

const file = manyContracts(CONTRACTS);
const send = (headers: Record<string, string>): Promise<Answered> =>
  gateway.with(headers).call('POST', '/sepe/contrata/xml', { json: file });
const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const recordOf = async (answered: Answered) => (await stores.filings.getFiling(idOf(answered)))!;
const submissions = async () => Object.values((await authorities.stats()).submissions);

describe.each(['failing', 'held'] as const)('the answer to a filing while S3 is %s', (mode) => {
  test('an accepted filing has ended, and is answered so again', async () => {
    s3.mode = mode;
    const keyed = key();
    const first = await send(keyed);
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    expect(first.body.data.contracts).toHaveLength(CONTRACTS);
    const record = await recordOf(first);
    expect(record).toMatchObject({ state: 'accepted', status: 200 });
    expect(record).not.toHaveProperty('answer');
    expect(record).not.toHaveProperty('answerKey');
    const sent = await submissions();

    const again = await send(keyed);
    expect(again).toMatchObject({ status: 200, body: { success: true, data: {} } });
    expect(again.body.message).toContain(`Trámite: ${idOf(first)}.`);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(idOf(again)).toBe(idOf(first));
    expect(await submissions()).toEqual(sent);
    const shown = await gateway.get(`/tramites/${idOf(first)}`);
    expect(shown.body.data).toMatchObject({ state: 'accepted', answer: null });
    expect(shown.body.data.entries).toHaveLength(CONTRACTS);
  });

  test('a refused filing has ended, and is refused again in the same words', async () => {
    const keyed = { ...key(), Repeats: idOf(await send(key())) };
    s3.mode = mode;
    const first = await send(keyed);
    expect(first.status).toBe(422);
    expect(await recordOf(first)).toMatchObject({ state: 'refused', status: 422 });
    expect(await recordOf(first)).not.toHaveProperty('answerKey');
    const again = await send(keyed);
    expect(again.status).toBe(422);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    // The record holds at most twenty messages.
    expect(again.body.errors.sepe).toEqual(first.body.errors.sepe.slice(0, 20));
    expect(again.body.message).toBe(first.body.message);
  });
});

test('the record of a filing that was accepted in part does not report a success', async () => {
  const other = manyContracts(CONTRACTS + 1);
  const keyed = { ...key(), Repeats: idOf(await send(key())) };
  s3.mode = 'failing';
  const sendOther = () => gateway.with(keyed).call('POST', '/sepe/contrata/xml', { json: other });
  const first = await sendOther();
  expect(first).toMatchObject({ status: 200, body: { success: false } });
  expect(await sendOther()).toMatchObject({ status: 200, body: { success: false, data: {} } });
});

test('an answer that cannot be read from S3 is made from the record', async () => {
  const keyed = key();
  const first = await send(keyed);
  s3.mode = 'failing';
  const again = await send(keyed);
  expect(again).toMatchObject({ status: 200, body: { success: true, data: {} } });
  s3.mode = 'well';
  expect((await send(keyed)).body).toEqual(first.body);
});
