import { YEARS } from '../../shared/obligations/calendar.ts';
import type { Rule } from '../../shared/obligations/rule.ts';
import { RULES } from '../../shared/obligations/rules/index.ts';

const STANDING: Record<Rule['standing'], string> = {
  confirmed: 'confirmed',
  toCheck: 'to be checked',
  inferred: 'inferred',
};

const BEGIN = '<!-- made by npm run wire -->';
const END = '<!-- end -->';

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

/** The page with these tables. @throws Error if it does not say where they go */
export const withRulesTable = (page: string, table: string): string => {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error('docs/obligations.md does not say where its tables go');
  return `${page.slice(0, before + BEGIN.length)}\n\n${table}\n\n${page.slice(after)}`;
};
