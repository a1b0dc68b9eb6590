import { globSync } from 'node:fs';
import { join } from 'node:path';
import { FURTHER_DIALOGS } from '../../sandbox/further-dialogs.ts';
import type { Exchange } from '../../shared/authorities/exchange.ts';

const ROOT = join(import.meta.dirname, '..', '..');

type AnyExchange = Exchange<'reading' | 'submission', never, unknown>;

const isExchange = (value: unknown): value is AnyExchange =>
  typeof value === 'object' && value !== null && 'standing' in value && 'script' in value;

/** The exchanges in an exported value: the value itself, or those among its properties. */
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

const NAMES = { tgss: 'TGSS', sepe: 'SEPE', aeat: 'AEAT' };

const cellsOf = ({ authority, name, kind, standing, offUntilSeen }: AnyExchange): string[] => [
  NAMES[authority],
  name,
  kind === 'submission' ? 'files' : 'asks',
  `${standing.state}${offUntilSeen ? ', off until seen' : ''}`,
  standing.note,
  standing.ifWrong,
];

const rowOf = (cells: string[]) => `| ${cells.map((cell) => cell.replace(/\s+/g, ' ')).join(' | ')} |`;

const tableOf = (rows: string[][]): string[] => [
  '| Authority | Exchange | | Evidence | What it rests on | What could take effect if a screen is not as assumed |',
  '|---|---|---|---|---|---|',
  ...rows.map(rowOf).sort(),
];

/**
 * The tables in docs/authorities.md: one row for each exchange, with how well it is known, and the same for what only
 * the stand-ins have.
 */
export const wireTable = async (): Promise<string> =>
  [
    ...tableOf((await collectExchanges()).map(cellsOf)),
    '',
    'The stand-in authorities have more of the portals, which public programs use and our service does not:',
    '',
    ...tableOf(
      FURTHER_DIALOGS.map(({ authority, name, files, state, note }) => [
        NAMES[authority],
        name,
        files ? 'files' : 'asks',
        state,
        note,
        'Nothing: our service does not send it.',
      ]),
    ),
  ].join('\n');

const BEGIN = '<!-- made by npm run wire -->';
const END = '<!-- end -->';

/** The document with this table between its two markers. */
export const withWireTable = (document: string, table: string): string => {
  const [before = '', rest = ''] = document.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
};
