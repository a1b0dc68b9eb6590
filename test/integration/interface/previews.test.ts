import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newUser } from '../../support/callers/users.ts';
import { type Answered, type Gateway, idOf } from '../../support/gateway.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { openEvidence } from '../../support/stores/evidence.ts';

/** Exactly what was tried is filed: `previewToken` of a dry run, and `Preview-Token` of a submission. */

const PATH = '/seg-social/cno';
let ahead = 0;
const {
  service,
  authorities,
  requests,
  tgss: gateway,
} = await ownService({ now: () => new Date(Date.now() + ahead) });
const { accountId } = service;
beforeEach(async () => {
  ahead = 0;
  await authorities.reset();
});

let cno = 4000;
/** A request that no other test makes. */
const another = () => ({ ...requests[`PUT ${PATH}`]!.request, cno: String(cno++) });
const send = (json: object, headers: Record<string, string> = {}, by = gateway) =>
  by.with(headers).call('PUT', PATH, { json });
const tryOut = (json: object, headers?: Record<string, string>, by?: Gateway): Promise<Answered> =>
  send({ ...json, test: 1 }, headers, by);
const tokenOf = async (json: object, by?: Gateway): Promise<string> =>
  (await tryOut(json, {}, by)).body.previewToken;
const as = (token: string) => ({ 'Preview-Token': token });
const filed = async () => (await authorities.stats()).submissions;
/** Expects that it is not filed, only because of the header. */
const refusedFor = async (sending: Promise<Answered>, message: RegExp) => {
  const before = await authorities.digest();
  const { status, body } = await sending;
  expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
    status: 422,
    fields: ['Preview-Token'],
  });
  expect(body.message).toMatch(message);
  expect(await authorities.digest()).toBe(before);
};

test('a dry run that passed has a token, which is its trámite, and one that failed has none', async () => {
  const json = another();
  const { body, headers } = await tryOut(json);
  expect(body).toMatchObject({ data: {}, previewToken: headers.get('x-tramite-id') });
  const refused = await tryOut(another(), { 'X-Sandbox-Scenario': 'refused' });
  expect(refused.status).toBe(422);
  expect(refused.body).not.toHaveProperty('previewToken');
  await refusedFor(send(json, as(idOf(refused))), /simulacro correcto/);
});

test('a filing by another user with the token is made, and record and evidence name the dry run and its user', async () => {
  const other = await newUser(service.demo.baseUrl, accountId, 'files');
  const json = another();
  const token = await tokenOf(json, other.gateway.acting(service.demo.certificates.tgss));
  const made = await send(json, as(token));
  expect(made.status).toBe(200);
  const { body } = await gateway.get(`/tramites/${idOf(made)}`);
  const { name, email, id } = other.user;
  expect(body.data).toMatchObject({ state: 'accepted', preview: { id: token, user: { id, name, email } } });
  expect(body.data.user.id).not.toBe(id);
  const { manifest } = await openEvidence(gateway, idOf(made));
  expect(manifest.preview).toMatchObject({ id: token, user: id, name, email });
});

test('a dry run at one address of an operation is filed at another one of its addresses', async () => {
  const [name, elsewhere] = ['/sepe/transformation', '/seg-social/transformation'];
  const { request } = requests[`POST ${name}`]!;
  const tried = await gateway.post(name, { ...request, test: 1 });
  expect(tried.status).toBe(200);
  const token = as(tried.body.previewToken);
  await refusedFor(send(another(), token), /de esta operación/);
  expect(await gateway.with(token).post(elsewhere, request)).toMatchObject({ status: 200 });
  const again = await gateway.with(token).post(name, request);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
});

test('a request with changed content is refused with 422 and the names of what differs, and nothing is sent', async () => {
  const json = another();
  const token = await tokenOf(json);
  const before = await authorities.digest();
  const { status, body } = await send({ ...json, cno: String(cno++), nss: '280000000097' }, as(token));
  expect({ status, fields: Object.keys(body.errors).toSorted() }).toEqual({
    status: 422,
    fields: ['cno', 'nss'],
  });
  expect(await authorities.digest()).toBe(before);
  // The dry run still counts, because fields that only affect the answer may differ.
  expect((await send({ ...json, duplicate: 0 }, as(token))).status).toBe(200);
});

describe('the content of a dry run is filed once', () => {
  test('the content is filed once, and is answered from the record when it is sent again, with any key', async () => {
    const json = another();
    const token = await tokenOf(json);
    const first = await send(json, as(token));
    const before = await filed();
    for (const headers of [as(token), { ...as(token), 'Idempotency-Key': 'another' }]) {
      const again = await send(json, headers);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect({ id: idOf(again), body: again.body }).toEqual({ id: idOf(first), body: first.body });
    }
    await refusedFor(
      send({ ...json, duplicate: 0 }, as(token)),
      new RegExp(`ya se presentó.*${idOf(first)}`),
    );
    expect(await filed()).toEqual(before);
  });

  test('the content is filed once if two requests send it at the same time', async () => {
    const json = another();
    const token = await tokenOf(json);
    const both = await Promise.all([send(json, as(token)), send(json, as(token))]);
    const ids = new Set(both.filter(({ status }) => status === 200).map(idOf));
    expect(ids.size).toBe(1);
    for (const { status } of both) expect([200, 409]).toContain(status);
  });

  test.each(['maintenance', 'refused'])(
    'the content may be sent again if nothing took effect: the authority answered “%s”',
    async (scenario) => {
      const json = another();
      const token = await tokenOf(json);
      expect((await send(json, { ...as(token), 'X-Sandbox-Scenario': scenario })).status).not.toBe(200);
      expect((await send(json, as(token))).status).toBe(200);
    },
  );

  test('the content is filed once also if it is to be made later', async () => {
    const json = another();
    const token = await tokenOf(json);
    const later = await send(json, { ...as(token), Prefer: 'respond-async' });
    expect(later.status).toBe(202);
    expect((await gateway.get(`/tramites/${idOf(later)}`)).body.data.preview.id).toBe(token);
    expect(idOf(await send(json, { ...as(token), Prefer: 'respond-async' }))).toBe(idOf(later));
  });
});

describe('the token of a dry run', () => {
  test('the token is valid for two hours after the dry run passed', async () => {
    const json = another();
    const token = await tokenOf(json);
    ahead = 2 * 60 * 60_000 + 60_000;
    await refusedFor(send(json, as(token)), /dos últimas horas/);
    ahead = 0;
    expect((await send(json, as(token))).status).toBe(200);
  });

  test('the token is valid for its own operation, certificate and account, and for no dry run', async () => {
    const json = another();
    const token = await tokenOf(json);
    const { file, password } = service.demo.p12;
    for (const caller of [service.caller, service.otherCaller]) {
      const { body } = await caller.upload(readFileSync(file), { password, type: '1' });
      await refusedFor(send(json, as(token), caller.acting(body.data.cert_secret)), /simulacro correcto/);
    }
    await refusedFor(tryOut(json, as(token)), /simulacro/);
    await refusedFor(send(json, as('01KAJ5Z3W8Q2N6T4R0M9XCVB7D')), /simulacro correcto/);
    await refusedFor(send(json, as('x'.repeat(3000))), /simulacro correcto/);
    const occupation = requests['PUT /seg-social/occupation']!.request;
    await refusedFor(
      gateway.with(as(token)).call('PUT', '/seg-social/occupation', { json: occupation }),
      /simulacro correcto/,
    );
  });
});

describe('an account that demands a dry run before each filing', () => {
  const demand = (preview: string) => service.caller.call('PUT', '/users/preview', { json: { preview } });
  afterAll(() => demand('optional'));

  test('the account may demand a dry run by any user', async () => {
    expect((await demand('required')).body.data).toEqual({ preview: 'required' });
    const json = another();
    await refusedFor(send(json), /exige probar antes/);
    expect((await send(json, as(await tokenOf(json)))).status).toBe(200);
  });

  test('the account may demand a dry run by another user', async () => {
    await demand('another');
    const json = another();
    await refusedFor(send(json, as(await tokenOf(json))), /persona distinta/);
    const { gateway: other } = await newUser(service.demo.baseUrl, accountId, 'files');
    const token = await tokenOf(json, other.acting(service.demo.certificates.tgss));
    expect((await send(json, as(token))).status).toBe(200);
  });

  test('the account never demands a dry run of a program with an API token', async () => {
    const { body } = await service.caller.post('/auth/tokens', { name: 'nóminas' });
    const program = gateway.with({ Authorization: `Bearer ${body.data.access_token}` });
    expect((await send(another(), {}, program)).status).toBe(200);
  });
});
