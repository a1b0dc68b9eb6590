import { CAUSES } from '../../functions/obligations/rules/causes.ts';
import { RULES } from '../../functions/obligations/rules/index.ts';
import type { Rule } from '../../functions/obligations/rules/rule.ts';
import { YEARS } from '../../shared/kernel/working-days.ts';

const STANDING: Record<Rule['standing'], string> = {
  confirmed: 'confirmed',
  toCheck: 'to be checked',
  inferred: 'inferred',
};

/** Tables of docs/obligations.md: rules, years with known holidays, and causes of terminations. */
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
    ...Object.entries(YEARS).map(
      ([year, { source, isProvisional }]) =>
        `| ${year}${isProvisional ? ' (provisional)' : ''} | ${source} |`,
    ),
    '',
    '| Cause | What it is | Company certificate | Source | Standing |',
    '|---|---|---|---|---|',
    ...Object.entries(CAUSES).map(
      ([cause, { text, isUnemployment, source, standing }]) =>
        `| ${cause} | ${text} | ${isUnemployment ? 'due' : 'not due'} | ${source} | ${STANDING[standing]} |`,
    ),
  ].join('\n');
