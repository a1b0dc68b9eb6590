import { describe, expect, test } from 'vitest';
import { reference } from '../../../../../client/build/reference.ts';
import { toRule } from '../../../../../functions/capabilities/obligations/fields.ts';
import { RULES } from '../../../../../functions/capabilities/obligations/rules/index.ts';
import { formFor, isForBatch, togetherText } from '../../../../../panel/src/capabilities/obligations/due.ts';
import type { Obligation } from '../../../../../panel/src/capabilities/obligations/to-do.ts';
import { openingOf } from '../../../../../panel/src/gateway/filings/openings.ts';
import { formsOf, type OpenApi } from '../../../../../panel/src/shared/fields.ts';
import { AUTHORITIES, inPlainWords } from '../../../../../panel/src/shared/words.ts';

/** Obligations, and the forms that fulfil them. */

const forms = formsOf(reference() as unknown as OpenApi);
const of = {
  account: '011128123456789',
  cif: 'B12345674',
  worker: { document: '12345678Z', nss: '281234567840', name: null },
};

/** Obligations that are fulfilled elsewhere, or not by a submission. */
const ELSEWHERE = [
  'liquidacion',
  'accidente',
  'nacimiento',
  'certificado-digital',
  'certificado-contratistas',
];

describe.each(RULES.map((rule) => [rule.id, rule] as const))('the obligation %s', (id, rule) => {
  test('the obligation leads to the form that fulfils it, with account and worker, or with the company', () => {
    const { authority } = rule;
    const form = formFor({ ...of, rule: toRule(rule) });
    const opening = openingOf({ rule: { ...rule, authority } } as never);
    const found = forms.find(({ operation }) => operation === (form?.operation ?? opening));
    expect(!found).toBe(ELSEWHERE.includes(id));
    if (!form) return;
    // A form for a worker has one of these fields at its top level or in its list, unless it has them in groups.
    const names = found!.fields.flatMap(({ name, kind, fields = [] }) => {
      if (kind === 'group') return [];
      return kind === 'list' ? fields.map((one) => `${name}.0.${one.name}`) : name;
    });
    const ofWorker = names.some((name) => name.startsWith('employees')) ? 'employees.0.doc' : 'dni';
    const who = id.startsWith('modelo-') ? 'cif' : ofWorker;
    if (names.length > 0) expect(names.filter((name) => form.filled[name])).toContain(who);
  });

  test('the obligation is described without addresses of the interface, and with the name of the authority', () => {
    const ofVersions = rule.versions.flatMap(({ term, doubt, source, read }) => [term, doubt, source, read]);
    for (const text of [rule.closedBy, rule.late, rule.exceptions, ...ofVersions])
      expect(inPlainWords(text ?? '')).not.toMatch(/GET|POST|PUT|DELETE|…\//);
    expect(AUTHORITIES[rule.authority]).toMatch(/\w/);
  });
});

test('brackets that contain no address stay in the text of an obligation', () => {
  expect(inPlainWords('La copia (POST /sepe/copy-basic, o con el contrato), o que conste (a veces).')).toBe(
    'La copia (o con el contrato), o que conste (a veces).',
  );
});

test('the form of a declaration has the company and the period of its obligation', () => {
  const filled = (period: string) =>
    formFor({ ...of, rule: { operation: 'fileWithholdings' }, of: period })?.filled;
  expect(filled('2026-4T')).toMatchObject({ cif: 'B12345674', ejercicio: '2026', periodo: '4T' });
  expect(filled('2026-11')).toMatchObject({ cif: 'B12345674', ejercicio: '2026', periodo: '11' });
  const yearly = formFor({ ...of, rule: { operation: 'fileWithholdingsSummary' }, of: '2026' })?.filled;
  expect(yearly).toMatchObject({ cif: 'B12345674', ejercicio: '2026' });
});

test('the kind of document is filled in if it is certain', () => {
  const kindOf = (document: string) =>
    formFor({
      rule: { operation: 'registerEmployee' },
      account: null,
      worker: { document, nss: null, name: null },
    })?.filled.identificacion;
  expect([kindOf('12345678Z'), kindOf('X1234567L'), kindOf('AB123456')]).toEqual(['1', '6', undefined]);
});

test('equal obligations are fulfilled together, except one that is in a batch or waits for another one', () => {
  const contract = toRule(RULES.find(({ id }) => id === 'contrato')!);
  const settlement = toRule(RULES.find(({ id }) => id === 'liquidacion')!);
  const fits = (changed: object) =>
    isForBatch({ rule: contract, batch: null, blockedBy: [], ...changed } as unknown as Obligation);
  expect(fits({})).toBe(true);
  expect(fits({ rule: toRule(RULES.find(({ id }) => id === 'certificado-empresa')!) })).toBe(true);
  expect(fits({ batch: { id: 'x', name: 'Contratos' } })).toBe(false);
  expect(fits({ blockedBy: ['y'] })).toBe(false);
  expect(fits({ rule: settlement })).toBe(false);
  expect([togetherText(contract, 11), togetherText(contract, 1)]).toEqual([
    'Comunicar 11 contratos',
    'Comunicar 1 contrato',
  ]);
});
