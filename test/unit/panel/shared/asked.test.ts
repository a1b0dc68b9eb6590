import { describe, expect, test } from 'vitest';
import { reference } from '../../../../client/build/reference.ts';
import { coefficientDoubts } from '../../../../functions/gateway/seg-social/coefficient-doubts.ts';
import { demoData } from '../../../../local/demo.ts';
import { type FormField, formsOf, type OpenApi } from '../../../../panel/src/shared/fields.ts';
import {
  type Filled,
  filledOf,
  isAsked,
  isInView,
  isNeeded,
  requestOf,
} from '../../../../panel/src/shared/filled.ts';
import { requestsAt } from '../../../../reference/requests.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { CONTRACT_TYPES } from '../../../../shared/authorities/sepe/documents/contract-types.ts';
import { TRANSFORMATION_TYPES } from '../../../../shared/authorities/sepe/documents/transformation-document.ts';
import { openApiDocument } from '../../../../shared/derive/openapi.ts';
import { groups, operations } from '../../../support/infra/groups.ts';

/** Forms show the fields that earlier choices require, by the same rules with which the gateway validates. */

const forms = formsOf(reference() as unknown as OpenApi);
const requests = requestsAt(seed, demoData(seed));
const formOf = (operation: string) => forms.find((form) => form.operation === operation)!;
const operationOf = (id: string) => operations.find(({ operation }) => operation.id === id)!.operation;

/** Fields with their paths, each followed by the fields inside it. */
const flat = (fields: readonly FormField[], before = ''): [path: string, field: FormField][] =>
  fields.flatMap((field) => {
    const path = before + field.name;
    const within = field.kind === 'list' ? `${path}.0.` : `${path}.`;
    return [[path, field] as [string, FormField], ...flat(field.fields ?? [], within)];
  });

/** The paths of the gateway's mistakes in a request. */
const mistakesOf = (operation: string, request: unknown): Set<string> =>
  new Set(
    operationOf(operation)
      .request.safeParse(request)
      .error?.issues.map(({ path }) => path.join('.')),
  );

const contract = formOf('notifyContract');
const filledContract = filledOf(contract.fields, requests['POST /sepe/contrata']!.request);

describe.each([...CONTRACT_TYPES.keys()])('the form of a contract of type %s', (code) => {
  const filled: Filled = { ...filledContract, codContract: code };
  const request = requestOf(contract.fields, filled);

  test('the form asks for what the gateway demands, and not for what it refuses', () => {
    const mistakes = mistakesOf('notifyContract', request);
    for (const [path, field] of flat(contract.fields)) {
      if (!(field.onlyWith || field.neededWith) || !mistakes.has(path)) continue;
      // A field about which the gateway complains is shown, and is required if it is missing.
      expect(isAsked(field, path, filled), path).toBe(true);
      // The agreement also depends on dates, which are not choices.
      if (!filled[path] && path !== 'collectiveAgreement')
        expect(isNeeded(field, path, { filled }), path).toBe(true);
    }
    for (const [path, field] of flat(contract.fields)) {
      if (!isNeeded(field, path, { filled }) || filled[path] || field.kind === 'group') continue;
      if (isAsked(field, path, filled) && !path.includes('.')) expect([...mistakes]).toContain(path);
    }
  });

  test('the form does not send a field that it does not ask for, though it was filled in for another type', () => {
    for (const [path, field] of flat(contract.fields))
      if (!path.includes('.') && !isAsked(field, path, filled)) expect(request).not.toHaveProperty(path);
  });
});

test('a field that decides about others comes before them', () => {
  const names = contract.fields.map(({ name }) => name);
  for (const name of ['collectiveAgreement', 'endDate', 'IND_CONTRATO_ESCRITO'])
    expect(names.indexOf(name), name).toBeGreaterThan(names.indexOf('codContract'));
  expect(names.indexOf('municipality')).toBeGreaterThan(names.indexOf('country'));
});

test('a municipality is asked for only in Spain', () => {
  const field = contract.fields.find(({ name }) => name === 'municipality')!;
  const asked = (country: string) => isAsked(field, 'municipality', { country });
  expect([asked(''), asked('724'), asked('250')]).toEqual([false, true, false]);
  expect(isNeeded(field, 'municipality', { filled: { country: '724' } })).toBe(true);
});

test('a block is not shown while nothing in it is asked for', () => {
  const { fields } = formOf('transformContract');
  const block = fields.find(({ name }) => name === 'DATOS_CONTRATO_TIEMPO_PARCIAL')!;
  for (const [code, { time }] of Object.entries(TRANSFORMATION_TYPES)) {
    const filled = { TIPO_CONTRATO: code };
    expect(isAsked(block, block.name, filled), code).toBe(time !== 'full');
    expect(isNeeded(block, block.name, { filled }), code).toBe(time === 'part');
  }
});

test('the fields of an element of a list follow the values of that element', () => {
  const employees = formOf('callWorkers').fields.find(({ name }) => name === 'employees')!;
  const surname = employees.fields!.find(({ name }) => name === 'lastSurname')!;
  const filled = { 'employees.0.docType': 'D', 'employees.1.docType': 'E' };
  const needed = (index: number) => isNeeded(surname, `employees.${index}.lastSurname`, { filled });
  expect([needed(0), needed(1)]).toEqual([true, false]);
});

test('fields that belong together are required as soon as one of them is filled in, and keep their place', () => {
  const { fields } = formOf('registerEmployee');
  const account = fields.find(({ name }) => name === 'cesion_ccc')!;
  const filled = { cesion_tipo: '02' };
  expect(isNeeded(account, 'cesion_ccc', { filled })).toBe(true);
  expect(isNeeded(account, 'cesion_ccc', { filled, byChoice: true })).toBe(false);
  expect(isNeeded(account, 'cesion_ccc', { filled: {} })).toBe(false);
});

test.each([
  ['registerEmployee', 'tipo_contrato'],
  ['updateContract', 'contractType'],
])(
  'the form of %s shows the coefficient for the contracts that get a warning without one',
  (operation, contract) => {
    const coefficient = formOf(operation).fields.find(({ name }) => name === 'coeficiente')!;
    const isShown = (filled: Filled) => isInView(coefficient, 'coeficiente', filled);
    expect(isShown({})).toBe(false);
    expect(
      ['100', '200', '209', '289', '300', '402', '502', '000'].filter((code) =>
        isShown({ [contract]: code }),
      ),
    ).toEqual(['200', '209', '289', '502']);
    for (const code of [...CONTRACT_TYPES.keys(), '109', '239', '389'])
      expect(isShown({ [contract]: code }), code).toBe(coefficientDoubts(code).length > 0);
    expect(isNeeded(coefficient, 'coeficiente', { filled: { [contract]: '200' } })).toBe(false);
  },
);

test('lists of codes that only the stand-ins have are named by a sandbox alone', () => {
  const listsOf = (document: object) =>
    new Set([...JSON.stringify(document).matchAll(/"x-codeList":"(\w+)"/g)].map(([, list]) => list));
  const all = ['agreements', 'contracts', 'countries', 'groups', 'municipalities', 'occupations'];
  expect([...listsOf(openApiDocument(groups, { scenarios: true }))].toSorted()).toEqual([
    ...all,
    'terminations',
  ]);
  expect([...listsOf(openApiDocument(groups))].toSorted()).toEqual(
    all.filter((list) => !['agreements', 'groups'].includes(list)),
  );
});
