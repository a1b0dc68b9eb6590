import { describe, expect, test } from 'vitest';
import { failingFieldsOf } from '../../../support/sepe-contracts/least.ts';

/**
 * The field `collectiveAgreement` answers questions that depend on the type and duration of a contract. If a contract raises no
 * question, it must be missing.
 */
describe('the question about the collective agreement', () => {
  const DAYS_90 = { endDate: '2026-03-31' };
  const MONTHS_6 = { endDate: '2026-06-30' };

  test.each<[why: string, type: string, contract: Record<string, unknown>, answers: string]>([
    ['402 between 90 days and 6 months', '402', {}, ''],
    ['402 of one day less than 6 months', '402', { endDate: '2026-06-29' }, ''],
    ['402 of 6 months', '402', MONTHS_6, 'SN'],
    ['502 of 12 months', '502', { endDate: '2026-12-31' }, 'SN'],
    ['502 of more', '502', { endDate: '2027-01-01' }, ''],

    // 90 days or less.
    ['402 of 90 days', '402', DAYS_90, 'CD'],
    ['402 of 91 days', '402', { endDate: '2026-04-01' }, ''],
    ['502 of 90 days', '502', DAYS_90, 'CD'],
    ['450 of 90 days', '450', DAYS_90, 'CD'],
    ['450-402 of 90 days', '450', { ...DAYS_90, MODALIDAD_EXCLUSION: 402 }, 'CD'],
    ['450-410 of 90 days', '450', { ...DAYS_90, MODALIDAD_EXCLUSION: '410' }, ''],
    ['550-502 of 90 days', '550', { ...DAYS_90, MODALIDAD_EXCLUSION: '502' }, 'CD'],
    ['450 of 6 months', '450', MONTHS_6, ''],
    ['450 without end', '450', {}, ''],

    // Whether there was an earlier contract.
    ['404 of a day less than a year', '404', { endDate: '2026-12-30' }, 'SN'],
    ['404 of a year', '404', { endDate: '2026-12-31' }, ''],
    ['412 of less than three years', '412', { endDate: '2028-12-30' }, 'SN'],
    ['412 of three years', '412', { endDate: '2028-12-31' }, ''],

    // Training contracts.
    ['421 of 24 months, begun before', '421', { startDate: '2022-03-29', endDate: '2024-03-28' }, 'SN'],
    ['421 of 36 months', '421', { startDate: '2022-03-29', endDate: '2025-03-28' }, 'SN'],
    ['421 of more', '421', { startDate: '2022-03-29', endDate: '2025-03-29' }, ''],
    ['421 of less', '421', { startDate: '2022-03-29', endDate: '2024-03-27' }, ''],
    ['421 begun on the day', '421', { startDate: '2022-03-30', endDate: '2024-06-29' }, ''],

    // All other types.
    ['100', '100', {}, ''],
    ['401', '401', { endDate: '2026-08-31' }, ''],
  ])('the question has these answers, or is not asked: %s', (_why, type, contract, answers) => {
    const isRight = (answer: string | undefined) =>
      failingFieldsOf(type, { ...contract, collectiveAgreement: answer }).length === 0;
    expect(isRight(undefined)).toBe(answers === '');
    expect(['S', 'N', 'C', 'D', 'X'].filter(isRight).join('')).toBe(answers);
    if (answers !== '') expect(failingFieldsOf(type, contract)).toEqual(['collectiveAgreement']);
  });
});
