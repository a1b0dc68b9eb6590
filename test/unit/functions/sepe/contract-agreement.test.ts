import { describe, expect, test } from 'vitest';
import { failingFieldsOf } from '../../../support/sepe-contracts/least.ts';

/**
 * The field `collectiveAgreement` answers questions that depend on the type and duration of a contract; where a
 * contract raises no question it must be absent.
 */
describe('the question about the collective agreement', () => {
  test.each<[why: string, type: string, changes: Record<string, unknown>, fields: string[]]>([
    // Agreement: 402 and 502 of 6 to 12 months.
    ['402 of one day less than 6 months', '402', { endDate: '2026-06-29' }, []],
    ['402 of 6 months', '402', { endDate: '2026-06-30' }, ['collectiveAgreement']],
    ['402 of 6 months, answered', '402', { endDate: '2026-06-30', collectiveAgreement: 'S' }, []],
    ['402 of 6 months, the other answer', '402', { endDate: '2026-06-30', collectiveAgreement: 'N' }, []],
    [
      '402 of 6 months, the answer to another question',
      '402',
      { endDate: '2026-06-30', collectiveAgreement: 'C' },
      ['collectiveAgreement'],
    ],
    ['502 of 12 months', '502', { endDate: '2026-12-31' }, ['collectiveAgreement']],
    ['502 of 12 months, answered', '502', { endDate: '2026-12-31', collectiveAgreement: 'N' }, []],
    ['502 of more', '502', { endDate: '2027-01-01', collectiveAgreement: 'N' }, ['collectiveAgreement']],
    ['502 of more, not answered', '502', { endDate: '2027-01-01' }, []],
    ['402 between 90 days and 6 months', '402', { collectiveAgreement: 'S' }, ['collectiveAgreement']],

    // Agreement: 90 days or less.
    ['402 of 90 days', '402', { endDate: '2026-03-31' }, ['collectiveAgreement']],
    ['402 of 90 days, answered', '402', { endDate: '2026-03-31', collectiveAgreement: 'C' }, []],
    ['402 of 90 days, the other answer', '402', { endDate: '2026-03-31', collectiveAgreement: 'D' }, []],
    [
      '402 of 90 days, the answer to another question',
      '402',
      { endDate: '2026-03-31', collectiveAgreement: 'S' },
      ['collectiveAgreement'],
    ],
    ['402 of 91 days', '402', { endDate: '2026-04-01' }, []],
    ['502 of 90 days', '502', { endDate: '2026-03-31' }, ['collectiveAgreement']],
    ['450 of 90 days', '450', { endDate: '2026-03-31' }, ['collectiveAgreement']],
    [
      '450-402 of 90 days',
      '450',
      { endDate: '2026-03-31', MODALIDAD_EXCLUSION: 402, collectiveAgreement: 'C' },
      [],
    ],
    ['450-410 of 90 days', '450', { endDate: '2026-03-31', MODALIDAD_EXCLUSION: '410' }, []],
    [
      '450-410 of 90 days, answered',
      '450',
      { endDate: '2026-03-31', MODALIDAD_EXCLUSION: '410', collectiveAgreement: 'C' },
      ['collectiveAgreement'],
    ],
    [
      '550-502 of 90 days',
      '550',
      { endDate: '2026-03-31', MODALIDAD_EXCLUSION: '502' },
      ['collectiveAgreement'],
    ],
    ['450 of 6 months', '450', { endDate: '2026-06-30', collectiveAgreement: 'S' }, ['collectiveAgreement']],
    ['450 without end', '450', { collectiveAgreement: 'C' }, ['collectiveAgreement']],

    // Agreement: an earlier contract.
    ['404 of a day less than a year', '404', { endDate: '2026-12-30' }, ['collectiveAgreement']],
    [
      '404 of a day less than a year, answered',
      '404',
      { endDate: '2026-12-30', collectiveAgreement: 'S' },
      [],
    ],
    ['404 of a year', '404', { endDate: '2026-12-31' }, []],
    [
      '404 of a year, answered',
      '404',
      { endDate: '2026-12-31', collectiveAgreement: 'S' },
      ['collectiveAgreement'],
    ],
    ['412 of less than three years', '412', { endDate: '2028-12-30', collectiveAgreement: 'N' }, []],
    ['412 of less than three years, not answered', '412', { endDate: '2028-12-30' }, ['collectiveAgreement']],
    ['412 of three years', '412', { endDate: '2028-12-31' }, []],

    // Agreement: training.
    [
      '421 of 24 months, begun before',
      '421',
      { startDate: '2022-03-29', endDate: '2024-03-28' },
      ['collectiveAgreement'],
    ],
    [
      '421 of 24 months, answered',
      '421',
      { startDate: '2022-03-29', endDate: '2024-03-28', collectiveAgreement: 'N' },
      [],
    ],
    ['421 of 36 months', '421', { startDate: '2022-03-29', endDate: '2025-03-28' }, ['collectiveAgreement']],
    ['421 of more', '421', { startDate: '2022-03-29', endDate: '2025-03-29' }, []],
    ['421 of less', '421', { startDate: '2022-03-29', endDate: '2024-03-27' }, []],
    ['421 begun on the day', '421', { startDate: '2022-03-30', endDate: '2024-06-29' }, []],
    [
      '421 begun on the day, answered',
      '421',
      { startDate: '2022-03-30', endDate: '2024-06-29', collectiveAgreement: 'S' },
      ['collectiveAgreement'],
    ],

    // Agreement: any other.
    ['100 answered', '100', { collectiveAgreement: 'S' }, ['collectiveAgreement']],
    ['401 answered', '401', { endDate: '2026-08-31', collectiveAgreement: 'S' }, ['collectiveAgreement']],
    ['no answer at all', '402', { endDate: '2026-06-30', collectiveAgreement: 'X' }, ['collectiveAgreement']],
  ])('%s', (_why, type, changes, fields) => {
    expect(failingFieldsOf(type, changes)).toEqual(fields);
  });
});
