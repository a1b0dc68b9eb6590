import { CAUSES } from '../../functions/capabilities/obligations/rules/causes.ts';
import { RULES } from '../../functions/capabilities/obligations/rules/index.ts';
import {
  type Standing,
  spanishDay,
  type Version,
} from '../../functions/capabilities/obligations/rules/rule.ts';
import { YEARS } from '../../shared/kernel/working-days.ts';

const STANDING: Record<Standing, string> = {
  confirmed: 'confirmed',
  toCheck: 'to be checked',
  inferred: 'inferred',
};

/** The events for which a version of a rule is valid. */
const validFor = ({ valid: { from, until }, schemes }: Version): string =>
  [
    `from ${spanishDay(from)}${until ? ` to ${spanishDay(until)}` : ''}`,
    ...(schemes ? [`schemes ${schemes.join(', ')}`] : []),
  ].join('; ');

/** Tables of docs/obligations.md: rules, years with known holidays, and causes of terminations. */
export const rulesTable = (): string =>
  [
    '| Rule | What is due | Source | Standing | Read in | Checked | Valid for events |',
    '|---|---|---|---|---|---|---|',
    ...RULES.flatMap(({ id, title, versions }) =>
      versions.map((version) => {
        const { source, standing, read, checked } = version;
        const cells = [id, title, source, STANDING[standing], read, spanishDay(checked), validFor(version)];
        return `| ${cells.join(' | ')} |`;
      }),
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
