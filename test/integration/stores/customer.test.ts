import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { customer } from '../../../functions/customer/group.ts';
import { customerLegacy } from '../../../functions/customer-legacy/group.ts';
import { verifySender } from '../../../local/mail.ts';
import { loadGroup } from '../../../shared/derive/groups.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import type { Group } from '../../../shared/operation/operation.ts';
import type { Caller, Ports } from '../../../shared/operation/ports.ts';
import { stores } from '../../../shared/stores/stores.ts';
import { mailsTo as mailsAt, needsMails } from '../../support/servers/mails.ts';

/** The operations of both variants, run as they are served, with a caller who is not authenticated. */

// biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
type Answer = Reply<any>;

const ORIGIN = 'https://pasarela.example.com';

const callerOf = (accountId: string, clientId?: number): Caller => ({
  accountId,
  userId: randomUUID(),
  sessionId: randomUUID(),
  ...(clientId !== undefined && { clientId }),
});

const calling =
  (group: Group) =>
  async (caller: Caller, call: string, sent: object): Promise<Answer> => {
    const [method, path] = call.split(' ');
    const operation = group.operations.find((one) => one.method === method && one.path === path)!;
    const { value, errors } = readRequest(operation.request, sent as Record<string, unknown>, {
      onlyDefined: false,
    });
    expect(errors).toEqual({});
    if (operation.kind === 'resource') operation.admits?.(caller);
    return operation.run(value!, { caller, stores, origin: ORIGIN, now: new Date() } as Ports & never);
  };
const [currentGroup, legacyGroup] = await Promise.all([customer, customerLegacy].map(loadGroup));
const current = calling(currentGroup!);
const legacy = calling(legacyGroup!);

const aDni = () => `${String(randomInt(1e8)).padStart(8, '0')}Z`;
const aCif = () => `B${randomUUID().slice(0, 8)}`.toUpperCase();
const anEmail = () => `${randomUUID().slice(0, 8)}@example.com`;
const contributionAccount = { regimen: '0111', cuenta: '28123456789', alias: 'Obrador' };
const company = (given: object = {}, profile: object = {}) => ({
  name: 'Panadería Núñez',
  access: { email: anEmail(), password: 'abcd', password_confirmation: 'abcd' },
  profile: { dni: aCif(), razon_social: 'PANADERIA NUÑEZ S.L.', account: [contributionAccount], ...profile },
  ...given,
});

/** Why a call is refused. */
const refusal = (call: Promise<Answer>) =>
  call.then(
    () => undefined,
    ({ status, errors, message }) => ({ status, errors, message }),
  );

afterEach(() => vi.unstubAllEnvs());

describe('the resource', () => {
  test('has what was sent, and null for what was not', async () => {
    const caller = callerOf(randomUUID());
    const representativeData = { doc: '12345678Z', name: 'ANA', surname: 'RUIZ', job_position: 'Gerente' };
    const sent = company(
      { alternativo: 'a@example.com' },
      {
        codigo_postal: '28001',
        direccion: 'Calle Mayor 1',
        external_id: 'X-1',
        account: [{ ...contributionAccount, convenio_colectivo: '99000985011981' }],
        parameters: { representativeData },
      },
    );
    const { data, message } = await current(caller, 'POST /', sent);
    expect(message).toBeUndefined();
    expect(data).toEqual({
      id: expect.any(Number),
      name: sent.name,
      active: 1,
      access: { email: sent.access.email },
      profile: {
        identificacion: null,
        dni: sent.profile.dni,
        razon_social: sent.profile.razon_social,
        codigo_postal: '28001',
        direccion: 'Calle Mayor 1',
        country: null,
        external_id: 'X-1',
        account: [
          {
            id: expect.any(Number),
            activa: 1,
            alias: 'Obrador',
            convenio_colectivo: '99000985011981',
            cuenta: '28123456789',
            regimen: '0111',
          },
        ],
        parameters: { representativeData },
      },
    });
    const { data: plain } = await current(caller, 'POST /', company({}, { dni: aDni() }));
    expect(plain.profile).toMatchObject({
      identificacion: 1,
      codigo_postal: null,
      direccion: null,
      external_id: null,
      account: [{ convenio_colectivo: null }],
      parameters: { representativeData: null },
    });
  });

  test('has the schema of its variant, whichever variant saved it', async () => {
    const caller = callerOf(randomUUID());
    const lists = { cnos: ['7703', '1120'], contracts: ['100'], quote_group: [4], educational_levels: [] };
    const { data: old } = await legacy(
      caller,
      'POST /',
      company({}, { parameters: lists, tlf: 910000000, hora_convenio: 1780, codigo_empresa: 'E7' }),
    );
    expect(old.profile).toMatchObject({
      tlf: 910000000,
      provincia_id: null,
      hora_convenio: '1780',
      codigo_empresa: 'E7',
      account: [{ anulada: 0, cif: old.profile.dni, cuenta: '28123456789' }],
      parameters: {
        cnos: ['7703', '1120'],
        contracts: ['100'],
        quote_group: ['4'],
        educational_levels: [],
        categories_professional: [],
      },
    });
    const { data: young } = await current(caller, 'POST /', company());

    const lines = async (call: typeof current) => (await call(caller, 'GET /', {})).data;
    const [now, before] = [await lines(current), await lines(legacy)];
    expect(now.data.map(({ id }: { id: number }) => id)).toEqual([old.id, young.id]);
    expect(before.data[0]).toEqual(old);
    expect(now.data[1]).toEqual(young);
    expect(now.data[0].profile.account).toEqual([
      expect.not.objectContaining({ anulada: expect.anything(), cif: expect.anything() }),
    ]);
    for (const [group, listed] of [
      [currentGroup!, now],
      [legacyGroup!, before],
    ] as const)
      expect(group.operations[0]!.response.safeParse(listed).error).toBeUndefined();
  });
});

describe('saving', () => {
  test('a CIF that exists returns its company, and the message says so', async () => {
    const caller = callerOf(randomUUID());
    const first = company();
    const { data } = await current(caller, 'POST /', first);
    const more = (cuentas: string[]) => ({
      ...first,
      profile: { ...first.profile, account: cuentas.map((cuenta) => ({ ...contributionAccount, cuenta })) },
    });
    const one = await current(caller, 'POST /', more(['28123456789', '28123456790']));
    expect(one.message).toBe('La empresa ya existía: se le ha añadido 1 cuenta de cotización.');
    expect(one.data.id).toBe(data.id);
    expect(one.data.profile.account.map(({ cuenta }: typeof contributionAccount) => cuenta)).toEqual([
      '28123456789',
      '28123456790',
    ]);
    const two = await legacy(caller, 'POST /', more(['28123456791', '28123456792']));
    expect(two.message).toBe('La empresa ya existía: se le han añadido 2 cuentas de cotización.');
    expect(two.data.profile.account).toHaveLength(4);
    const none = await current(caller, 'POST /', first);
    expect(none.message).toBe('La empresa ya existía y tenía todas las cuentas de cotización enviadas.');
  });

  test('an e-mail that exists is refused with 422 on its path', async () => {
    const first = company();
    await current(callerOf(randomUUID()), 'POST /', first);
    const again = company({ access: { ...first.access, email: first.access.email.toUpperCase() } });
    for (const call of [current, legacy])
      expect(await refusal(call(callerOf(randomUUID()), 'POST /', again))).toEqual({
        status: 422,
        message: 'access.email: El e-mail ya existe en el servicio.',
        errors: { 'access.email': ['access.email: El e-mail ya existe en el servicio.'] },
      });
  });
});

/** Texts of the mails that were sent to an address, from the emulator. */
const mailsTo = async (email: string): Promise<string[]> => (await mailsAt(email)).map(({ text }) => text);

describe('the invitation', () => {
  const SENDER = 'avisos@example.com';
  needsMails();
  beforeEach(async () => {
    await verifySender(process.env.AWS_ENDPOINT_URL!, SENDER);
    vi.stubEnv('MAIL_SENDER', SENDER);
  });

  const newCaller = async () =>
    callerOf((await stores.accounts.createAccount({ email: anEmail(), name: 'Asesoría' })).accountId);
  const without = (more: object = {}) => ({ ...company(), access: { email: anEmail() }, ...more });

  test('is a link with which the password can be made once', async () => {
    const sent = without({ not_notify: 0, sub_activa: 1 });
    const { message } = await current(await newCaller(), 'POST /', sent);
    expect(message).toBeUndefined();
    const [mail, ...others] = await mailsTo(sent.access.email);
    expect(others).toEqual([]);
    const token = /https:\/\/pasarela\.example\.com\/api\/v4\/password\?token=([\w-]+)/.exec(mail!)?.[1];
    expect(await stores.links.makePassword(token!, 'una contraseña', new Date())).toBe(true);
    expect(await stores.links.makePassword(token!, 'una contraseña', new Date())).toBe(false);
  });

  test('is announced to the other e-mails, without the link', async () => {
    const others = [anEmail(), anEmail()];
    const sent = without({ alternativo: others });
    await current(await newCaller(), 'POST /', sent);
    for (const other of others) expect(await mailsTo(other)).toEqual([expect.not.stringContaining('token')]);
    expect(await mailsTo(sent.access.email)).toEqual([expect.stringContaining('token')]);
  });

  test.each([
    ['with a password', () => company()],
    ['when the client is not to be notified', () => without({ not_notify: 1 })],
    ['without access', () => without({ sub_activa: 0 })],
  ])('is not sent %s', async (_, make) => {
    const sent = make();
    await current(await newCaller(), 'POST /', sent);
    expect(await mailsTo(sent.access.email)).toEqual([]);
  });

  test('that cannot be sent does not undo the save, and the message says so', async () => {
    vi.stubEnv('MAIL_SENDER', 'nobody@unverified.example');
    const caller = await newCaller();
    const { data, message } = await legacy(caller, 'POST /', without());
    expect(message).toBe('Cliente guardado, pero no se ha podido enviar el e-mail para crear la contraseña.');
    expect((await current(caller, 'GET /', {})).data.data).toEqual([
      expect.objectContaining({ id: data.id }),
    ]);
  });
});

describe('listing', () => {
  test('has at most 50 clients a page; in the legacy variant as many as the request asks for', async () => {
    const caller = callerOf(randomUUID());
    for (let i = 0; i < 56; i += 8)
      await Promise.all(Array.from({ length: 8 }, () => current(caller, 'POST /', quiet())));
    const pages = async (call: typeof current, sent: object) => {
      const { data } = await call(caller, 'GET /', sent);
      return { ...data.pagination, here: data.data.length };
    };
    const all = { page: 1, lastPage: 2, perPage: 50, total: 56, here: 50 };
    expect(await pages(current, {})).toEqual(all);
    expect(await pages(current, { perPage: 51, page: '' })).toEqual(all);
    expect(await pages(current, { perPage: '1000', page: 0 })).toEqual(all);
    expect(await pages(current, { page: 2 })).toEqual({ ...all, page: 2, here: 6 });
    expect(await pages(current, { page: 3 })).toEqual({ ...all, page: 3, here: 0 });
    expect(await pages(current, { perPage: 10, page: 6 })).toEqual({
      page: 6,
      lastPage: 6,
      perPage: 10,
      total: 56,
      here: 6,
    });
    expect(await pages(current, { search: 'panaderia', page: 2 })).toEqual({ ...all, page: 2, here: 6 });
    expect(await pages(current, { search: 'nadie' })).toEqual({
      page: 1,
      lastPage: 1,
      perPage: 50,
      total: 0,
      here: 0,
    });
    expect(await pages(legacy, { perPage: 200 })).toEqual({
      page: 1,
      lastPage: 1,
      perPage: 200,
      total: 56,
      here: 56,
    });
  });
});

/** A client without access, whose save hashes no password and so is fast. */
const quiet = () => ({ ...company(), access: { email: anEmail() }, sub_activa: 0 });

describe('removing and activating', () => {
  test('return the client as it was, or as it is now', async () => {
    const caller = callerOf(randomUUID());
    const { data } = await current(caller, 'POST /', quiet());
    const address = { customerID: String(data.id) };
    const activate = (active: unknown, call = current) =>
      call(caller, 'PUT /{customerID}/activate', { ...address, active });
    expect(await activate(false)).toEqual({
      data: { ...data, active: 0 },
      message: 'Cliente desactivado.',
    });
    expect((await activate('1', legacy)).data).toMatchObject({ active: 1, profile: { tlf: null } });
    expect(await current(caller, 'DELETE /{customerID}', address)).toEqual({
      data,
      message: 'Cliente eliminado.',
    });
    for (const call of ['DELETE /{customerID}', 'PUT /{customerID}/activate'])
      expect(await refusal(current(caller, call, { ...address, active: true }))).toMatchObject({
        status: 404,
        message: 'El cliente no existe.',
      });
  });
});

describe('permissions', () => {
  test('a client company sees only itself, and cannot change anything', async () => {
    const accountId = randomUUID();
    const own = (await current(callerOf(accountId), 'POST /', company())).data;
    const other = (await current(callerOf(accountId), 'POST /', quiet())).data;
    const caller = callerOf(accountId, own.id);
    for (const [sent, total] of [
      [{}, 1],
      [{ search: 'panaderia' }, 1],
      [{ search: other.profile.dni }, 0],
      [{ page: 2 }, 1],
    ] as const) {
      const { data } = await current(caller, 'GET /', sent);
      expect(data.pagination.total).toBe(total);
      expect(data.data).toEqual('page' in sent || total === 0 ? [] : [own]);
    }
    for (const [call, sent] of [
      ['POST /', company()],
      ['POST /', company({}, { dni: own.profile.dni })],
      ['DELETE /{customerID}', { customerID: own.id }],
      ['DELETE /{customerID}', { customerID: other.id }],
      ['PUT /{customerID}/activate', { customerID: own.id, active: false }],
    ] as const)
      for (const variant of [current, legacy])
        expect(await refusal(variant(caller, call, sent))).toMatchObject({ status: 403 });
    expect((await current(callerOf(accountId), 'GET /', {})).data.data).toEqual([own, other]);
  });

  test("another account's client is refused like one that does not exist", async () => {
    const { data } = await current(callerOf(randomUUID()), 'POST /', quiet());
    const stranger = callerOf(randomUUID());
    for (const [call, sent] of [
      ['DELETE /{customerID}', {}],
      ['PUT /{customerID}/activate', { active: false }],
    ] as const) {
      const theirs = await refusal(current(stranger, call, { ...sent, customerID: data.id }));
      const ofMissing = await refusal(current(stranger, call, { ...sent, customerID: 999_999_999_999 }));
      expect(theirs).toEqual(ofMissing);
      expect(theirs).toMatchObject({ status: 404 });
    }
  });
});
