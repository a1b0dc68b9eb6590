import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { customer } from '../../../functions/gateway/customer/group.ts';
import { customerLegacy } from '../../../functions/gateway/customer-legacy/group.ts';
import { stores } from '../../../functions/stores.ts';
import { verifySender } from '../../../local/mail.ts';
import { loadGroup } from '../../../shared/derive/groups.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import type { Group } from '../../../shared/operation/operation.ts';
import type { Caller, Ports } from '../../../shared/operation/ports.ts';
import { UNNOTED } from '../../../shared/serving/hooks.ts';
import { mailsTo as mailsAt, needsMails } from '../../support/servers/mails.ts';

/** The operations of both variants, run as the gateway runs them, with an unauthenticated caller. */

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
    const ports = { caller, stores, origin: ORIGIN, now: new Date(), acts: UNNOTED };
    return operation.run(value!, ports as Ports & never);
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

afterEach(() => vi.unstubAllEnvs());

describe('a client company in an answer', () => {
  test('the answer has what was sent, and null for what was not', async () => {
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

  test('the answer has the schema of its variant, whichever variant saved it', async () => {
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
        quote_group: ['04'],
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

/** Texts of the mails to an address, from the emulator. */
const mailsTo = async (email: string): Promise<string[]> => (await mailsAt(email)).map(({ text }) => text);

describe('the invitation of a client company', () => {
  const SENDER = 'avisos@example.com';
  needsMails();
  beforeEach(async () => {
    await verifySender(process.env.AWS_ENDPOINT_URL!, SENDER, process.env.MAIL_REGION!);
    vi.stubEnv('MAIL_SENDER', SENDER);
  });

  const newCaller = async () =>
    callerOf((await stores.accounts.createAccount({ email: anEmail(), name: 'Asesoría' })).accountId);
  const without = (more: object = {}) => ({ ...company(), access: { email: anEmail() }, ...more });

  test('the invitation is a link with which the password can be made once', async () => {
    const sent = without({ not_notify: 0, sub_activa: 1 });
    const { message } = await current(await newCaller(), 'POST /', sent);
    expect(message).toBeUndefined();
    const [mail, ...others] = await mailsTo(sent.access.email);
    expect(others).toEqual([]);
    const token = /https:\/\/pasarela\.example\.com\/api\/v4\/password\?token=([\w-]+)/.exec(mail!)?.[1];
    expect(await stores.links.makePassword(token!, 'una contraseña', new Date())).toBeDefined();
    expect(await stores.links.makePassword(token!, 'una contraseña', new Date())).toBeUndefined();
  });

  test('the invitation is announced to the other e-mails, without the link', async () => {
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
  ])('the invitation is not sent %s', async (_, make) => {
    const sent = make();
    await current(await newCaller(), 'POST /', sent);
    expect(await mailsTo(sent.access.email)).toEqual([]);
  });

  test('an invitation that cannot be sent does not undo the save, and the message says so', async () => {
    vi.stubEnv('MAIL_SENDER', 'nobody@unverified.example');
    const caller = await newCaller();
    const { data, message } = await legacy(caller, 'POST /', without());
    expect(message).toBe('Cliente guardado, pero no se ha podido enviar el e-mail para crear la contraseña.');
    expect((await current(caller, 'GET /', {})).data.data).toEqual([
      expect.objectContaining({ id: data.id }),
    ]);
  });
});

/** A client without access, whose save hashes no password and so is fast. */
const quiet = () => ({ ...company(), access: { email: anEmail() }, sub_activa: 0 });

describe('the list of client companies of an account', () => {
  test('a client company sees only itself', async () => {
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
  });
});
