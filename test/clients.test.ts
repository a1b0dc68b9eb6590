import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customer } from '../functions/customer/group.ts';
import { reachOf } from '../functions/customer/roles.ts';
import { customerLegacy } from '../functions/customer-legacy/group.ts';
import { patiently } from '../shared/stores/client-rows.ts';
import { clientWords, MAX_WORDS, matches, searchWords } from '../shared/stores/client-words.ts';
import { readRequest, withoutBlanks } from '../shared/validation.ts';

const requestOf = (group: typeof customer, method: string, path: string) =>
  group.operations.find((operation) => operation.method === method && operation.path === path)!.request;
const save = requestOf(customer, 'POST', '/');
const legacySave = requestOf(customerLegacy, 'POST', '/');

const read = (schema: typeof save, sent: unknown) =>
  readRequest(schema, withoutBlanks(sent) as Record<string, unknown>, {
    refuseTypos: false,
    strictIdentifiers: false,
  });

const account = { regimen: '0111', cuenta: '28123456789', alias: 'Obrador' };
const good = {
  name: 'Panadería',
  access: { email: 'panaderia@example.com' },
  profile: { dni: 'B12345674', razon_social: 'PANADERIA S.L.', account: [account] },
};

/** The good request with one member changed, by its dotted path. */
const changed = (path: string, value: unknown): unknown => {
  const request: Record<string, unknown> = structuredClone(good);
  const names = path.split('.');
  const last = names.pop()!;
  let inner = request;
  for (const name of names) {
    inner[name] ??= {};
    inner = inner[name] as Record<string, unknown>;
  }
  inner[last] = value;
  return request;
};

describe('saving a client', () => {
  test('needs no more than the required fields', () => {
    expect(read(save, good).errors).toEqual({});
    expect(read(legacySave, good).errors).toEqual({});
  });

  test('tells all that is missing at once, by dotted path', () => {
    const missing = ['Este campo es obligatorio.'];
    const top = { name: missing, access: missing, profile: missing };
    const within = {
      'access.email': missing,
      'profile.dni': missing,
      'profile.razon_social': missing,
      'profile.account': missing,
    };
    for (const schema of [save, legacySave]) {
      expect(read(schema, {}).errors).toEqual({ ...top, ...within });
      expect(read(schema, { access: {}, profile: {} }).errors).toEqual({ ...top, ...within });
    }
    expect(read(save, { access: 'x', profile: 7 }).errors).toEqual({
      name: missing,
      access: ['Debe ser un objeto.'],
      profile: ['Debe ser un objeto.'],
    });
    expect(
      read(save, {
        access: { email: 'a@example.com' },
        profile: { account: [{}], parameters: { representativeData: { doc: '1' } } },
      }).errors,
    ).toEqual({
      name: missing,
      'profile.dni': missing,
      'profile.razon_social': missing,
      'profile.account.0.regimen': missing,
      'profile.account.0.cuenta': missing,
      'profile.account.0.alias': missing,
      'profile.parameters.representativeData.name': missing,
      'profile.parameters.representativeData.surname': missing,
      'profile.parameters.representativeData.job_position': missing,
    });
    expect(read(save, changed('profile.account', undefined)).errors).toEqual({ 'profile.account': missing });
    expect(Object.keys(read(save, changed('profile.account', [])).errors)).toEqual(['profile.account']);
    expect(Object.keys(read(save, changed('profile.account', 'x')).errors)).toEqual(['profile.account']);
  });

  const representative = 'profile.parameters.representativeData';
  const complete = { doc: '1', name: 'a', surname: 'b', job_position: 'c' };
  test.each<[path: string, max: number]>([
    ['name', 255],
    ['profile.dni', 10],
    ['profile.razon_social', 80],
    ['profile.codigo_postal', 5],
    ['profile.direccion', 190],
    ['profile.external_id', 100],
    ['profile.account.0.alias', 30],
    ['profile.account.0.convenio_colectivo', 15],
    [`${representative}.doc`, 11],
    [`${representative}.name`, 80],
    [`${representative}.surname`, 80],
    [`${representative}.job_position`, 50],
  ])('%s has at most %i characters', (path, max) => {
    const sent = (length: number) => {
      if (!path.startsWith(representative)) return changed(path, 'A'.repeat(length));
      const member = path.slice(representative.length + 1);
      return changed(representative, { ...complete, [member]: 'A'.repeat(length) });
    };
    expect(read(save, sent(max)).errors).toEqual({});
    expect(read(save, sent(max + 1)).errors).toEqual({
      [path]: [`Debe tener como máximo ${max} caracteres.`],
    });
  });

  test('the legacy variant states no lengths', () => {
    for (const path of ['name', 'profile.razon_social'])
      expect(read(legacySave, changed(path, 'A'.repeat(600))).errors).toEqual({});
    expect(read(legacySave, changed('profile.account.0.alias', 'A'.repeat(60))).errors).toEqual({});
  });

  test('an e-mail is one, of 50 characters at most', () => {
    const domain = '@example.com';
    const email = (length: number) => 'a'.repeat(length - domain.length) + domain;
    expect(read(save, changed('access.email', email(50))).errors).toEqual({});
    for (const wrong of [email(51), 'nobody', 'a@b', 'a b@example.com', 7])
      expect(Object.keys(read(save, changed('access.email', wrong)).errors)).toEqual(['access.email']);
  });

  test.each<[access: object, failing: string[]]>([
    [{ password: 'abcd', password_confirmation: 'abcd' }, []],
    [{ password: ' ab ', password_confirmation: ' ab ' }, []],
    [{ password: '', password_confirmation: '' }, []],
    [{ password: 'abc', password_confirmation: 'abc' }, ['access.password']],
    [{ password: 'abcd' }, ['access.password_confirmation']],
    [{ password: 'abcd', password_confirmation: 'abce' }, ['access.password_confirmation']],
    [{ password: 'abc', password_confirmation: 'abce' }, ['access.password', 'access.password_confirmation']],
    [{ password_confirmation: 'abcd' }, []],
  ])('a password and its confirmation: %j', (access, failing) => {
    for (const schema of [save, legacySave]) {
      const { errors } = read(schema, { ...good, access: { ...good.access, ...access } });
      expect(Object.keys(errors).sort()).toEqual(failing);
    }
    // What else fails does not hide it.
    const { errors } = read(save, { ...good, name: undefined, access });
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(['access.email', ...failing, 'name']));
  });

  test.each<[sent: unknown, kept: unknown]>([
    ['a@example.com', ['a@example.com']],
    ['a@example.com, b@example.com,', ['a@example.com', 'b@example.com']],
    [
      ['a@example.com', ' b@example.com'],
      ['a@example.com', 'b@example.com'],
    ],
    [Array.from({ length: 5 }, (_, i) => `${i}2345678@example.com`), expect.any(Array)],
    [Array.from({ length: 5 }, (_, i) => `${i}23456789@example.com`), undefined],
    [`${'a'.repeat(88)}@example.com`, [expect.any(String)]],
    [`${'a'.repeat(89)}@example.com`, undefined],
    ['a@example.com, nobody', undefined],
    [7, undefined],
  ])('alternative e-mails %j', (sent, kept) => {
    const { value, errors } = read(save, { ...good, alternativo: sent });
    expect((value as { alternativo?: unknown } | undefined)?.alternativo).toEqual(kept);
    expect(Object.keys(errors).every((path) => path.startsWith('alternativo'))).toBe(true);
    expect(Object.keys(errors).length > 0).toBe(kept === undefined);
  });

  test('accounts are told apart by their place in the list', () => {
    const wrong = { ...account, cuenta: '2812345678', regimen: 'x' };
    expect(read(save, changed('profile.account', [account, wrong])).errors).toEqual({
      'profile.account.1.cuenta': ['Debe tener 11 dígitos.'],
      'profile.account.1.regimen': ['Debe tener 4 dígitos.'],
    });
  });

  test('numbers are taken for the texts that they are', () => {
    const { value, errors } = read(save, {
      ...good,
      not_notify: 1,
      sub_activa: '0',
      profile: {
        ...good.profile,
        dni: ' b-12345674 ',
        external_id: 77,
        codigo_postal: 28001,
        account: [{ ...account, regimen: 111, cuenta: 8123456789, convenio_colectivo: 99000985011981 }],
      },
    });
    expect(errors).toEqual({});
    expect(value).toMatchObject({
      not_notify: true,
      sub_activa: false,
      profile: {
        dni: 'B12345674',
        external_id: '77',
        codigo_postal: '28001',
        account: [{ regimen: '0111', cuenta: '08123456789', convenio_colectivo: '99000985011981' }],
      },
    });
    for (const field of ['not_notify', 'sub_activa'])
      expect(Object.keys(read(save, { ...good, [field]: 'quizá' }).errors)).toEqual([field]);
  });

  test('fields of its own that an integrator sends are ignored and named', () => {
    const { errors, ignored } = read(save, changed('profile.account.0.activa', 1));
    expect(errors).toEqual({});
    expect(ignored).toEqual(['profile.account.0.activa']);
  });
});

test('activating needs to be told yes or no', () => {
  const activate = requestOf(customer, 'PUT', '/{customerID}/activate');
  for (const active of [true, false, 1, 0, '1', 'false'])
    expect(read(activate, { customerID: '7', active }).value).toMatchObject({ customerID: 7 });
  expect(Object.keys(read(activate, { customerID: 'x' }).errors)).toEqual(['customerID', 'active']);
});

test('a client company only lists, and only itself', () => {
  const caller = { accountId: 'a', userId: 'u', sessionId: 's' };
  const actions = ['list', 'save', 'remove', 'activate'] as const;
  expect(actions.map((action) => reachOf(caller, action))).toEqual(['all', 'all', 'all', 'all']);
  const company = { ...caller, clientId: 7 };
  expect(reachOf(company, 'list')).toBe('own');
  for (const action of actions.slice(1))
    expect(() => reachOf(company, action)).toThrow(expect.objectContaining({ status: 403 }));
});

describe('words', () => {
  test.each([
    ['PANADERÍA NÚÑEZ, S.L.', 'panaderia nunez sl'],
    ['PANADERÍA NÚÑEZ, S.L.', 'núñ S.L'],
    ['Panaderia Nunez SL', 'PANADERÍA NÚÑEZ S.L.'],
    ['ACME S.A.U.', 's a u'],
    ['ana.garcia@acme-sl.es', 'ana.garcia@acme'],
    ['B12345674', 'b1234'],
    ['Straße 7º', 'STRASSE 7'],
    ['Peña-Rey', 'rey pen'],
    ['cualquiera', ' -. '],
  ])('%s is found by %s', (text, search) => {
    expect(matches(clientWords([text]), search)).toBe(true);
  });

  test.each([
    ['PANADERÍA NÚÑEZ', 'unez'],
    ['PANADERÍA NÚÑEZ', 'panaderia lopez'],
    ['B12345674', '1234'],
  ])('%s is not found by %s', (text, search) => {
    expect(matches(clientWords([text]), search)).toBe(false);
  });

  /** Text of any script, as a person writes it. */
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });

  test('a text is found by itself, and by all that is before any of its blanks', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (parts) => {
        const whole = parts.join(' ');
        const words = clientWords([whole]);
        fc.pre(words.length < MAX_WORDS);
        for (let count = 1; count <= parts.length; count++)
          expect(matches(words, parts.slice(0, count).join(' '))).toBe(true);
      }),
    );
  });

  const letters = fc.string({
    unit: fc.constantFrom(...'aábcdeéiíïñnNÑÁoöuüç39'),
    minLength: 1,
    maxLength: 12,
  });

  test('a word is found by each of its beginnings, with accents and case or without', () => {
    fc.assert(
      fc.property(letters, fc.nat(11), (word, length) => {
        const beginning = word.slice(0, length + 1);
        const plain = beginning.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
        const words = clientWords([`otra ${word} más`]);
        for (const search of [
          beginning,
          plain,
          plain.toUpperCase(),
          beginning.toLowerCase().normalize('NFD'),
        ])
          expect(matches(words, search)).toBe(true);
      }),
    );
  });

  test('every word of a search must begin a word, and that is enough', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 4 });
    const some = fc.array(plain, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(some, some, (has, wanted) => {
        const expected = wanted.every((one) => has.some((word) => word.startsWith(one)));
        expect(matches(clientWords([has.join(' ')]), wanted.join(', '))).toBe(expected);
        expect(matches(clientWords(has.map((word) => word.toUpperCase())), wanted.join(' '))).toBe(expected);
      }),
    );
  });

  test('they are folded once and for all', () => {
    fc.assert(
      fc.property(text, (sent) => {
        const words = searchWords(sent);
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
    );
  });

  test('a client has no more than a transaction has room for', () => {
    const many = Array.from({ length: 400 }, (_, i) => `w${i}`).join(' ');
    expect(clientWords(['first', many])).toHaveLength(MAX_WORDS);
    expect(clientWords(['first', many])[0]).toBe('FIRST');
  });
});

describe('a write that others keep in the way of', () => {
  const conflict = () => new TransactionConflictException({ message: '', $metadata: {} });
  const canceled = (...codes: string[]) =>
    new TransactionCanceledException({
      message: '',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    });
  const failing = (...errors: Error[]) => {
    let tries = 0;
    return {
      write: async () => (errors[tries++] ? Promise.reject(errors[tries - 1]) : 'done'),
      tries: () => tries,
    };
  };

  test('is done again', async () => {
    const { write } = failing(
      conflict(),
      canceled('None', 'TransactionConflict'),
      canceled('ThrottlingError'),
    );
    expect(await patiently(write)).toBe('done');
  });

  test('is not, where a condition does not hold', async () => {
    const { write, tries } = failing(canceled('TransactionConflict', 'ConditionalCheckFailed'));
    await expect(patiently(write)).rejects.toThrow(TransactionCanceledException);
    expect(tries()).toBe(1);
  });

  test('is not, for any other error', async () => {
    const { write, tries } = failing(new Error('other'), canceled('ValidationError'));
    await expect(patiently(write)).rejects.toThrow('other');
    await expect(patiently(write)).rejects.toThrow(TransactionCanceledException);
    expect(tries()).toBe(2);
  });
});
