import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import type { PortOptions } from '../../../shared/authorities/authority-port.ts';
import { type Answer, connect } from '../../../shared/authorities/channel/channel.ts';
import { sha256Of } from '../../../shared/kernel/document.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { filingKey } from '../../../shared/stores/filings/filing-keys.ts';
import { newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { contractMaker, refusedBySepe } from '../../support/contracts.ts';
import { type Gateway, idOf } from '../../support/gateway.ts';
import { withoutLookUps } from '../../support/servers/failing-services.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { openEvidence } from '../../support/stores/evidence.ts';
import { countsOfSchedule, onlyDue } from '../../support/stores/schedule.ts';

/** The evidence that filings leave. */

type Evidence = Services['stores']['evidence'];

/** The faults of a test. `down`: no look-up is answered. */
let faults: { now?: number; evidence?: Partial<Evidence>; down?: boolean } = {};
const evidence = new Proxy(stores.evidence, {
  get: (real, name) => Reflect.get(faults.evidence ?? {}, name) ?? Reflect.get(real, name),
});
/** The authorities' answers to the steps that file. */
let answers: Answer[] = [];
const openAuthority = (options: PortOptions) => {
  const { connect: open = connect } = options;
  return withoutLookUps(() => faults.down ?? false)({
    ...options,
    connect: (...all) => {
      const channel = open(...all);
      return {
        ...channel,
        send: async (request, by) => {
          const answer = await channel.send(request, by);
          if (request.commits) answers.push(answer);
          return answer;
        },
      };
    },
  });
};
const lines: { message: string; facts: Record<string, unknown> }[] = [];

const {
  service,
  authorities,
  requests,
  tgss: gateway,
  sepe,
} = await ownService({
  stores: { ...stores, evidence },
  now: () => new Date(Date.now() + (faults.now ?? 0)),
  openAuthority,
  log: {
    info: (message, facts) => lines.push({ message, facts }),
    error: (message, facts) => lines.push({ message, facts }),
  },
});
beforeEach(async () => {
  faults = {};
  answers = [];
  lines.length = 0;
  await authorities.reset();
});

/** Registers a worker. The answer has a document. */
const register = (headers: Record<string, string> = {}, more: object = {}) =>
  gateway.with(headers).post('/seg-social/alta', {
    ...requests['POST /seg-social/alta']!.request,
    duplicate: 1,
    ...more,
  });

let change = 3000;
/** Changes the occupation. The answer has no document. */
const make = (headers: Record<string, string> = {}, who = gateway) =>
  who.with(headers).call('PUT', '/seg-social/cno', {
    json: { ...requests['PUT /seg-social/cno']!.request, cno: String(change++) },
  });

/** Opens the evidence of a filing. */
const open = (id: string, who = gateway) => openEvidence(who, id);

/** Runs the schedule for this filing only, some minutes from now. Returns the counts, except zeros. */
const runAt = async (minutes: number, id: string) => {
  const before = faults;
  faults = { ...before, now: minutes * 60_000 };
  const filings = { ...stores.filings, ...onlyDue(id) };
  const services = { ...service.services, stores: { ...service.services.stores, filings } };
  const counts = await countsOfSchedule(services);
  faults = before;
  return counts;
};

const fails = async () => {
  throw new Error('S3 is down');
};

describe('a filing that was accepted', () => {
  test('the filing leaves evidence of who filed it, when, with which certificate, what was sent and answered, and the documents', async () => {
    const answered = await register();
    expect(answered.status).toBe(200);
    const id = idOf(answered);
    const { manifest, files, part, text } = await open(id);

    // The answer does not wait for that.
    await expect.poll(() => stores.filings.getFiling(id)).not.toHaveProperty('evidenceDue');
    const filing = (await stores.filings.getFiling(id))!;
    expect(manifest).toMatchObject({
      version: 1,
      filing: {
        id,
        operation: 'POST /api/v4/seg-social/alta',
        authority: 'tgss',
        state: 'accepted',
        requestId: answered.headers.get('x-request-id'),
        entries: [],
      },
      by: {
        account: filing.accountId,
        user: filing.userId,
        name: 'Asesoría de ejemplo',
        email: service.email,
        client: 0,
      },
      certificate: {
        id: filing.certificate.id,
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        nif: seed.demo.holder.nif,
      },
      times: { claimed: filing.claimedAt, committing: filing.committingAt, ended: filing.endedAt },
      missing: [],
    });
    expect(JSON.parse(Buffer.from(files['request.json']!).toString())).toEqual(JSON.parse(filing.request!));

    // Exactly the bytes that the authority answered to each step that files.
    expect(answers.length).toBeGreaterThan(0);
    expect(part('answer')).toEqual(
      answers.map(({ status, contentType, body }, index) => ({
        name: `answer-${index + 1}`,
        kind: 'answer',
        contentType,
        size: body.byteLength,
        sha256: sha256Of(body),
        status,
        headers: expect.objectContaining({ 'content-type': contentType }),
      })),
    );
    // None of its headers that might identify a session.
    for (const { headers } of answers) expect(Object.keys(headers).length).toBeGreaterThan(2);
    for (const { headers } of part('answer'))
      expect(Object.keys(headers!).sort()).toEqual(['content-type', 'date']);
    const content = Object.values<{ content?: string }>(answered.body.data).flatMap((value) =>
      value?.content ? [sha256Of(Buffer.from(value.content, 'base64'))] : [],
    );
    expect(content.length).toBeGreaterThan(0);
    expect(part('document').map((one) => one.sha256)).toEqual(expect.arrayContaining(content));

    for (const secret of [gateway.token, service.demo.certificates.tgss, 'PRIVATE KEY', 'set-cookie'])
      expect(text.includes(secret), secret).toBe(false);
  });

  test('the evidence of the filing is always the same zip, which other programs read', async () => {
    const id = idOf(await make());
    const [one, other] = [await open(id), await open(id)];
    expect(one.zip.equals(other.zip)).toBe(true);
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    try {
      const file = join(folder, 'evidence.zip');
      writeFileSync(file, one.zip);
      const { stdout } = await promisify(execFile)('python3', ['-m', 'zipfile', '-l', file]);
      for (const name of ['manifest.json', 'request.json', 'answer-1']) expect(stdout).toContain(name);
      await promisify(execFile)('python3', ['-m', 'zipfile', '-t', file]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the evidence of the filing cannot be changed or deleted', async () => {
    const id = idOf(await make());
    const { zip } = await open(id);
    const s3 = new S3Client({ forcePathStyle: true });
    const Bucket = process.env.EVIDENCE_BUCKET!;
    const filing = (await stores.filings.getFiling(id))!;
    const Prefix = stores.evidence.evidenceFolder(filing);
    expect(Prefix).toBe(`${filing.accountId}/${new Date().getUTCFullYear()}/${id}/`);
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
    expect(Versions.map(({ Key }) => Key!.slice(Prefix.length)).sort()).toEqual([
      'answer-1',
      expect.stringMatching(/^document-[0-9a-f]{12}-TA\.pdf$/),
      'manifest.json',
      'request.json',
    ]);
    // Unlike S3, the emulator does not apply the bucket's lock to copies.
    for (const { Key, VersionId } of Versions.filter((one) => !one.Key!.includes('/document-')))
      await expect(s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))).rejects.toThrow(/lock/);
    expect((await open(id)).zip.equals(zip)).toBe(true);

    // A part that was replaced is detected.
    await stores.evidence.putEvidence(`${Prefix}answer-1`, Buffer.from('another'), {
      contentType: 'text/html',
    });
    expect((await gateway.get(`/tramites/${id}/evidence`)).status).toBe(500);
  });
});

describe('evidence', () => {
  test('the evidence of a client company is visible to that company and the office alone, and its manifest has the number of the company', async () => {
    const { id, gateway: company } = await newCompany(service.caller);
    const subject = { person: seed.demo.holder };
    const secret = await storeNewCertificate(service.caller, subject, { clientId: id });
    const own = idOf(await make({}, service.caller.acting(secret)));
    const other = idOf(await make());

    expect((await open(own, company)).manifest.by.client).toBe(Number(id));
    expect((await company.get(`/tramites/${other}/evidence`)).status).toBe(404);
    expect((await open(own)).manifest.by.client).toBe(Number(id));
  });

  test('the evidence does not tell a client company who the users of the account are, nor does its trámite', async () => {
    const { id, email, gateway: company } = await newCompany(service.caller);
    const secret = await storeNewCertificate(service.caller, { person: seed.demo.holder }, { clientId: id });
    const byOffice = idOf(await make({}, service.caller.acting(secret)));
    const byItself = idOf(await make({}, company.acting(secret)));

    const whole = await open(byOffice);
    expect(whole.manifest.by).toMatchObject({ name: 'Asesoría de ejemplo', email: service.email });
    expect(whole.manifest.withheld).toBeUndefined();
    const { user } = (await company.get(`/tramites/${byOffice}`)).body.data;
    expect(user).toEqual({ id: whole.manifest.by.user, name: null, email: null });
    const shown = await open(byOffice, company);
    expect(shown.text).not.toContain(service.email);
    expect(shown.text).not.toContain('Asesoría de ejemplo');
    // Everything else is the same, and the complete evidence can be recognised by its hash.
    const { withheld, by, ...rest } = shown.manifest;
    const { by: all, ...others } = whole.manifest;
    expect(rest).toEqual(others);
    expect(by).toEqual({ account: all.account, user: all.user, client: all.client });
    expect(withheld).toEqual({
      members: ['by.name', 'by.email'],
      sha256: sha256Of(Buffer.from(whole.files['manifest.json']!)),
    });
    const own = await open(byItself, company);
    expect(own.manifest.by.email).toBe(email);
    expect(own.manifest.withheld).toBeUndefined();
    expect(own.zip.equals((await open(byItself)).zip)).toBe(true);
  });

  test('the evidence does not tell a client company who made the dry run whose content it filed', async () => {
    const { id, gateway: company } = await newCompany(service.caller);
    const secret = await storeNewCertificate(service.caller, { person: seed.demo.holder }, { clientId: id });
    const json = { ...requests['PUT /seg-social/cno']!.request, cno: String(change++) };
    const send = (who: Gateway, more: object) =>
      who.call('PUT', '/seg-social/cno', { json: { ...json, ...more } });
    const { previewToken } = (await send(service.caller.acting(secret), { test: 1 })).body;
    const filing = company.acting(secret).with({ 'Preview-Token': previewToken });
    const filed = idOf(await send(filing, {}));
    expect((await open(filed)).manifest.preview?.email).toBe(service.email);
    const { manifest, text } = await open(filed, company);
    expect(text).not.toContain(service.email);
    expect(manifest.withheld?.members).toEqual(['preview.name', 'preview.email']);
  });
});

describe('a filing without evidence', () => {
  test.each([
    ['of a dry run', {}, { test: 1 }],
    ['of what was not sent', { 'X-Sandbox-Scenario': 'refused' }, {}],
  ])('no evidence exists %s', async (_, headers, more) => {
    const id = idOf(await register(headers, more));
    expect(id).toBeTruthy();
    const { status, body } = await gateway.get(`/tramites/${id}/evidence`);
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: 'No se conservan evidencias de este trámite.',
    });
  });
});

test('a filing that the authority refused leaves evidence with its words', async () => {
  const contract = contractMaker(service.demo)();
  const first = await sepe.post('/sepe/contrata', contract);
  expect(first.status).toBe(200);
  answers = [];
  const answered = await sepe.with({ Repeats: idOf(first) }).post('/sepe/contrata', contract);
  expect(answered).toMatchObject(refusedBySepe(/^CCT4003: Existe/));
  const { manifest, part } = await open(idOf(answered));
  expect(manifest.filing).toMatchObject({ state: 'refused', messages: answered.body.errors.sepe });
  expect(part('answer').map((one) => one.sha256)).toEqual(answers.map(({ body }) => sha256Of(body)));
  expect(answers.length).toBeGreaterThan(0);
});

describe('an unknown outcome', () => {
  test('an unknown outcome leaves evidence of what is known, to which a look-up adds, and the first manifest stays', async () => {
    faults.down = true;
    const answered = await make({ 'X-Sandbox-Scenario': 'lost-answer' });
    expect(answered.status).toBe(502);
    const id = idOf(answered);
    const before = await open(id);
    expect(before.manifest).toMatchObject({ filing: { state: 'unknown' }, missing: ['answer'] });
    expect(before.part('answer')).toEqual([]);

    faults.down = false;
    expect(await runAt(1.1, id)).toEqual({ due: 1, accepted: 1 });
    const after = await open(id);
    expect(after.manifest).toMatchObject({ filing: { state: 'accepted' }, missing: ['answer'] });
    expect(after.manifest.by).toEqual(before.manifest.by);
    expect(after.manifest.times.ended! > before.manifest.times.ended!).toBe(true);

    const Prefix = `${stores.evidence.evidenceFolder((await stores.filings.getFiling(id))!)}manifest.json`;
    const { Versions = [] } = await new S3Client({ forcePathStyle: true }).send(
      new ListObjectVersionsCommand({ Bucket: process.env.EVIDENCE_BUCKET!, Prefix }),
    );
    expect(Versions).toHaveLength(2);
    expect(await runAt(2000, id)).toEqual({});
  });

  test('a document that a look-up found later is in the evidence, beside the first answer', async () => {
    const keyed = { 'Idempotency-Key': crypto.randomUUID() };
    const { request } = requests['POST /seg-social/baja']!;
    const dismiss = (more = {}) => gateway.with({ ...keyed, ...more }).post('/seg-social/baja', request);
    const answered = await dismiss({ 'X-Sandbox-Scenario': 'no-duplicate-no-ta' });
    expect(answered.status).toBe(502);
    const before = await open(idOf(answered));
    expect(before.manifest.filing.state).toBe('accepted');
    expect(before.part('document')).toEqual([]);
    expect((await dismiss()).status).toBe(200);
    const after = await open(idOf(answered));
    expect(after.manifest.parts.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^document-[0-9a-f]{12}-TA\.pdf$/),
    );
    expect(after.part('answer')).toEqual(before.part('answer'));
    expect(after.part('answer').length).toBeGreaterThan(0);
  });
});

describe('evidence that cannot be written at first', () => {
  test('the caller is answered all the same, and the schedule writes what the record has', async () => {
    faults.evidence = { putEvidence: fails };
    const answered = await register();
    expect(answered.status).toBe(200);
    const id = idOf(answered);
    expect(lines).toContainEqual({
      message: 'evidence could not be written',
      facts: { requestId: expect.any(String), filing: id, error: expect.any(Error) },
    });
    const shown = await gateway.get(`/tramites/${id}/evidence`);
    expect(shown.status).toBe(404);
    expect(shown.body.message).toMatch(/aún no/);

    expect(await runAt(0.5, id)).toEqual({});
    expect(await runAt(1.1, id)).toEqual({ due: 1, failed: 1 });
    faults = {};
    expect(await runAt(2, id)).toEqual({});
    expect(await runAt(7, id)).toEqual({ due: 1, completed: 1 });
    expect(await runAt(2000, id)).toEqual({});
    const { manifest, part } = await open(id);
    expect(manifest).toMatchObject({ filing: { state: 'accepted' }, missing: ['answer'] });
    expect(part('request')).toHaveLength(1);
    expect(part('document').length).toBeGreaterThan(0);
    expect(await stores.filings.getFiling(id)).not.toHaveProperty('evidenceDue');
  });

  test('an answer that was stored before is found again', async () => {
    faults.evidence = {
      putEvidence: (key, ...rest) =>
        key.endsWith('manifest.json') ? fails() : stores.evidence.putEvidence(key, ...rest),
    };
    const id = idOf(await make());
    faults = {};
    expect(await runAt(1.1, id)).toEqual({ due: 1, completed: 1 });
    const { manifest, part } = await open(id);
    expect(manifest.missing).toEqual([]);
    expect(part('answer').map((one) => one.sha256)).toEqual(answers.map(({ body }) => sha256Of(body)));
  });

  test('a part that was never stored is in no manifest, though the first one names it', async () => {
    faults.evidence = {
      putEvidence: (key, ...rest) =>
        key.endsWith('answer-1') ? fails() : stores.evidence.putEvidence(key, ...rest),
    };
    const answered = await make();
    expect(answered.status).toBe(200);
    const id = idOf(answered);
    const filing = (await stores.filings.getFiling(id))!;
    expect(filing.evidenceDue).toBe(filing.endedAt);
    faults = {};
    const folder = stores.evidence.evidenceFolder(filing);
    const first = (await stores.evidence.getEvidence(`${folder}manifest.json`))!;
    expect(Buffer.from(first).toString()).toContain('answer-1');
    const shown = await gateway.get(`/tramites/${id}/evidence`);
    expect({ status: shown.status, message: shown.body.message }).toEqual({
      status: 404,
      message: expect.stringMatching(/aún no/),
    });

    expect(await runAt(1.1, id)).toEqual({ due: 1, completed: 1 });
    const { manifest, part } = await open(id);
    expect(manifest.missing).toEqual(['answer']);
    expect(part('answer')).toEqual([]);
    expect(part('request')).toHaveLength(1);
  });

  test('evidence for a record that does not end is given to no one, and not lost', async () => {
    const { filings } = service.services.stores;
    Object.assign(service.services.stores, { filings: { ...filings, endFiling: fails } });
    const answered = await make().finally(() => Object.assign(service.services.stores, { filings }));
    expect(answered.status).toBe(200);
    const id = idOf(answered);
    expect((await stores.filings.getFiling(id))!.state).toBe('committing');
    const folder = stores.evidence.evidenceFolder((await stores.filings.getFiling(id))!);
    expect(await stores.evidence.getEvidence(`${folder}manifest.json`)).toBeDefined();
    expect((await gateway.get(`/tramites/${id}/evidence`)).status).toBe(404);

    expect(await runAt(2, id)).toEqual({ due: 1, accepted: 1 });
    const { manifest, part } = await open(id);
    expect(manifest).toMatchObject({ filing: { state: 'accepted' }, missing: [] });
    expect(manifest.times.ended).toBe((await stores.filings.getFiling(id))!.endedAt);
    expect(part('answer').map((one) => one.sha256)).toEqual(answers.map(({ body }) => sha256Of(body)));
  });

  test('a manifest does not replace one that another function wrote meanwhile', async () => {
    const key = `none/2026/${crypto.randomUUID()}/manifest.json`;
    const put = (text: string) =>
      stores.evidence.putEvidence(key, Buffer.from(text), { contentType: 'text/plain', isFirst: true });
    expect(await put('first')).toBe(true);
    expect(await put('second')).toBe(false);
    expect(Buffer.from((await stores.evidence.getEvidence(key))!).toString()).toBe('first');
  });

  test('a request that is no longer stored is named as missing, and the other parts are written', async () => {
    faults.evidence = { putEvidence: fails };
    const id = idOf(await make());
    faults = {};
    await dynamo().send(
      new UpdateCommand({
        TableName: process.env.FILINGS_TABLE!,
        Key: filingKey.head(id),
        UpdateExpression: 'SET requestKey = :gone REMOVE #request',
        ExpressionAttributeNames: { '#request': 'request' },
        ExpressionAttributeValues: { ':gone': `requests/none/${id}.json` },
      }),
    );
    expect(await runAt(1.1, id)).toEqual({ due: 1, completed: 1 });
    const { manifest, part } = await open(id);
    expect(manifest.missing).toEqual(['request.json', 'answer']);
    expect(part('document')).toHaveLength(1);
  });

  test('evidence of an unknown outcome that is not looked up is completed later, also if a person has declared it', async () => {
    faults = { down: true, evidence: { putEvidence: fails } };
    const lost = { 'X-Sandbox-Scenario': 'lost-answer' };
    const { request } = requests['POST /seg-social/pract-no-remun']!;
    const neverFound = idOf(await gateway.with(lost).post('/seg-social/pract-no-remun', request));
    const spoken = idOf(await make(lost));
    const note = 'No consta en el informe.';
    expect((await gateway.post(`/tramites/${spoken}/resolve`, { filed: false, note })).status).toBe(200);
    faults = { down: true };
    for (const id of [neverFound, spoken]) {
      expect(await runAt(1.1, id)).toEqual({ due: 1, completed: 1 });
      expect(await runAt(2000, id)).toEqual({});
      expect((await open(id)).manifest.filing.state).toBe('unknown');
      expect(await stores.filings.getFiling(id)).not.toHaveProperty('looks');
    }
  });

  test('a document that could not be stored is stored from memory', async () => {
    const documents = { ...service.services.stores.documents, putDocument: fails };
    const { services } = service;
    const real = services.stores.documents;
    Object.assign(services.stores, { documents });
    try {
      const { part, manifest } = await open(idOf(await register()));
      expect(part('document').length).toBeGreaterThan(0);
      expect(manifest.missing).toEqual([]);
    } finally {
      Object.assign(services.stores, { documents: real });
    }
  });
});
