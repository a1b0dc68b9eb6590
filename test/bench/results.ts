import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../local/run-folder.ts';
import { REASONS } from './reasons.ts';

/** One measured number. */
interface Result {
  name: string;
  value: number;
  unit: string;
  /** The most that it should be; null where it has none. */
  goal: number | null;
}

const results: Result[] = [];

const DOCUMENT = join(import.meta.dirname, '../../docs/performance.md');

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

const isMissed = ({ goal, value }: Result): boolean => goal !== null && value > goal;

const judgementOf = (result: Result): string => `${shown(result.goal!)}${isMissed(result) ? ', missed' : ''}`;

/**
 * Prints a number, and keeps it for the file of results.
 * @param goal the most that it should be, if it has a goal
 */
export const report = (name: string, value: number, unit: string, goal: number | null = null): void => {
  const result = { name, value, unit, goal };
  results.push(result);
  const judged = goal === null ? '' : `  goal ${judgementOf(result)}`;
  console.log(`${`${shown(value)} ${unit}`.padStart(14)}  ${name}${judged}`);
};

const rowOf = (result: Result): string =>
  `| ${result.name} | ${shown(result.value)} ${result.unit} | ${judgementOf(result)} |`;

const HEAD_OF_GOALS = '| Measured | Now | Goal, at most |\n|---|---|---|';

/** Why goals are missed, as a list; empty where none is, or no reason is known. */
const reasonsFor = (judged: Result[]): string => {
  const missed = judged.filter(isMissed);
  const lines = Object.entries(REASONS)
    .filter(([beginning]) => missed.some(({ name }) => name.startsWith(beginning)))
    .map(([beginning, reason]) => `- ${beginning}: ${reason}`);
  return lines.length > 0 ? `\nWhy goals are missed:\n\n${lines.join('\n')}\n` : '';
};

/** Writes what was measured as a page. */
const writeDocument = (): void => {
  const judged = results.filter(({ goal }) => goal !== null);
  writeFileSync(
    DOCUMENT,
    `# Performance

\`npm run bench\` writes this page, and all results to \`.local/bench.json\`; do not edit it. Ratios of times are medians of
at least 15 runs that took turns; CPU times where others may use the same processors. Rows, capacity, round trips, handshakes
and requests are counts.

- **Round trip**: calls of AWS that go out together and that the request waits for (\`test/support/stores/round-trips.ts\`).
- **Log-in kept**: a process keeps its log-in at an application of SEPE and goes on with it.
- **(b)**: a handler of middy, zod, lib-dynamodb and four clients of AWS, bundled by esbuild's defaults into one file of
  CommonJS (\`test/bench/programs/bare.ts\`).
- **Bare**: handlers that make the checks and the calls of DynamoDB that the gateway makes, and hold the same dialog.

## Goals

${HEAD_OF_GOALS}
${judged.map(rowOf).join('\n')}
${reasonsFor(judged)}`,
  );
};

/** Writes what was measured in this run to `.local/bench.json`, and as a page if it is told so. */
export const writeResults = ({ document }: { document: boolean }): void => {
  if (results.length === 0) return;
  mkdirSync(LOCAL, { recursive: true });
  writeFileSync(join(LOCAL, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  if (document) writeDocument();
};
