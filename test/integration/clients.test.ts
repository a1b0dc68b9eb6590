import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { anEmail, newAccount } from '../support/accounts.ts';
import { demo } from '../support/demo.ts';
import { Gateway } from '../support/gateway.ts';
import { aCif } from '../support/stores/clients.ts';

/** The management of client companies by an integrator, in both variants of the interface. */

const VARIANTS = [
  ['current', demo.baseUrl],
  ['legacy', demo.legacyBaseUrl],
] as const;
type Variant = (typeof VARIANTS)[number][0];

/** A new account, so that its calls share no rate window with others. @returns its gateway for each variant */
const anAccount = async () => {
  const {
    accountId,
    gateway: { token },
  } = await newAccount(demo.baseUrl);
  const calling = (baseUrl: string) => new Gateway(baseUrl, { Authorization: `Bearer ${token}` });
  const gateways = Object.fromEntries(VARIANTS.map(([name, url]) => [name, calling(url)]));
  return { accountId, ...(gateways as Record<Variant, Gateway>) };
};

const account = { regimen: '0111', cuenta: '28123456789', alias: 'Obrador' };
/** Without a password, because hashing one takes as long as many calls. */
const company = (more: object = {}, profile: object = {}) => ({
  name: 'Panadería Núñez',
  access: { email: anEmail() },
  profile: { dni: aCif(), razon_social: 'PANADERIA NUÑEZ S.L.', account: [account], ...profile },
  ...more,
});

/** The answer for failing fields, in the order in which the service lists them. */
const refusal = (errors: Record<string, string[]>) => {
  const named = Object.entries(errors).map(([path, texts]) => [
    path,
    texts.map((text) => `${path}: ${text}`),
  ]);
  return {
    success: false,
    message: named[0]![1]![0],
    status: 422,
    data: [],
    errors: Object.fromEntries(named),
    maintenance: false,
  };
};

const MISSING = ['Este campo es obligatorio.'];
const atMost = (max: number) => [`Debe tener como máximo ${max} caracteres.`];
/** Text of this many characters. */
const long = (length: number) => 'ñ'.repeat(length);

describe('a company that is saved with mistakes', () => {
  test.each(VARIANTS)('the answer has all that is missing, by dotted path (%s)', async (variant) => {
    const { [variant]: gateway } = await anAccount();
    const everything = {
      name: MISSING,
      access: MISSING,
      'access.email': MISSING,
      profile: MISSING,
      'profile.dni': MISSING,
      'profile.razon_social': MISSING,
      'profile.account': MISSING,
    };
    for (const json of [{}, { name: '', access: null, profile: {} }])
      expect((await gateway.post('/customer', json)).body).toEqual(refusal(everything));
    const empty = company({}, { account: [] });
    expect((await gateway.post('/customer', empty)).body).toEqual(
      refusal({ 'profile.account': ['Debe contener al menos una cuenta de cotización.'] }),
    );
  });

  test.each(VARIANTS)(
    'the answer has all that is wrong within the lists of the company (%s)',
    async (variant) => {
      const { [variant]: gateway } = await anAccount();
      const json = company(
        { access: { email: 'no es un e-mail', password: 'abc', password_confirmation: 'abd' } },
        { dni: 'B/12_4', account: [account, { regimen: '11', cuenta: 'x' }] },
      );
      const { status, body } = await gateway.post('/customer', json);
      expect(status).toBe(422);
      expect(body).toEqual(
        refusal({
          'access.email': ['Debe ser un e-mail válido.'],
          'access.password': ['Debe tener al menos 4 caracteres.'],
          'access.password_confirmation': ['Debe coincidir con la contraseña.'],
          'profile.dni': ['Solo admite letras y cifras.'],
          'profile.account.1.regimen': ['Debe tener 4 dígitos.'],
          'profile.account.1.cuenta': ['Solo admite cifras, 11 en total.'],
          'profile.account.1.alias': MISSING,
        }),
      );
    },
  );

  /** A client in which each text is `more` characters longer than the document allows. */
  const atLimit = (more: number) => {
    const emailEnd = '@example.com';
    return {
      name: long(255 + more),
      access: { email: `${randomUUID().replaceAll('-', '')}${'a'.repeat(6 + more)}${emailEnd}` },
      not_notify: 1,
      alternativo: [`${'a'.repeat(38)}${emailEnd}`, `${'b'.repeat(38 + more)}${emailEnd}`],
      profile: {
        dni: aCif().padEnd(10 + more, 'Z'),
        razon_social: long(80 + more),
        codigo_postal: '2'.repeat(5 + more),
        direccion: long(190 + more),
        external_id: long(100 + more),
        account: [{ ...account, alias: long(30 + more), convenio_colectivo: '9'.repeat(15 + more) }],
        parameters: {
          representativeData: {
            doc: 'X'.repeat(11 + more),
            name: long(80 + more),
            surname: long(80 + more),
            job_position: long(50 + more),
          },
        },
      },
    };
  };

  test('the answer has every text that is one character too long', async () => {
    const { current } = await anAccount();
    expect((await current.post('/customer', atLimit(1))).body).toEqual(
      refusal({
        name: atMost(255),
        'access.email': atMost(50),
        alternativo: ['Debe tener como máximo 100 caracteres en total.'],
        'profile.dni': atMost(10),
        'profile.razon_social': atMost(80),
        'profile.codigo_postal': atMost(5),
        'profile.direccion': atMost(190),
        'profile.external_id': atMost(100),
        'profile.account.0.alias': atMost(30),
        'profile.account.0.convenio_colectivo': atMost(15),
        'profile.parameters.representativeData.doc': atMost(11),
        'profile.parameters.representativeData.name': atMost(80),
        'profile.parameters.representativeData.surname': atMost(80),
        'profile.parameters.representativeData.job_position': atMost(50),
      }),
    );
    expect((await current.post('/customer', atLimit(0))).status).toBe(200);
  });

  test('the company is refused if only a part of its representative is sent', async () => {
    const { current } = await anAccount();
    const at = 'profile.parameters.representativeData';
    const json = company({}, { parameters: { representativeData: { doc: '12345678Z' } } });
    expect((await current.post('/customer', json)).body).toEqual(
      refusal({ [`${at}.name`]: MISSING, [`${at}.surname`]: MISSING, [`${at}.job_position`]: MISSING }),
    );
  });

  test.each(VARIANTS)(
    'the company is refused if its password comes without confirmation (%s)',
    async (variant) => {
      const { [variant]: gateway } = await anAccount();
      const json = company({ access: { email: anEmail(), password: 'abcd' } });
      expect((await gateway.post('/customer', json)).body).toEqual(
        refusal({ 'access.password_confirmation': ['Es obligatorio con password.'] }),
      );
    },
  );
});

describe('the list of companies', () => {
  test('the list has at most 50 companies a page, and in the legacy variant as many as are asked for', async () => {
    const { accountId, current, legacy } = await anAccount();
    for (let made = 0; made < 53; made++)
      await stores.clients.saveClient(
        accountId,
        {
          name: `Talleres ${made}`,
          email: anEmail(),
          cif: aCif(),
          companyName: 'TALLERES S.L.',
          accounts: [{ regimen: '0111', ccc: '28123456789', alias: 'Taller' }],
        },
        new Date(),
      );
    const asked = async (gateway: Gateway, query: Record<string, string | number>) => {
      const { body } = await gateway.get('/customer', query);
      return { ...body.data.pagination, here: body.data.data.length };
    };
    const first = { page: 1, lastPage: 2, perPage: 50, total: 53, here: 50 };
    const queries: Record<string, string | number>[] = [
      {},
      { perPage: 51 },
      { perPage: 1000, page: 1 },
      { perPage: '' },
      { page: 0 },
      { search: 'taller' },
    ];
    for (const query of queries) expect(await asked(current, query)).toEqual(first);
    expect(await asked(current, { perPage: 1000, page: 2 })).toEqual({ ...first, page: 2, here: 3 });
    expect(await asked(current, { perPage: 7, page: 8 })).toEqual({
      page: 8,
      lastPage: 8,
      perPage: 7,
      total: 53,
      here: 4,
    });
    expect(await asked(legacy, { perPage: 200 })).toEqual({
      page: 1,
      lastPage: 1,
      perPage: 200,
      total: 53,
      here: 53,
    });
    const none = { page: 1, lastPage: 1, perPage: 50, total: 0, here: 0 };
    expect(await asked(current, { search: 'nadie' })).toEqual(none);
    const { body } = await current.get('/customer', { perPage: 'muchos' });
    expect(body).toEqual(refusal({ perPage: ['Solo admite cifras.'] }));
  });

  test.each(VARIANTS)('the list is searched without regard to accents and case (%s)', async (variant) => {
    const { [variant]: gateway } = await anAccount();
    const wanted = company({}, { external_id: 'Código-77' });
    const { id } = (await gateway.post('/customer', wanted)).body.data;
    await gateway.post('/customer', {
      ...company({}, { razon_social: 'OTRA S.A.' }),
      name: 'Ferretería Ibáñez',
    });
    const found = async (search: string) =>
      (await gateway.get('/customer', { search })).body.data.data.map((one: { id: number }) => one.id);
    for (const search of [
      ...['Núñez', 'NUÑEZ', 'nunez', 'nu\u0301n\u0303ez', 'panaderia', 'PANADERÍA', 'núñ pan'],
      ...[wanted.access.email.toUpperCase(), wanted.profile.dni.toLowerCase(), 'codigo', 'CÓDIGO-77', 's.l.'],
      ...[wanted.profile.dni.slice(2, 7), 'digo-7', 'adería', 'dería úñe'],
    ])
      expect(await found(search), search).toEqual([id]);
    for (const search of ['nuñez ibáñez', 'nadie', `9${wanted.profile.dni}`])
      expect(await found(search), search).toEqual([]);
    expect(await found('ñ')).toEqual(await found('n'));
    expect(await found(' - ')).toHaveLength(2);
  });
});

describe('saving a company', () => {
  test('a company with a known CIF is the same company, and gets the values that it lacked', async () => {
    const { current, legacy } = await anAccount();
    const password = { password: 'abcd', password_confirmation: 'abcd' };
    const first = company({ access: { email: anEmail(), ...password } });
    const made = await current.post('/customer', first);
    expect(made).toMatchObject({ status: 200, body: { success: true, message: 'OK', status: 200 } });
    const { id } = made.body.data;
    const with_ = (...cuentas: string[]) => ({
      ...company({ name: 'Otro nombre' }),
      profile: {
        dni: ` ${first.profile.dni.toLowerCase()} `,
        razon_social: 'OTRA',
        account: cuentas.map((cuenta) => ({ ...account, cuenta })),
      },
    });
    for (const [gateway, json, message, cuentas] of [
      [current, with_(account.cuenta, '28000000001'), 'se le ha añadido 1 cuenta de cotización.', 2],
      [legacy, with_('28000000002', '28000000003'), 'se le han añadido 2 cuentas de cotización.', 4],
    ] as const) {
      const { status, body } = await gateway.post('/customer', json);
      expect({ status, message: body.message }).toEqual({
        status: 200,
        message: `La empresa ya existía: ${message}`,
      });
      expect(body.data).toMatchObject({ id, name: first.name, access: { email: first.access.email } });
      expect(body.data.profile.razon_social).toBe(first.profile.razon_social);
      expect(body.data.profile.account).toHaveLength(cuentas);
    }
    const none = await current.post('/customer', with_(account.cuenta));
    expect(none.body.message).toBe('La empresa ya existía y tenía todas las cuentas de cotización enviadas.');
    expect((await current.get('/customer')).body.data.pagination.total).toBe(1);
  });

  test('a company is refused if its e-mail exists in the service, in any account and case', async () => {
    const [one, other] = await Promise.all([anAccount(), anAccount()]);
    const first = company();
    expect((await one.current.post('/customer', first)).status).toBe(200);
    for (const gateway of [one.legacy, other.current]) {
      const access = { ...first.access, email: first.access.email.toUpperCase() };
      expect((await gateway.post('/customer', company({ access }))).body).toEqual(
        refusal({ 'access.email': ['El e-mail ya existe en el servicio.'] }),
      );
    }
  });
});

test.each(VARIANTS)(
  'activating, deactivating and deleting a company answer the company (%s)',
  async (variant) => {
    const { [variant]: gateway } = await anAccount();
    const { data } = (await gateway.post('/customer', company())).body;
    const activate = async (active: unknown) =>
      (await gateway.call('PUT', `/customer/${data.id}/activate`, { json: { active } })).body;
    const done = { success: true, status: 200 };
    expect(await activate(false)).toEqual({
      ...done,
      message: 'Cliente desactivado.',
      data: { ...data, active: 0 },
    });
    expect((await gateway.get('/customer')).body.data.data).toEqual([{ ...data, active: 0 }]);
    expect(await activate(0)).toEqual({
      ...done,
      message: 'Cliente desactivado.',
      data: { ...data, active: 0 },
    });
    expect(await activate('true')).toEqual({ ...done, message: 'Cliente activado.', data });
    expect(await activate('quizá')).toEqual(refusal({ active: ['Debe ser verdadero o falso.'] }));
    expect((await gateway.delete(`/customer/${data.id}`)).body).toEqual({
      ...done,
      message: 'Cliente eliminado.',
      data,
    });
    expect((await gateway.get('/customer')).body.data.data).toEqual([]);
    const gone = { success: false, message: 'El cliente no existe.', status: 404, data: [] };
    expect(await activate(true)).toMatchObject(gone);
    expect((await gateway.delete(`/customer/${data.id}`)).body).toMatchObject(gone);
  },
);
