import { describe, expect, test } from 'vitest';
import { customer as lazyCustomer } from '../../../../functions/gateway/customer/group.ts';
import { customerLegacy as lazyLegacy } from '../../../../functions/gateway/customer-legacy/group.ts';
import { loadGroup } from '../../../../shared/derive/groups.ts';
import type { Group } from '../../../../shared/operation/operation.ts';
import { read } from '../../../support/portals/operations.ts';

const operationOf = (group: Group, method: string, path: string) =>
  group.operations.find((operation) => operation.method === method && operation.path === path)!;
const [customer, customerLegacy] = (await Promise.all([lazyCustomer, lazyLegacy].map(loadGroup))) as [
  Group,
  Group,
];
const save = operationOf(customer, 'POST', '/');
const legacySave = operationOf(customerLegacy, 'POST', '/');

const account = { regimen: '0111', cuenta: '28123456789', alias: 'Obrador' };
const good = {
  name: 'Panadería',
  access: { email: 'panaderia@example.com' },
  profile: { dni: 'B12345674', razon_social: 'PANADERIA S.L.', account: [account] },
};

/** The valid request with one member changed, given by its dotted path. */
const changed = (path: string, value: unknown): Record<string, unknown> => {
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

describe('the request that saves a client', () => {
  test('the request needs no more than the required fields', () => {
    expect(read(save, good).errors).toEqual({});
    expect(read(legacySave, good).errors).toEqual({});
  });

  test('the answer names all missing fields at once, by dotted path', () => {
    const missing = ['Este campo es obligatorio.'];
    const top = { name: missing, access: missing, profile: missing };
    const within = {
      'access.email': missing,
      'profile.dni': missing,
      'profile.razon_social': missing,
      'profile.account': missing,
    };
    for (const operation of [save, legacySave]) {
      expect(read(operation, {}).errors).toEqual({ ...top, ...within });
      expect(read(operation, { access: {}, profile: {} }).errors).toEqual({ ...top, ...within });
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
  ])('the field %s takes at most %i characters', (path, max) => {
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

  test('the legacy variant has no such limits', () => {
    for (const path of ['name', 'profile.razon_social'])
      expect(read(legacySave, changed(path, 'A'.repeat(600))).errors).toEqual({});
    expect(read(legacySave, changed('profile.account.0.alias', 'A'.repeat(60))).errors).toEqual({});
  });

  test('an e-mail address is valid up to 50 characters', () => {
    const domain = '@example.com';
    const email = (length: number) => 'a'.repeat(length - domain.length) + domain;
    expect(read(save, changed('access.email', email(50))).errors).toEqual({});
    for (const wrong of [email(51), 'nobody', 'a@b', 'a b@example.com', 7])
      expect(Object.keys(read(save, changed('access.email', wrong)).errors)).toEqual(['access.email']);
  });

  test.each<[access: object, failing: string[]]>([
    [{ password: 'abcd', password_confirmation: 'abcd' }, []],
    // The accent is a separate combining character.
    [{ password: 'abcdé', password_confirmation: 'abcde\u0301' }, []],
    [{ password: ' ab ', password_confirmation: ' ab ' }, []],
    [{ password: '', password_confirmation: '' }, []],
    [{ password: 'abc', password_confirmation: 'abc' }, ['access.password']],
    [{ password: 'abcd' }, ['access.password_confirmation']],
    [{ password: 'abcd', password_confirmation: 'abce' }, ['access.password_confirmation']],
    [{ password: 'abc', password_confirmation: 'abce' }, ['access.password', 'access.password_confirmation']],
    [{ password_confirmation: 'abcd' }, []],
  ])('a password is accepted with its confirmation, or its mistake is named: %j', (access, failing) => {
    for (const operation of [save, legacySave]) {
      const { errors } = read(operation, { ...good, access: { ...good.access, ...access } });
      expect(Object.keys(errors).sort()).toEqual(failing);
    }
    // Other invalid fields do not hide it.
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
  ])('alternative e-mails are accepted as a list or a text, or refused: %j', (sent, kept) => {
    const { value, errors } = read(save, { ...good, alternativo: sent });
    expect((value as { alternativo?: unknown } | undefined)?.alternativo).toEqual(kept);
    expect(Object.keys(errors).every((path) => path.startsWith('alternativo'))).toBe(true);
    expect(Object.keys(errors).length > 0).toBe(kept === undefined);
  });

  test('accounts are named by their place in the list', () => {
    const wrong = { ...account, cuenta: '2812345678', regimen: 'x' };
    expect(read(save, changed('profile.account', [account, wrong])).errors).toEqual({
      'profile.account.1.cuenta': ['Debe tener 11 dígitos.'],
      'profile.account.1.regimen': ['Solo admite cifras, 4 en total.'],
    });
  });

  test('numbers are accepted as texts', () => {
    const { value, errors } = read(save, {
      ...good,
      not_notify: 1,
      sub_activa: '0',
      profile: {
        ...good.profile,
        dni: ' 0b12345674 ',
        external_id: 77,
        codigo_postal: 8001,
        account: [{ ...account, regimen: 111, cuenta: 8123456789, convenio_colectivo: 8000985011981 }],
      },
    });
    expect(errors).toEqual({});
    expect(value).toMatchObject({
      not_notify: true,
      sub_activa: false,
      profile: {
        dni: 'B12345674',
        external_id: '77',
        codigo_postal: '08001',
        account: [{ regimen: '0111', cuenta: '08123456789', convenio_colectivo: '08000985011981' }],
      },
    });
    const integers = {
      quote_group: [1],
      contracts: [9],
      cnos: [11],
      categories_professional: [301],
      educational_levels: [5],
    };
    expect(read(legacySave, changed('profile.parameters', integers)).value).toMatchObject({
      profile: {
        parameters: {
          quote_group: ['01'],
          contracts: ['009'],
          cnos: ['0011'],
          categories_professional: ['0000301'],
          educational_levels: ['05'],
        },
      },
    });
    for (const field of ['not_notify', 'sub_activa'])
      expect(Object.keys(read(save, { ...good, [field]: 'quizá' }).errors)).toEqual([field]);
  });

  test('unknown fields are ignored and named', () => {
    const { errors, ignored } = read(save, changed('profile.account.0.activa', 1));
    expect(errors).toEqual({});
    expect(ignored).toEqual(['profile.account.0.activa']);
  });
});

test('the activation of a client accepts yes or no', () => {
  const activate = operationOf(customer, 'PUT', '/{customerID}/activate');
  for (const active of [true, false, 1, 0, '1', 'false'])
    expect(read(activate, { customerID: '7', active }).value).toMatchObject({ customerID: 7 });
  expect(Object.keys(read(activate, { customerID: 'x' }).errors)).toEqual(['customerID', 'active']);
});
