import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { idOf } from '../../support/gateway.ts';
import { runSchedule } from '../../support/iam/due.ts';
import { hasOpenssl } from '../../support/openssl.ts';
import { withoutLookUps } from '../../support/servers/failing-services.ts';
import { startTimeStampAuthority } from '../../support/servers/time-stamp-authority.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { openEvidence, openedEvidence } from '../../support/stores/evidence.ts';
import { onlyDue } from '../../support/stores/schedule.ts';

/** Proofs in the evidence: that an outcome was looked up, when the evidence existed, and that an authority did not work. */

let ahead = 0;
/** Whether look-ups are not answered. */
let isDown = false;
/** Whether evidence with this name cannot be stored. */
let isLost = (_name: string) => false;
const evidence: typeof stores.evidence = {
  ...stores.evidence,
  putEvidence: async (key, ...rest) => {
    if (isLost(key.split('/').at(-1)!)) throw new Error('S3 is down');
    return stores.evidence.putEvidence(key, ...rest);
  },
};
const {
  service,
  authorities,
  requests,
  tgss: gateway,
} = await ownService({
  stores: { ...stores, evidence },
  now: () => new Date(Date.now() + ahead),
  openAuthority: withoutLookUps(() => isDown),
});
beforeEach(async () => {
  isDown = false;
  isLost = () => false;
  ahead = 0;
  await authorities.reset();
});
afterEach(() => vi.unstubAllEnvs());

const { request } = requests['PUT /seg-social/cno']!;
let cno = 3000;
/** Changes the occupation of a worker. */
const make = (headers: Record<string, string> = {}) =>
  gateway.with(headers).call('PUT', '/seg-social/cno', { json: { ...request, cno: String(cno++) } });
const open = (id: string) => openEvidence(gateway, id);
const recordOf = async (id: string) => (await stores.filings.getFiling(id))!;

/** Runs the schedule for this filing only, some minutes from now. */
const runAt = async (minutes: number, id: string) => {
  ahead = minutes * 60_000;
  const all = { ...stores, evidence, filings: { ...stores.filings, ...onlyDue(id) } };
  await runSchedule({ ...service.services, stores: all });
  ahead = 0;
};

describe('evidence of an outcome that was looked up', () => {
  const LOST = { 'X-Sandbox-Scenario': 'lost-answer' };
  const ofLookUp = async (id: string) => {
    const { manifest, files, part } = await open(id);
    const [lookUp, ...others] = manifest.lookUps!;
    expect(others).toEqual([]);
    const names = lookUp!.queries.flatMap(({ answers }) => answers);
    expect(new Set(part('query').map(({ name }) => name))).toEqual(new Set(names));
    const text = names.map((name) => Buffer.from(files[name]!).toString('latin1')).join('\n');
    return { manifest, lookUp: lookUp!, part, text };
  };

  test('the evidence has the questions that prove the outcome, when they were asked, and their answers', async () => {
    const before = Date.now();
    const lost = await make(LOST);
    expect(lost.status).toBe(200);
    const { manifest, lookUp, part, text } = await ofLookUp(idOf(lost));
    expect(manifest).toMatchObject({ filing: { state: 'accepted' }, missing: ['answer'] });
    expect(lookUp.requestId).toBe(lost.headers.get('x-request-id'));
    expect(lookUp.queries.map(({ query }) => query)).toEqual([
      'ATR61 situations',
      'ATR65 movements',
      'ATR65 duplicate TA',
    ]);
    for (const { at } of lookUp.queries) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
    }
    // The page that shows the worker with the occupation that was filed.
    expect(text).toContain(seed.demo.worker.dni);
    expect(text).toContain(String(cno - 1));
    for (const { status, headers } of part('query')) {
      expect(status).toBe(200);
      expect(Object.keys(headers!)).not.toContain('set-cookie');
    }
  });

  test('the evidence has the questions of the schedule’s look-up that found the filing, and none of those that found nothing', async () => {
    isDown = true;
    const lost = await make(LOST);
    expect(lost.status).toBe(502);
    expect((await open(idOf(lost))).manifest).not.toHaveProperty('lookUps');
    isDown = false;
    await runAt(2, idOf(lost));
    expect((await recordOf(idOf(lost))).state).toBe('accepted');
    const { lookUp, text } = await ofLookUp(idOf(lost));
    expect(lookUp.requestId).not.toBe(lost.headers.get('x-request-id'));
    expect(text).toContain(String(cno - 1));
  });

  test('the evidence is written without the questions if they could not be stored', async () => {
    isLost = (name) => name.startsWith('query-');
    const lost = await make(LOST);
    expect(lost.status).toBe(200);
    isLost = () => false;
    await runAt(2, idOf(lost));
    const { manifest } = await open(idOf(lost));
    expect(manifest).toMatchObject({ missing: ['answer'], filing: { state: 'accepted' } });
    expect(manifest).not.toHaveProperty('lookUps');
  });

  test('the evidence has the parts that were stored before a manifest that could not be stored at first', async () => {
    isLost = (name) => name === 'manifest.json';
    const id = idOf(await make(LOST));
    isLost = () => false;
    await runAt(2, id);
    const { part, files } = await open(id);
    const text = part('query').map(({ name }) => Buffer.from(files[name]!).toString('latin1'));
    expect(text.join('\n')).toContain(String(cno - 1));
  });
});

describe.skipIf(!hasOpenssl)('a stage with a time-stamping authority', () => {
  let stamps: Awaited<ReturnType<typeof startTimeStampAuthority>>;
  beforeAll(async () => {
    stamps = await startTimeStampAuthority();
  });
  afterAll(() => stamps.close());
  beforeEach(() => {
    stamps.misbehave(undefined);
    stamps.queries.length = 0;
    vi.stubEnv('TIME_STAMP_AUTHORITY', stamps.address);
  });
  const isWritten = (id: string) =>
    expect.poll(() => stores.filings.getFiling(id)).not.toHaveProperty('evidenceDue');

  test('the stage writes evidence at once, and its time-stamp within a minute', async () => {
    const id = idOf(await make());
    await isWritten(id);
    const first = await open(id);
    expect(first.timestamp).toBe('pending');
    expect(first.files).not.toHaveProperty('manifest.json.tsr');
    // The answer to the caller does not wait for it.
    expect(stamps.queries).toEqual([]);
    await runAt(2, id);
    const stamped = await open(id);
    expect(stamped.timestamp).toBe('included');
    expect(stamped.manifest).toEqual(first.manifest);
    const { 'manifest.json': manifest, 'manifest.json.tsr': token } = stamped.files;
    expect(await stamps.verify(manifest!, token!)).toContain('Verification: OK');
    expect(await recordOf(id)).not.toHaveProperty('stampDue');
    expect(await recordOf(id)).not.toHaveProperty('due');
    await runAt(5, id);
    expect(stamps.queries).toHaveLength(1);
    expect((await open(id)).zip.equals(stamped.zip)).toBe(true);
  });

  test.each(['down', 'page', 'altered', 'another'] as const)(
    'the stage writes evidence at once, and asks again for its time-stamp, if that authority is, or answers, “%s”',
    async (how) => {
      stamps.misbehave(how);
      const id = idOf(await make());
      await isWritten(id);
      await runAt(2, id);
      expect(stamps.queries).toHaveLength(1);
      expect((await open(id)).timestamp).toBe('pending');
      stamps.misbehave(undefined);
      await runAt(20, id);
      const { timestamp, files } = await open(id);
      expect(timestamp).toBe('included');
      expect(await stamps.verify(files['manifest.json']!, files['manifest.json.tsr']!)).toContain('OK');
    },
  );

  test('the stage has a time-stamp of each manifest of a filing that ends again', async () => {
    isDown = true;
    const id = idOf(await make({ 'X-Sandbox-Scenario': 'lost-answer' }));
    await isWritten(id);
    await runAt(2, id);
    const unknown = await open(id);
    expect(unknown).toMatchObject({ timestamp: 'included', manifest: { filing: { state: 'unknown' } } });
    isDown = false;
    await runAt(10, id);
    expect((await open(id)).timestamp).toBe('pending');
    await runAt(20, id);
    const { timestamp, manifest, files } = await open(id);
    expect({ timestamp, state: manifest.filing.state }).toEqual({ timestamp: 'included', state: 'accepted' });
    expect(await stamps.verify(files['manifest.json']!, files['manifest.json.tsr']!)).toContain('OK');
    expect(stamps.queries).toHaveLength(2);
  });

  test('the stage asks for no time-stamp of evidence from before or after it had such an authority', async () => {
    vi.stubEnv('TIME_STAMP_AUTHORITY', '');
    const before = idOf(await make());
    await isWritten(before);
    vi.stubEnv('TIME_STAMP_AUTHORITY', stamps.address);
    const due = idOf(await make());
    await isWritten(due);
    vi.stubEnv('TIME_STAMP_AUTHORITY', '');
    for (const id of [before, due]) await runAt(3, id);
    expect(stamps.queries).toEqual([]);
    for (const id of [before, due]) expect((await open(id)).timestamp).toBe('none');
  });

  test('the stage has evidence of an outage stamped, too', async () => {
    const down = await make({ 'X-Sandbox-Scenario': 'maintenance' });
    const id = idOf(down);
    expect((await gateway.post(`/tramites/${id}/evidence`, {})).body.data.timestamp).toBe('pending');
    await runAt(2, id);
    const { files, timestamp } = await open(id);
    expect(timestamp).toBe('included');
    expect(await stamps.verify(files['manifest.json']!, files['manifest.json.tsr']!)).toContain('OK');
  });
});

describe('a filing that was not sent because the authority did not work', () => {
  const witness = (id: string, who = gateway) => who.post(`/tramites/${id}/evidence`, {});

  test.each([
    ['maintenance', 503],
    ['error-page', 500],
  ])(
    'the filing has evidence when it is requested: the authority answered “%s”',
    async (scenario, status) => {
      const began = Date.now();
      const down = await make({ 'X-Sandbox-Scenario': scenario });
      expect(down.status).toBe(status);
      const id = idOf(down);
      expect((await gateway.get(`/tramites/${id}/evidence`)).status).toBe(404);
      const made = await witness(id);
      expect({ status: made.status, message: made.body.message }).toEqual({ status: 200, message: 'OK' });
      const { manifest, files } = openedEvidence(id, made.body.data);
      expect(manifest).toMatchObject({
        filing: { id, state: 'ended', authority: 'tgss', messages: down.body.errors.tgss },
        certificate: { nif: seed.demo.holder.nif },
        missing: [],
      });
      expect(manifest.parts.map(({ name }) => name)).toEqual(['request.json', 'reply.json']);
      for (const instant of [manifest.times.claimed, manifest.times.ended!]) {
        expect(Date.parse(instant)).toBeGreaterThanOrEqual(began);
        expect(Date.parse(instant)).toBeLessThanOrEqual(Date.now());
      }
      expect(manifest.times).not.toHaveProperty('committing');
      expect(JSON.parse(Buffer.from(files['reply.json']!).toString())).toEqual(down.body);
      expect(JSON.parse(Buffer.from(files['request.json']!).toString())).toMatchObject({
        cno: String(cno - 1),
      });
      // Doing it again changes nothing.
      expect((await witness(id)).body.data.sha256).toBe(made.body.data.sha256);
      expect((await open(id)).manifest).toEqual(manifest);
      expect(await recordOf(id)).not.toHaveProperty('due');
      // It blocks no other filing.
      expect((await make()).status).toBe(200);
    },
  );

  test('the filing has evidence that the schedule writes if it could not be written at once', async () => {
    const id = idOf(await make({ 'X-Sandbox-Scenario': 'maintenance' }));
    isLost = () => true;
    expect((await witness(id)).status).toBe(404);
    isLost = () => false;
    await runAt(2, id);
    expect((await open(id)).part('reply')).toHaveLength(1);
    expect((await recordOf(id)).state).toBe('ended');
  });

  test('the filing has such evidence, but one that was refused, was filed or belongs to another account has none', async () => {
    const refused = idOf(await make({ 'X-Sandbox-Scenario': 'refused' }));
    expect((await witness(refused)).status).toBe(409);
    const filed = idOf(await make());
    const { body } = await witness(filed);
    expect(openedEvidence(filed, body.data).manifest.filing.state).toBe('accepted');
    const down = idOf(await make({ 'X-Sandbox-Scenario': 'maintenance' }));
    expect((await witness(down, service.otherCaller)).status).toBe(404);
  });
});
