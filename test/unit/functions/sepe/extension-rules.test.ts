import { describe, expect, test } from 'vitest';
import {
  type Indicators,
  indicatorsFor,
  startAfterEnd,
} from '../../../../functions/gateway/sepe/extension-rules.ts';
import type { ServiceError } from '../../../../shared/kernel/errors.ts';

/** The fields that extensions of each type of contract must, may and must not have. */

const term = (months: number) => ({
  start: '2026-01-01',
  end: new Date(Date.UTC(2026, months, 0)).toISOString().slice(0, 10),
});

const failing = (code: string | undefined, sent: Indicators, months: number): string[] => {
  try {
    indicatorsFor(code, sent, term(months));
    return [];
  } catch (error) {
    return Object.keys((error as ServiceError).errors);
  }
};

describe('an agreement on an extension', () => {
  test.each<[code: string, months: number, isMandatory: boolean]>([
    ['402', 5, false],
    ['402', 6, true],
    ['502', 12, true],
    ['502', 13, false],
    ['421', 24, true],
    ['421', 37, false],
    ['401', 36, true],
    ['501', 48, true],
    ['501', 35, false],
    // For these it depends on the modality, which SEPE does not show.
    ['450', 40, false],
  ])('an agreement is asked for, or not, of a contract %s of %s months: %s', (code, months, isMandatory) => {
    expect(failing(code, {}, months)).toEqual(isMandatory ? ['prorroga_exist_convenio'] : []);
    expect(failing(code, { prorroga_exist_convenio: 'N' }, months)).toEqual([]);
  });

  test('an agreement is not sent if the type has no place for it, and refused if there is one', () => {
    expect(indicatorsFor('430', { prorroga_exist_convenio: 'N' }, term(12))).toEqual({
      prorroga_exist_convenio: undefined,
    });
    expect(failing('430', { prorroga_exist_convenio: 'S' }, 12)).toEqual(['prorroga_exist_convenio']);
  });
});

test.each<[field: keyof Indicators, value: string, types: string[]]>([
  ['IND_EMPRESA_AAPP_UNIVERSIDAD', 'S', ['401', '450', '501', '550']],
  ['IND_PERIODO_AUTORIZA_DURACION', 'N', ['420', '421', '450', '520', '550']],
  ['HORAS_FORMACION', '001000', ['421']],
  ['IND_DURAC_INFERIOR', 'S', ['452', '552']],
])('the indicator %s is for its types only', (field, value, types) => {
  for (const code of ['401', '402', '420', '421', '430', '450', '452', '501', '502', '520', '550', '552'])
    expect(failing(code, { [field]: value }, 1), code).toEqual(types.includes(code) ? [] : [field]);
});

test('a shorter contract of an insertion company needs the advice of the social services', () => {
  expect(failing('452', {}, 6)).toEqual(['IND_DURAC_INFERIOR']);
  expect(failing('552', {}, 5)).toEqual([]);
});

test.each(['405', '999', undefined])(
  'a type that the schema does not know is sent as it came: %s',
  (code) => {
    const sent = { prorroga_exist_convenio: 'S', IND_DURAC_INFERIOR: 'N' };
    expect(indicatorsFor(code, sent, term(12))).toEqual(sent);
  },
);

describe('the start of an extension in a dry run', () => {
  const contract = { endDate: '2026-06-30', extensions: [] };
  const extended = {
    endDate: '2026-03-31',
    extensions: [{ fecha_fin: '30/06/2026' }] as never,
  };
  const says = (startDate: string, isDiscontinuous: boolean, shown = contract) =>
    startAfterEnd({ startDate, isDiscontinuous }, shown);

  test.each([contract, extended])(
    'the start fits the end of the contract or of its last extension (%#)',
    (shown) => {
      expect(says('2026-07-01', false, shown)).toBeUndefined();
      expect(says('2026-07-02', true, shown)).toBeUndefined();
      for (const [startDate, isDiscontinuous, words] of [
        ['2026-06-30', false, /^CCT0137: .* termina el 30\/06\/2026 y debe empezar el 01\/07\/2026\./],
        ['2026-06-30', true, /^CCT0137/],
        ['2026-07-02', false, /^CCT0138/],
        ['2026-07-01', true, /^CCT0142: .* termina el 30\/06\/2026/],
      ] as const)
        expect(says(startDate, isDiscontinuous, shown)).toMatch(words);
    },
  );

  test('the start can only be judged with an end', () => {
    expect(
      startAfterEnd(
        { startDate: '2026-07-01', isDiscontinuous: false },
        { endDate: undefined, extensions: [] },
      ),
    ).toContain('CPR4036');
  });
});
