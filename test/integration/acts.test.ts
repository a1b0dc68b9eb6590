import { beforeEach, describe, expect, test } from 'vitest';
import { xmlUpload } from '../../functions/gateway/sepe/xml-file.ts';
import { seed } from '../../sandbox/seed.ts';
import { aProfile, newCompany } from '../support/accounts.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { contractMaker, contractRecord } from '../support/contracts.ts';
import { type Answered, type Gateway, idOf } from '../support/gateway.ts';
import { ownService } from '../support/setup/own-service.ts';

/** An act that was just accepted is not sent again, by whatever channel an equal one comes. */

type Fields = Record<string, unknown>;

/** The service's clock, in milliseconds ahead of the real one; or where it stands still. */
let ahead = 0;
let still: Date | undefined;
const { service, authorities, requests } = await ownService({
  now: () => still ?? new Date(Date.now() + ahead),
});
const { caller } = service;
let gateway: Gateway;
let other: Gateway;
let count = 0;
let change: Record<string, unknown>;

const acting = async (): Promise<Gateway> =>
  caller.acting(await storeNewCertificate(caller, { person: seed.demo.holder }));

beforeEach(async () => {
  await authorities.reset();
  [gateway, other] = [await acting(), await acting()];
  change = { ...requests['PUT /seg-social/cno']!.request, cno: String(2000 + count++) };
});

const make = (
  json: object = change,
  headers: Record<string, string> = {},
  who = gateway,
): Promise<Answered> => who.with(headers).call('PUT', '/seg-social/cno', { json });
const made = () => authorities.submissions('tgss.cno');
const LOST = { 'X-Sandbox-Scenario': 'lost-answer' };

describe('an act that was just accepted', () => {
  test('the act is not sent again with a new key, and the answer to the first request says so', async () => {
    const first = await make(change, { 'Idempotency-Key': crypto.randomUUID() });
    expect(first.status).toBe(200);
    expect(first.headers.get('x-repeated')).toBeNull();
    const keyed = { 'Idempotency-Key': crypto.randomUUID() };
    const again = await make(change, keyed);
    expect(again.status).toBe(200);
    expect(again.headers.get('x-repeated')).toBe(idOf(first));
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(idOf(again)).toBe(idOf(first));
    expect(again.body.data).toEqual(first.body.data);
    expect(again.body.warnings.at(-1)).toContain(idOf(first));
    expect(again.body.message).toContain('No se ha enviado otra vez');
    // Its key stands for that answer from then on.
    ahead += 11 * 60_000;
    const retried = await make(change, keyed);
    expect(idOf(retried)).toBe(idOf(first));
    expect(await made()).toBe(1);
  });

  test('the act is sent again ten minutes later, with a warning in dry run, answer and record', async () => {
    const first = await make();
    ahead += 11 * 60_000;
    const tried = await make({ ...change, test: 1 });
    expect(tried.headers.get('x-repeated')).toBe(idOf(first));
    expect(tried.body.warnings.at(-1)).toContain(idOf(first));
    const again = await make();
    expect(again.status).toBe(200);
    expect(again.headers.get('x-repeated')).toBeNull();
    expect(again.body.message).toContain(idOf(first));
    expect(await made()).toBe(2);
    const record = (await gateway.get(`/tramites/${idOf(again)}`)).body.data;
    expect(record).toMatchObject({ repeated: idOf(first), repeats: null });
    expect(record.warnings.at(-1)).toContain(idOf(first));
  });

  test('the act is sent again if the request names its trámite, and for no other name', async () => {
    const first = await make();
    const others = await make({ ...change, cno: '1999' });
    for (const wrong of [idOf(first), '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'])
      expect(await make({ ...change, cno: '1999' }, { Repeats: wrong })).toMatchObject({
        status: 422,
        body: { errors: { Repeats: [expect.any(String)] } },
      });
    expect((await make(change, { Repeats: idOf(others) })).status).toBe(422);
    const named = await make({ ...change, cno: '1999' }, { Repeats: idOf(others) });
    expect(named.status).toBe(200);
    expect(named.headers.get('x-repeated')).toBeNull();
    expect((await gateway.get(`/tramites/${idOf(named)}`)).body.data.repeats).toBe(idOf(others));
    expect(await made()).toBe(3);
    expect(idOf(first)).not.toBe(idOf(named));
  });

  test('the act is answered the same to the same request with its key, though the trámite that it names is no longer the last one', async () => {
    const named = { Repeats: idOf(await make()), 'Idempotency-Key': crypto.randomUUID() };
    const second = await make(change, named);
    const later = { ...named, Prefer: 'respond-async' };
    for (const retried of [await make(change, named), await make(change, later)])
      expect([retried.status, idOf(retried)]).toEqual([200, idOf(second)]);
    expect((await make(change, { ...named, 'Idempotency-Key': crypto.randomUUID() })).status).toBe(422);
    expect(await made()).toBe(2);
  });

  test('the act is free again after other content was accepted: A, B and A are three acts', async () => {
    for (const cno of ['1111', '1112', '1111']) {
      const one = await make({ ...change, cno });
      expect([one.status, one.headers.get('x-repeated')]).toEqual([200, null]);
    }
    expect((await make({ ...change, cno: '1111' })).headers.get('x-repeated')).not.toBeNull();
    expect(await made()).toBe(3);
  });

  test('the act is not answered with the old success while an act that overwrites it is unknown', async () => {
    // No query shows bank details.
    const { request } = requests['PUT /seg-social/datos-bancarios']!;
    const details = (titular: string, headers: Record<string, string> = {}) =>
      gateway.with(headers).call('PUT', '/seg-social/datos-bancarios', {
        json: { ...request, cuenta: { ...(request as { cuenta: object }).cuenta, titular } },
      });
    const first = await details('PRIMERA SL');
    expect(first.status).toBe(200);
    const lost = await details('SEGUNDA SL', LOST);
    expect(lost.status).toBe(502);
    const again = await details('PRIMERA SL');
    expect([again.status, again.headers.get('x-repeated')]).toEqual([409, null]);
    expect(again.body.message).toContain(idOf(lost));
    expect(await authorities.submissions('tgss.datos-bancarios')).toBe(2);
    // Seen at the authority not to be there: then the first one stands.
    await gateway.post(`/tramites/${idOf(lost)}/resolve`, { filed: false, note: 'No consta.' });
    expect((await details('PRIMERA SL')).headers.get('x-repeated')).toBe(idOf(first));
  });

  test('the act cannot be filed with the other certificate of the account either, nor as queued work', async () => {
    const first = await make();
    expect((await make(change, {}, other)).headers.get('x-repeated')).toBe(idOf(first));
    const queued = await make(change, { Prefer: 'respond-async' }, other);
    expect([queued.status, queued.headers.get('x-repeated')]).toEqual([200, idOf(first)]);
    expect(await made()).toBe(1);
  });
});

describe('an alta that was just accepted', () => {
  const path = '/seg-social/alta';
  const alta = (json: object = {}, headers: Record<string, string> = {}, who = gateway) =>
    who.with(headers).post(path, { ...requests[`POST ${path}`]!.request, ...json });

  test('the alta is answered with the documents that only the second request asks for', async () => {
    const first = await alta({ duplicate: 0, obtener_idc: 0 });
    expect([first.status, first.body.data]).toEqual([200, {}]);
    const again = await alta({ duplicate: 1, obtener_idc: 1 });
    expect([again.status, again.headers.get('x-repeated')]).toEqual([200, idOf(first)]);
    expect(again.body.data).toEqual({
      file: expect.objectContaining({ content: expect.stringMatching(/./) }),
      idc: expect.objectContaining({ content: expect.stringMatching(/./) }),
    });
    expect(await authorities.submissions('tgss.alta')).toBe(1);
  });

  test('the alta is refused with 409 for other details, which the first answer does not cover', async () => {
    const first = await alta();
    const other = await alta({ grupo_cotizacion: '05' });
    expect([other.status, other.headers.get('x-repeated')]).toEqual([409, idOf(first)]);
    expect(other.body.message).toContain('con otros datos');
    expect(await authorities.submissions('tgss.alta')).toBe(1);
  });

  test('the alta is named by a dry run that TGSS refuses because the worker is registered by it', async () => {
    const first = await alta();
    const tried = await alta({ test: 1 });
    const [refusal] = tried.body.errors.tgss;
    expect(refusal).toMatch(/^4359\*/);
    expect([tried.status, tried.headers.get('x-repeated')]).toEqual([422, idOf(first)]);
    expect(tried.body.message).toMatch(
      new RegExp(`^4359\\*[^.]+\\. Lo mismo ya se aceptó el .+ \\(trámite ${idOf(first)}\\)\\.`),
    );
    const record = (await gateway.get(`/tramites/${idOf(tried)}`)).body.data;
    expect(record).toMatchObject({ result: 'refused', repeated: idOf(first), message: refusal });
    // What is not valid is not tried.
    const wrong = await alta({ test: 1, fecha_real: 'x' });
    expect([wrong.status, wrong.headers.get('x-repeated')]).toEqual([422, null]);
  });

  test('the alta is free again after its removal', async () => {
    await alta();
    const { regimen, ccc, dni, nss, fecha_real } = requests[`POST ${path}`]!.request as Record<
      string,
      string
    >;
    const remove = () => gateway.call('DELETE', path, { json: { regimen, ccc, dni, nss, fecha_real } });
    const removed = await remove();
    expect(removed.status).toBe(200);
    expect((await remove()).headers.get('x-repeated')).toBe(idOf(removed));
    const again = await alta();
    expect([again.status, again.headers.get('x-repeated')]).toEqual([200, null]);
    expect(await authorities.submissions('tgss.alta')).toBe(2);
  });
});

describe('acts that functions with different clocks sent', () => {
  /** How far the clock of the function is ahead that makes the first one, in milliseconds. */
  const WRONG = 20_000;
  const nextContract = contractMaker(service.demo);
  const cnos = (): [string, Fields] => ['PUT /seg-social/cno', { ...change, cno: '1111' }];
  const alta = (): [string, Fields] => ['POST /seg-social/alta', requests['POST /seg-social/alta']!.request];
  const contract = (): [string, Fields] => ['POST /sepe/contrata', nextContract()];
  const removal = (request: Fields) => {
    const { regimen, ccc, dni, nss, fecha_real } = request;
    return { regimen, ccc, dni, nss, fecha_real };
  };
  const send = ([name, json]: [string, Fields], headers: Record<string, string> = {}): Promise<Answered> => {
    const [method, path] = name.split(' ') as [string, string];
    return gateway.with(headers).call(method, path, { json });
  };
  const atClock = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
    const before = ahead;
    ahead += ms;
    try {
      return await act();
    } finally {
      ahead = before;
    }
  };

  test.each<[string, () => [string, Fields], (first: Answered, request: Fields) => [string, Fields]]>([
    ['another value of a field', cnos, (_, request) => ['PUT /seg-social/cno', { ...request, cno: '1112' }]],
    ['a removal', alta, (_, request) => ['DELETE /seg-social/alta', removal(request)]],
    [
      'a removal by number',
      contract,
      ({ body }) => ['DELETE /sepe/contrata', { sepeId: body.data.id, option: 1 }],
    ],
  ])('the act is freed by %s that was sent later, though its clock is behind', async (_, first, undoing) => {
    const one = first();
    const made = await atClock(WRONG, () => send(one));
    expect(made.status).toBe(200);
    expect((await send(undoing(made, one[1]))).status).toBe(200);
    const again = await send(one);
    expect([again.status, again.headers.get('x-repeated')]).toEqual([200, null]);
    expect((await send(one)).headers.get('x-repeated')).toBe(idOf(again));
  });

  test('acts of the same millisecond follow the order in which they were made', async () => {
    still = new Date(Date.now() + ahead);
    try {
      for (const cno of ['1111', '1112', '1111']) {
        const sent = await make({ ...change, cno });
        expect([sent.status, sent.headers.get('x-repeated')]).toEqual([200, null]);
      }
      expect((await make({ ...change, cno: '1111' })).headers.get('x-repeated')).not.toBeNull();
    } finally {
      still = undefined;
    }
    expect(await made()).toBe(3);
  });

  test('the act is stopped by a later unknown act that overwrites it, though the clock of that is behind', async () => {
    const { request } = requests['PUT /seg-social/datos-bancarios']!;
    const details = (titular: string): [string, Fields] => [
      'PUT /seg-social/datos-bancarios',
      { ...request, cuenta: { ...(request as { cuenta: object }).cuenta, titular } },
    ];
    await atClock(WRONG, () => send(details('TERCERA SL')));
    const lost = await send(details('CUARTA SL'), LOST);
    const again = await send(details('TERCERA SL'));
    expect([again.status, again.headers.get('x-repeated')]).toEqual([409, null]);
    expect(again.body.message).toContain(idOf(lost));
  });

  test('an act that no row shows, such as an alta before a baja of the same day, is not sent unless it is named', async () => {
    const one = alta();
    const baja = { ...requests['POST /seg-social/baja']!.request, ...removal(one[1]) };
    const first = await atClock(WRONG, () => send(one));
    const undone = await send(['POST /seg-social/baja', baja]);
    expect([first.status, undone.status]).toEqual([200, 200]);
    const again = await send(one);
    expect([again.status, again.headers.get('x-repeated')]).toEqual([409, null]);
    for (const id of [idOf(first), idOf(undone)]) expect(again.body.message).toContain(id);
    expect((await send([one[0], { ...one[1], test: 1 }])).headers.get('x-repeated')).toBe(idOf(first));
    await send(one, { Repeats: idOf(first) });
    expect(await authorities.submissions('tgss.alta')).toBe(2);
  });
});

test('a file of records that two trámites filed says that `Repeats` names one of them', async () => {
  const nextContract = contractMaker(service.demo);
  const contracts = [nextContract(), nextContract()];
  const send = (sent: Fields[], headers: Record<string, string> = {}) => {
    const records = sent.map((contract, place) => contractRecord(contract, `R${sent.length}N${place}`));
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><CONTRATOS>${records.join('')}</CONTRATOS>`;
    return gateway.with(headers).post('/sepe/contrata/xml', { file: xmlUpload(Buffer.from(text, 'latin1')) });
  };
  const [first, second] = [await send(contracts.slice(0, 1)), await send(contracts.slice(1))];
  const both = await send(contracts);
  expect([both.status, both.headers.get('x-repeated')]).toEqual([409, idOf(first)]);
  expect(both.body.message).toContain('en la cabecera Repeats');
  const named = await send(contracts, { Repeats: idOf(first) });
  expect([named.status, named.headers.get('x-repeated')]).toEqual([409, idOf(second)]);
  expect(named.body.message).toContain('envíe por separado');
  expect(await authorities.submissions('sepe.contrato')).toBe(2);
});

describe('acts of a client company and its office', () => {
  const path = '/seg-social/pract-no-remun';
  const place = (who: Gateway, dia_efectivo: number, headers: Record<string, string> = {}) =>
    who.with(headers).post(path, { ...requests[`POST ${path}`]!.request, dia_efectivo });
  const companyWith = async () => {
    const { id, gateway: company } = await newCompany(caller);
    const secret = await storeNewCertificate(company, { person: seed.demo.holder }, { clientId: id });
    return company.acting(secret);
  };

  test.each<[string, Record<string, string>, number]>([
    ['unknown', LOST, 409],
    ['accepted', {}, 200],
  ])(
    'an act of the company that is %s stops the office, and an act of the office does not stop the company',
    async (_, how, status) => {
      const company = await companyWith();
      const ofCompany = await place(company, 3, how);
      const office = await place(gateway, 3);
      expect([
        office.status,
        JSON.stringify([office.body, office.headers.get('x-repeated')]).includes(idOf(ofCompany)),
      ]).toEqual([status, true]);
      const ofOffice = await place(gateway, 4, how);
      const filed = await place(company, 4);
      expect([filed.status, filed.headers.get('x-repeated')]).toEqual([200, null]);
      expect(JSON.stringify(filed.body)).not.toContain(idOf(ofOffice));
      expect(await authorities.submissions('tgss.practicas')).toBe(3);
    },
  );

  test.each<[string, Record<string, string>]>([
    ['unknown', LOST],
    ['accepted', {}],
  ])(
    'an act of one company that is %s stops the same act of the company that has the account, which learns nothing of the first',
    async (_, how) => {
      const { regimen, ccc } = requests[`POST ${path}`]!.request as Record<string, string>;
      const { id, gateway: owning } = await newCompany(caller, {
        profile: { ...aProfile(), account: [{ regimen, cuenta: ccc, alias: 'Obra' }] },
      });
      const secret = await storeNewCertificate(owning, { person: seed.demo.holder }, { clientId: id });
      const first = await place(await companyWith(), 6, how);
      const stopped = await place(owning.acting(secret), 6);
      expect([stopped.status, stopped.headers.get('x-repeated')]).toEqual([409, null]);
      expect(JSON.stringify(stopped.body)).not.toContain(idOf(first));
      expect(await authorities.submissions('tgss.practicas')).toBe(1);
    },
  );

  test('a client company learns nothing of an act of the office that was just accepted for its own account', async () => {
    const { regimen, ccc } = requests[`POST ${path}`]!.request as Record<string, string>;
    const { id, gateway: company } = await newCompany(caller, {
      profile: { ...aProfile(), account: [{ regimen, cuenta: ccc, alias: 'Obra' }] },
    });
    const secret = await storeNewCertificate(company, { person: seed.demo.holder }, { clientId: id });
    const first = await place(gateway, 5);
    const stopped = await place(company.acting(secret), 5);
    expect([stopped.status, stopped.headers.get('x-repeated')]).toEqual([409, null]);
    expect(JSON.stringify(stopped.body)).not.toContain(idOf(first));
  });
});
