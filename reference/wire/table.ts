import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../../shared/authorities/exchange.ts';
import { addressOf } from '../../shared/derive/routes.ts';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import { missingFor } from '../../shared/operation/planned.ts';
import { groupsOf } from '../groups.ts';
import { FURTHER_DIALOGS } from './further-dialogs.ts';

const ROOT = join(import.meta.dirname, '..', '..');

type AnyExchange = Exchange<'reading' | 'submission', never, unknown>;

const isExchange = (value: unknown): value is AnyExchange =>
  typeof value === 'object' && value !== null && 'standing' in value && 'script' in value;

/** Exchanges in an exported value: the value itself or its properties. */
const exchangesIn = (exported: unknown): AnyExchange[] => {
  if (isExchange(exported)) return [exported];
  return typeof exported === 'object' && exported !== null ? Object.values(exported).filter(isExchange) : [];
};

/** All exchanges that the modules of the authorities export. */
export const collectExchanges = async (): Promise<AnyExchange[]> => {
  const files = globSync('shared/authorities/*/**/*.ts', { cwd: ROOT }).sort();
  const modules = await Promise.all(files.map((file) => import(join(ROOT, file))));
  return [...new Set(modules.flatMap((module) => Object.values(module).flatMap(exchangesIn)))];
};

const NAMES: Record<AuthorityName, string> = { tgss: 'TGSS', sepe: 'SEPE', aeat: 'AEAT', dehu: 'DEHú' };

const cellsOf = ({ name, kind, standing, offUntilSeen }: AnyExchange): string[] => [
  name,
  `${standing.state}, ${kind === 'submission' ? 'files' : 'asks'}${offUntilSeen ? ', off until seen' : ''}`,
  standing.note,
  standing.ifWrong,
];

const rowOf = (cells: string[]) => `| ${cells.map((cell) => cell.replace(/\s+/g, ' ')).join(' | ')} |`;

const tableOf = (head: string[], rows: string[][]): string[] => [
  rowOf(head),
  `|${'---|'.repeat(head.length)}`,
  ...rows.map(rowOf).sort(),
];

/** Merges rows that differ only in their name. */
const together = (rows: string[][]): string[][] =>
  [...Map.groupBy(rows, ([, ...rest]) => rest.join('|')).values()].map((same) => [
    same
      .map(([name = '']) => name)
      .sort()
      .join('; '),
    ...same[0]!.slice(1),
  ]);

const HEAD = [
  'Exchange',
  'Evidence',
  'What it rests on',
  'What could take effect if a screen is not as assumed',
];

/** Planned operations, and the reason for each. */
const plannedTable = (): string[] => {
  const rows = groupsOf({ standIns: false }).flatMap((group) =>
    group.operations.flatMap((operation) => {
      const missing = missingFor(operation);
      return missing === undefined ? [] : [[`${operation.method} ${addressOf(group, operation)}`, missing]];
    }),
  );
  return [
    '### Planned operations',
    '',
    `${rows.length} operations that programs in use call check their request and answer 501: nothing public says how they are done.`,
    '',
    ...tableOf(['Operation', 'What is missing, as the operation says it'], rows),
  ];
};

/**
 * Tables of docs/authorities.md: the exchanges of each authority and how well they are known, further dialogs, and
 * planned operations.
 */
export const wireTable = async (): Promise<string> => {
  const exchanges = await collectExchanges();
  return [
    ...Object.entries(NAMES).flatMap(([authority, name]) => [
      `### ${name}`,
      '',
      ...tableOf(
        HEAD,
        together(exchanges.filter((exchange) => exchange.authority === authority).map(cellsOf)),
      ),
      '',
    ]),
    '### Further dialogs',
    '',
    'Public programs use these; our service does not.',
    '',
    ...tableOf(
      ['Exchange', 'What it rests on'],
      FURTHER_DIALOGS.map(({ authority, name, files, stoodIn, note }) => [
        [`${NAMES[authority]} ${name}`, ...(files ? ['files'] : []), ...(stoodIn ? ['stand-in'] : [])].join(
          ', ',
        ),
        note,
      ]),
    ),
    '',
    ...plannedTable(),
  ].join('\n');
};

const BEGIN = '<!-- made by npm run wire -->';
const END = '<!-- end -->';

/**
 * Inserts a table between the two markers of a page in `docs/`.
 * @throws Error if the page has no markers
 */
export const withTable = (page: string, table: string): string => {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error('the page has no markers for its table');
  return `${page.slice(0, before + BEGIN.length)}\n\n${table}\n\n${page.slice(after)}`;
};
