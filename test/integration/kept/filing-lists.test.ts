import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { listedBy } from '../../../shared/stores/filings/claim.ts';
import type { Filing, FilingState } from '../../../shared/stores/filings/filing.ts';
import { filingKey } from '../../../shared/stores/filings/filing-keys.ts';
import type { ShownState } from '../../../shared/stores/filings/shown-state.ts';
import { aCompany, newCompany } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { type Gateway, idOf } from '../../support/gateway.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { capacityOf } from '../../support/stores/capacity.ts';
import { writeRows } from '../../support/stores/write-rows.ts';

/** Lists of trámites: what an office finds, and what finding it reads. */

const { service, authorities, requests } = await ownService();

describe('an office', () => {
  let adviser: Gateway;
  const change = requests['PUT /seg-social/cno']!.request;
  /** The client company that has the contribution account, and another company with a certificate. */
  let company: number;
  let other: { id: number; name: string; gateway: Gateway; secret: string };

  beforeAll(async () => {
    const { demo, caller } = service;
    await authorities.reset();
    const person = seed.demo.holder;
    adviser = caller.acting(await storeNewCertificate(caller, { person }, {}, demo));
    const { regimen, ccc } = demo.company;
    const profile = {
      dni: demo.company.cif,
      razon_social: 'CONSTRUCCIONES S.L.',
      account: [{ regimen, cuenta: ccc, alias: 'Obra' }],
    };
    const made = await caller.post('/customer', aCompany({ sub_activa: 0, profile }));
    expect(made.status).toBe(200);
    company = made.body.data.id;
    const { id, gateway } = await newCompany(caller);
    const secret = await storeNewCertificate(caller, { person }, { clientId: id });
    const named = (await caller.get('/customer', { perPage: 100 })).body.data.data;
    const { profile: own } = named.find((one: { id: number }) => one.id === Number(id));
    other = { id: Number(id), name: own.razon_social, gateway: gateway.acting(secret), secret };
  });

  let cno = 2000;
  const file = async (who: Gateway, headers: Record<string, string> = {}, json: object = {}) =>
    who.with(headers).call('PUT', '/seg-social/cno', { json: { ...change, cno: String(cno++), ...json } });
  const filing = async (id: string, who = adviser) => (await who.get(`/tramites/${id}`)).body.data;
  const found = async (query: Record<string, string>, who = adviser): Promise<string[]> => {
    const { status, body } = await who.get('/tramites', query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.data.map(({ id }: { id: string }) => id);
  };

  test('the office sees the subject, user, company and outcome of each filing', async () => {
    const answered = await file(adviser);
    expect(answered.status).toBe(200);
    const { userId } = (await stores.filings.getFiling(idOf(answered)))!;
    const { name, email } = (await stores.accounts.findUser(userId))!;
    const { worker } = seed.demo;
    const row = {
      id: idOf(answered),
      state: 'accepted',
      dry: false,
      result: null,
      clientId: null,
      company,
      operation: 'PUT /api/v4/seg-social/cno',
      operationName: 'Variar la ocupación (CNO) de un trabajador',
      regimen: change.regimen,
      ccc: change.ccc,
      effectiveDate: change.fecha_real,
      worker: { document: worker.dni, nss: worker.nss },
      companyName: 'CONSTRUCCIONES S.L.',
      user: { id: userId, name, email },
      certificate: { nif: seed.demo.holder.nif },
      message: 'OK',
      messages: [],
      messageCodes: [],
      warnings: [],
    };
    expect(await filing(idOf(answered))).toMatchObject(row);
    const { body } = await adviser.get('/tramites', { perPage: 1 });
    expect(body.data.data).toMatchObject([row]);
  });

  test('the office finds the refusals of a company in one call, with the words and the codes of the authority', async () => {
    const refused = await file(adviser, { 'X-Sandbox-Scenario': 'refused' });
    const dry = await file(adviser, { 'X-Sandbox-Scenario': 'refused' }, { test: 1 });
    const notSent = await file(adviser, { 'X-Sandbox-Scenario': 'error-page' });
    const passed = await file(adviser, {}, { test: 1 });
    expect([refused, dry, notSent, passed].map(({ status }) => status)).toEqual([422, 422, 500, 200]);
    const query = { company: String(company), state: 'refused', from: '2020-01-01', to: '2099-12-31' };
    expect(await found(query)).toEqual([idOf(refused)]);
    const row = await filing(idOf(refused));
    expect(row).toMatchObject({ messages: refused.body.errors.tgss, message: refused.body.message });
    expect(row.messageCodes).toEqual([expect.stringMatching(/^\d+$/)]);
    expect(await filing(idOf(dry))).toMatchObject({
      state: 'dryRun',
      result: 'refused',
      messageCodes: row.messageCodes,
      message: dry.body.message,
    });
    expect(await found({ state: 'dryRun' })).toEqual([idOf(passed), idOf(dry)]);
    expect(await found({ dry: 'true' })).toEqual([idOf(passed), idOf(dry)]);
    expect(await found({ state: 'notSent' })).toEqual([idOf(notSent)]);
    expect(await filing(idOf(notSent))).toMatchObject({ message: notSent.body.message });
    // The name that all of these states had earlier.
    expect(await found({ state: 'ended' })).toEqual([passed, notSent, dry, refused].map(idOf));
  });

  test('the office finds what a person declared, and by whom', async () => {
    const place = requests['POST /seg-social/pract-no-remun']!.request;
    const lost = async (dia_efectivo: number) =>
      idOf(
        await adviser
          .with({ 'X-Sandbox-Scenario': 'lost-answer' })
          .post('/seg-social/pract-no-remun', { ...place, dia_efectivo }),
      );
    const ids = [await lost(1), await lost(2), await lost(3)];
    expect(await found({ state: 'unknown' })).toEqual(ids.toReversed());
    for (const [index, filed] of [true, false].entries()) {
      const declared = await adviser.post(`/tramites/${ids[index]}/resolve`, { filed, note: 'Visto.' });
      const { userId } = (await stores.filings.getFiling(ids[index]!))!;
      const { name, email } = (await stores.accounts.findUser(userId))!;
      expect(declared.body.data).toMatchObject({
        state: filed ? 'declaredFiled' : 'declaredNotFiled',
        stated: { filed, note: 'Visto.', user: { id: userId, name, email } },
      });
    }
    expect(await found({ state: 'unknown' })).toEqual([ids[2]]);
    expect(await found({ state: 'declaredFiled' })).toEqual([ids[0]]);
    expect(await found({ state: 'declaredNotFiled' })).toEqual([ids[1]]);
  });

  test('the list is filtered by all members of a filter together, and by each alone', async () => {
    const key = crypto.randomUUID();
    const id = idOf(await file(adviser, { 'Idempotency-Key': key }));
    const row = await filing(id);
    const { accountId } = (await stores.filings.getFiling(id))!;
    const { user: colleague } = await newUser(service.demo.baseUrl, accountId, 'files');
    const day = row.created_at.slice(0, 10);
    const fits: Record<string, string> = {
      company: String(company),
      ccc: row.ccc,
      worker: row.worker.document,
      dni: row.worker.document,
      state: 'accepted',
      operation: row.operation,
      user: row.user.id,
      dry: 'false',
      from: '2020-01-01',
      to: '2099-12-31',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
      certificateId: row.certificate.id,
      requestId: row.requestId,
      key,
    };
    expect(await found(fits)).toEqual([id]);
    const others: Record<string, string> = {
      company: String(other.id),
      ccc: '28000000001',
      worker: '00000000T',
      dni: '00000000T',
      state: 'refused',
      operation: 'POST /api/v4/seg-social/alta',
      user: colleague.id,
      dry: 'true',
      from: '2099-12-31',
      to: '2020-01-01',
      startDate: '2099-12-31',
      endDate: '2020-01-01',
      certificateId: '0'.repeat(32),
      requestId: crypto.randomUUID(),
      key: crypto.randomUUID(),
    };
    for (const [name, value] of Object.entries(fits)) {
      expect(await found({ [name]: value }), name).toContain(id);
      expect(await found({ [name]: others[name]! }), name).not.toContain(id);
      expect(await found({ ...fits, [name]: others[name]! }).then((ids) => ids.includes(id)), name).toBe(
        // The older name of a field counts if the newer one is missing.
        ['dni', 'startDate', 'endDate'].includes(name),
      );
    }
    expect(await found({ from: day })).toContain(id);
    expect((await adviser.get('/tramites', { company: '999999999' })).status).toBe(404);
  });

  test('the office finds the filings of an operation by its name, or by its method and path, however they are written', async () => {
    const id = idOf(await file(adviser));
    const { operation } = await filing(id);
    for (const name of [
      'updateCno',
      operation,
      operation.replace('/api/v4', ''),
      operation.replace('PUT', 'put '),
    ])
      expect(await found({ operation: name }), name).toContain(id);
    expect(await found({ operation: 'registerEmployee' })).not.toContain(id);
  });

  test.each([
    ['operation', 'registerEmploye', /Debe ser método y dirección, o uno de: .*registerEmployee/],
    ['operation', 'POST /seg-social/cno', /Debe ser método y dirección/],
    ['user', crypto.randomUUID(), /No existe en esta cuenta/],
    ['certificateId', 'abc', /32 cifras hexadecimales/],
    ['state', 'acepted', /accepted/],
  ])('a filter that names nothing that exists is refused: %s %s', async (name, value, words) => {
    const { status, body } = await adviser.get('/tramites', { [name]: value });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { [name]: [expect.stringMatching(words)] },
    });
  });

  test('the office gets a warning if the account belongs to another client company than the certificate, and files all the same', async () => {
    const office = adviser.acting(other.secret);
    const warning = `La cuenta de cotización es de CONSTRUCCIONES S.L. (${company}) y el certificado, de ${other.name} (${other.id}).`;
    const dry = await file(office, {}, { test: 1 });
    expect(dry).toMatchObject({ status: 200, body: { message: expect.stringContaining(warning) } });
    const filed = await file(office);
    expect(filed).toMatchObject({ status: 200, body: { message: 'OK' } });
    for (const id of [dry, filed].map(idOf)) {
      expect(await filing(id)).toMatchObject({ company, clientId: other.id, warnings: [warning] });
      expect(await found({ company: String(company) })).toContain(id);
      expect(await found({ clientId: String(other.id) })).toContain(id);
      // A client company does not see the account's other companies, nor its users.
      const user = { id: expect.any(String), name: null, email: null };
      expect(await filing(id, other.gateway)).toMatchObject({ company: null, warnings: [], user });
      expect(JSON.stringify(await filing(id, other.gateway))).not.toContain(warning);
    }
    const own = await file(other.gateway, {}, { test: 1 });
    expect(own.body.message).not.toContain('certificado, de');
    const { name, email } = (await filing(idOf(own), other.gateway)).user;
    expect([name, email]).toEqual(['Talleres', expect.stringContaining('@')]);
    expect(await found({}, other.gateway)).toEqual([own, filed, dry].map(idOf));
    expect((await other.gateway.get('/tramites', { company: String(company) })).status).toBe(404);
    expect(await found({ company: String(other.id) }, other.gateway)).toEqual([]);
  });

  test('the office finds the filings under way, whatever their state', async () => {
    const id = idOf(await file(adviser, { Prefer: 'respond-async' }));
    expect(await found({ state: 'queued' })).toEqual([id]);
    expect(await found({ state: 'claimed' })).toEqual([]);
    expect((await adviser.delete(`/tramites/${id}`)).body.data).toMatchObject({ state: 'notSent' });
    expect(await found({ state: 'queued' })).toEqual([]);
    expect(await filing(id)).toMatchObject({
      message: 'Se canceló antes de empezar. No se ha enviado nada.',
    });
  });

  test('the office sees the name of the worker that the authority shows in a dry run, also at the filing after it', async () => {
    const { worker } = seed.demo;
    const name = [worker.name, worker.surname, worker.secondSurname].join(' ');
    const alone = await file(adviser);
    expect(await filing(idOf(alone))).toMatchObject({ worker: { name } });
    const body = { cno: String(cno++) };
    const tried = await file(adviser, {}, { ...body, test: 1 });
    expect(await filing(idOf(tried))).toMatchObject({ worker: { document: worker.dni, name } });
    const filed = await file(adviser, { 'Preview-Token': tried.body.previewToken }, body);
    expect((await adviser.get('/tramites', { perPage: 1 })).body.data.data).toMatchObject([
      { id: idOf(filed), state: 'accepted', worker: { name } },
    ]);
  });

  test('the office sees no company for an account that no company has, whoever the certificate belongs to', async () => {
    const office = adviser.acting(other.secret);
    const { accounts, staff } = seed.demo;
    const { regimen, ccc } = accounts.second;
    const tried = await file(office, {}, { regimen, ccc, nss: staff[0]!.nss, dni: staff[0]!.dni, test: 1 });
    expect(await filing(idOf(tried))).toMatchObject({ company: other.id, companyName: null });
  });

  test('the office finds the companies that have a contribution account', async () => {
    const owners = async (account: string, who = adviser) =>
      (await who.get('/customer', { account })).body.data.data.map(({ id }: { id: number }) => id);
    const account = `${change.regimen}${change.ccc}`;
    expect(await owners(account)).toEqual([company]);
    expect(await owners(`0112${change.ccc}`)).toEqual([]);
    // A client company does not see another one.
    expect(await owners(account, other.gateway)).toEqual([]);
  });

  test('the keys of rows have no number of a person or an account', async () => {
    const { worker } = seed.demo;
    const id = idOf(await file(adviser));
    const keys = listedBy((await stores.filings.getFiling(id))!, { worker: 'mac', ccc: 'mac' });
    const text = JSON.stringify(keys);
    for (const value of [worker.dni, worker.nss, change.ccc]) expect(text).not.toContain(value);
  });
});

describe('pages of a list of filings', () => {
  const NOW = new Date('2026-11-20T12:00:00Z');
  const SECOND = 1_000;
  /** Filings of an account, one each second, with the last one just now. */
  const fill = async (accountId: string, count: number, of: (number: number) => Partial<Filing>) => {
    const filings = Array.from({ length: count }, (_, number): Filing => {
      const at = NOW.getTime() - (count - number) * SECOND;
      return {
        id: ulid(at),
        state: 'accepted',
        dry: false,
        authority: 'tgss',
        accountId,
        userId: 'u',
        operation: 'POST /api/v4/seg-social/alta',
        clientId: 0,
        companyId: 1 + (number % 5),
        owner: 'o',
        requestId: 'r',
        certificate: { id: 'c', fingerprint: 'f', nif: 'n' },
        requestHash: 'h',
        contentHash: 'h',
        claimedAt: new Date(at).toISOString(),
        ...of(number),
      };
    });
    await put(filings);
    return filings.map(({ id }) => id).reverse();
  };
  const put = (filings: Filing[]) =>
    writeRows(
      filings.map((filing) => ({
        PutRequest: { Item: { ...filingKey.head(filing.id), ...filing, ...listedBy(filing, {}) } },
      })),
    );
  type Query = Parameters<typeof stores.filings.listFilings>[0];
  /** All pages of a list. @param between runs before each page */
  const pagesOf = async (query: Omit<Query, 'now' | 'after'>, between: () => unknown = () => {}) => {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      await between();
      const { filings, end } = await stores.filings.listFilings({ ...query, now: NOW, after });
      pages.push(filings.map(({ id }) => id));
      after = end;
    } while (after !== undefined && pages.length < 1_000);
    return pages;
  };

  test.each<[string, Partial<Query>, (number: number) => boolean]>([
    ['of all', {}, () => true],
    ['of a company', { companyId: 3 }, (number) => number % 5 === 2],
    ['by a user of two', { userId: 'v' }, (number) => number % 2 === 1],
    ['of a company by a user', { companyId: 3, userId: 'v' }, (number) => number % 10 === 7],
    ['of one state of several', { states: ['refused', 'unknown'] }, (number) => number % 7 === 0],
    ['of a stretch', { from: new Date(NOW.getTime() - 60 * SECOND) }, (number) => number >= 60],
  ])('the pages %s miss no filing and repeat none while filings arrive', async (_, query, fits) => {
    const accountId = crypto.randomUUID();
    const of = (number: number): Partial<Filing> => ({
      userId: number % 2 === 1 ? 'v' : 'u',
      ...(number % 7 === 0 && { state: 'refused' as FilingState }),
    });
    const ids = await fill(accountId, 120, of);
    const wanted = ids.filter((_, place) => fits(119 - place));
    let arrived = 0;
    const arrive = () =>
      put([
        {
          id: ulid(NOW.getTime() + ++arrived),
          state: 'refused',
          dry: false,
          authority: 'tgss',
          accountId,
          userId: 'v',
          operation: 'POST /api/v4/seg-social/alta',
          clientId: 0,
          companyId: 3,
          certificate: { id: 'c', fingerprint: 'f', nif: 'n' },
          owner: 'o',
          requestId: 'r',
          requestHash: 'h',
          contentHash: 'h',
          claimedAt: NOW.toISOString(),
        },
      ]);
    const pages = await pagesOf({ accountId, limit: 7, ...query }, arrive);
    const listed = pages.flat();
    expect(listed.filter((id) => ids.includes(id))).toEqual(wanted);
    expect(new Set(listed)).toHaveLength(listed.length);
    // The filing that existed before the first page.
    expect(listed.length - wanted.length).toBe(1);
    expect(pages.every((page, place) => page.length === 7 || place === pages.length - 1)).toBe(true);
  });

  test('the page with the last matching filing says that there is no other page', async () => {
    const accountId = crypto.randomUUID();
    const ids = await fill(accountId, 14, () => ({}));
    expect(await pagesOf({ accountId, limit: 7 })).toEqual([ids.slice(0, 7), ids.slice(7)]);
    expect(await pagesOf({ accountId, limit: 14 })).toEqual([ids]);
  });

  test.each<[string, Partial<Query>, number, number]>([
    ['the unknown ones', { states: ['unknown'] }, 2, 2],
    ['the refused ones of a company', { companyId: 3, states: ['refused'] }, 240, 0],
    ['the dry runs', { dry: true }, 1_000, 3],
  ])('a page reads little if few filings match: %s', async (_, query, mostRows, count) => {
    const accountId = crypto.randomUUID();
    const rare = new Map<number, Partial<Filing>>([
      ...[5, 900].map((number) => [number, { state: 'unknown' }] as const),
      ...[1, 2, 3].map((number) => [number, { state: 'ended', dry: true }] as const),
    ] as [number, Partial<Filing>][]);
    await fill(accountId, 1_200, (number) => rare.get(number) ?? {});
    let listed = 0;
    const { rows } = await capacityOf(async () => {
      const { filings } = await stores.filings.listFilings({ accountId, limit: 50, now: NOW, ...query });
      listed = filings.length;
    });
    expect(rows).toBeLessThanOrEqual(mostRows + count);
    if (mostRows < 1_000) expect(listed).toBe(count);
    else expect((await pagesOf({ accountId, limit: 50, ...query })).flat()).toHaveLength(count);
  });

  test('the pages of dry runs end when no more dry runs can exist', async () => {
    const accountId = crypto.randomUUID();
    const old = new Date(NOW.getTime() - 9 * 24 * 3_600_000);
    await fill(accountId, 3, () => ({ id: ulid(old.getTime()), claimedAt: old.toISOString() }));
    const { rows } = await capacityOf(() =>
      stores.filings.listFilings({ accountId, dry: true, limit: 50, now: NOW }),
    );
    expect(rows).toBe(0);
  });

  test('each filing is in the list of its state, also after it moved to another', async () => {
    const accountId = crypto.randomUUID();
    const [id] = (await fill(accountId, 1, () => ({
      state: 'committing',
      guards: { content: `content#${accountId}` },
    }))) as [string];
    const shown = async (state: ShownState) =>
      (await pagesOf({ accountId, states: [state], limit: 50 })).flat();
    expect(await shown('committing')).toEqual([id]);
    const move = async (from: FilingState, state: 'unknown' | 'accepted') => {
      const filing = (await stores.filings.getFiling(id))!;
      expect(await stores.filings.endFiling(filing, [from], { state, facts: {}, now: NOW })).toBe(true);
    };
    await move('committing', 'unknown');
    expect([await shown('committing'), await shown('unknown')]).toEqual([[], [id]]);
    const read = (await stores.filings.getFiling(id))!;
    const stated = { filed: true, note: 'n', userId: 'u', at: NOW.toISOString() };
    expect(await stores.filings.stateFiling(read, stated)).toBe(true);
    expect([await shown('unknown'), await shown('declaredFiled')]).toEqual([[], [id]]);
    await move('unknown', 'accepted');
    expect([await shown('declaredFiled'), await shown('accepted')]).toEqual([[], [id]]);
    // It was read before it was found.
    expect(await stores.filings.stateFiling(read, { ...stated, filed: false })).toBe(false);
  });
});
