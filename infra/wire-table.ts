import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../shared/authorities/exchange.ts';

const ROOT = join(import.meta.dirname, '..');

type AnyExchange = Exchange<'reading' | 'submission', never, unknown>;

const isExchange = (value: unknown): value is AnyExchange =>
  typeof value === 'object' && value !== null && 'standing' in value && 'script' in value;

/** The exchanges in what a module exports: one, or several by name. */
const exchangesIn = (exported: unknown): AnyExchange[] => {
  if (isExchange(exported)) return [exported];
  return typeof exported === 'object' && exported !== null ? Object.values(exported).filter(isExchange) : [];
};

/** Every exchange that a module of an authority exports. */
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

/** The README's table of what is known of the authorities' wire: a row for each exchange. */
export const wireTable = async (): Promise<string> => {
  const rowOf = (cells: string[]) => `| ${cells.map((cell) => cell.replace(/\s+/g, ' ')).join(' | ')} |`;
  return [
    '| Authority | Exchange | | Standing | What it rests on | What could take effect if a screen is not as assumed |',
    '|---|---|---|---|---|---|',
    ...(await collectExchanges()).map((exchange) => rowOf(cellsOf(exchange))).sort(),
  ].join('\n');
};

const BEGIN = '<!-- made by npm run wire -->';
const END = '<!-- end -->';

/** The README with the table in its place. */
export const withWireTable = (readme: string, table: string): string => {
  const [before = '', rest = ''] = readme.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
};
