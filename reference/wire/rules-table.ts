import { YEARS } from '../../shared/obligations/calendar.ts';
import type { Rule } from '../../shared/obligations/rule.ts';
import { RULES } from '../../shared/obligations/rules/index.ts';

const STANDING: Record<Rule['standing'], string> = {
  confirmed: 'confirmed',
  toCheck: 'to be checked',
  inferred: 'inferred',
};

/** The tables of docs/obligations.md: rules, and years whose holidays are known. */
export const rulesTable = (): string =>
  [
    '| Rule | What is due | Source | Standing |',
    '|---|---|---|---|',
    ...RULES.map(
      ({ id, title, source, standing }) => `| ${id} | ${title} | ${source} | ${STANDING[standing]} |`,
    ),
    '',
    '| Year | Holidays of all Spain |',
    '|---|---|',
    ...Object.entries(YEARS).map(([year, { source }]) => `| ${year} | ${source} |`),
  ].join('\n');
