import { describe, expect, test } from 'vitest';
import { reference } from '../../../client/build/reference.ts';
import { demoData } from '../../../local/demo.ts';
import { type FormField, formsOf, type OpenApi } from '../../../panel/src/logic/fields.ts';
import { countOf, filledOf, requestOf, summaryOf } from '../../../panel/src/logic/filled.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import { groups } from '../../support/infra/groups.ts';

/** Forms for people, as they follow from the reference. */

const document = reference() as unknown as OpenApi;
const forms = formsOf(document);
const formOf = (operation: string) => forms.find((form) => form.operation === operation)!;

test('each submission that a person can fill in has a form; files that programs make have none', () => {
  const submissions = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-kind'] === 'submission')
    .map(({ operationId }) => operationId);
  const without = submissions.filter((operation) => !formOf(operation));
  expect(without.toSorted()).toEqual(['createBasicCopyXml', 'notifyContractXml', 'transformContractXml']);
});

const leavesOf = (fields: FormField[]): FormField[] =>
  fields.flatMap((field) => (field.fields ? leavesOf(field.fields) : [field]));

test('no form asks whether it is a dry run, and each field has a label in words', () => {
  for (const { operation, fields } of forms)
    for (const { name, label } of leavesOf(fields)) {
      expect(name, operation).not.toBe('test');
      expect(label, `${operation} ${name}`).toMatch(/^\p{Lu}.{2,}/u);
    }
});

describe('the form of a registration', () => {
  const { fields, address, hasDryRun, certificateType } = formOf('registerEmployee');
  const field = (name: string) => fields.find((one) => one.name === name)!;

  test('says what is needed, with codes in words and rules between fields', () => {
    expect({ address, hasDryRun, certificateType }).toEqual({
      address: 'POST /api/v4/seg-social/alta',
      hasDryRun: true,
      certificateType: 1,
    });
    expect(field('ccc')).toEqual({
      name: 'ccc',
      label: 'Código de cuenta de cotización',
      help: '11 dígitos.',
      required: true,
      kind: 'text',
      sent: 'string',
    });
    expect(field('fecha_real')).toMatchObject({ label: 'Fecha real del alta', kind: 'date' });
    expect(field('identificacion')).toMatchObject({
      kind: 'choice',
      choices: { '1': '1 · DNI', '2': '2 · Pasaporte', '6': '6 · NIE' },
    });
    expect(field('duplicate')).toMatchObject({ choices: { '1': 'Sí', '0': 'No' }, sent: 'number' });
    // When it is asked for, the form shows; the other rules are help.
    expect(field('category_professional').help).toBe('Solo régimen 0112. 7 dígitos.');
    const born = formOf('notifyContract').fields.find(({ name }) => name === 'dateOfBirth')!;
    expect(born.help).toBe('Debe ser anterior al inicio del contrato.');
  });

  test('gives the request of what is filled in, and no more', () => {
    const filled = { ccc: ' 28000000097 ', regimen: '0111', dni: '', duplicate: '1', test: '0' };
    expect(requestOf(fields, filled)).toEqual({ ccc: '28000000097', regimen: '0111', duplicate: 1 });
    expect(summaryOf(fields, { identificacion: '1', cno: '' })).toEqual([['Tipo de documento', '1 · DNI']]);
  });
});

test('groups and lists are requests within requests, and back', () => {
  const { fields } = formOf('callWorkers');
  const [first] = fields.find(({ name }) => name === 'employees')!.fields!;
  const filled = {
    cif: 'A99999997',
    [`employees.0.${first!.name}`]: 'x',
    [`employees.1.${first!.name}`]: '',
    [`employees.2.${first!.name}`]: 'y',
  };
  expect(countOf('employees', filled)).toBe(3);
  const request = requestOf(fields, filled);
  expect(request).toEqual({
    cif: 'A99999997',
    employees: [{ [first!.name]: 'x' }, { [first!.name]: 'y' }],
  });
  expect(requestOf(fields, filledOf(fields, request))).toEqual(request);
  expect(summaryOf(fields, filledOf(fields, request)).at(-1)?.[0]).toMatch(/^2 · /);
});

/** Requests that succeed, by method and address. */
const requests = requestsAt(seed, demoData(seed));
const operations = new Map(
  groups.flatMap((group) =>
    group.operations.map(
      (operation) => [`${operation.method} ${addressOf(group, operation)}`, operation] as const,
    ),
  ),
);
const corrected = forms.map((form) => [form.operation, form] as const);

test.each(corrected)('%s: what a trámite keeps fills the form of a correction', (_, { address, fields }) => {
  const { request } = operations.get(address as `POST ${string}`)!;
  const sent = requests[address.replace('/api/v4', '')]!.request;
  // As it is kept: after it was read.
  const kept = JSON.parse(JSON.stringify(request.parse(sent)));
  const again = requestOf(fields, filledOf(fields, kept));
  expect(JSON.parse(JSON.stringify(request.parse(again)))).toEqual(kept);
});

test('what is no number is sent as it is written, for the gateway to refuse', () => {
  const field: FormField = { name: 'days', label: 'Días', required: true, kind: 'text', sent: 'number' };
  expect(requestOf([field], { days: '12' })).toEqual({ days: 12 });
  expect(requestOf([field], { days: 'doce' })).toEqual({ days: 'doce' });
});
