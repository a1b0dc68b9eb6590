import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRICES } from './costs/prices.ts';
import { REASONS } from './reasons.ts';

/** One measured number. */
export interface Result {
  name: string;
  /** The most that it should be; null where it is only told. */
  goal: number | null;
  value: number;
  unit: string;
}

const DOCUMENT = join(import.meta.dirname, '../../docs/performance.md');

/** What was measured, by the same bench, before the work on speed began. */
const before = JSON.parse(readFileSync(join(import.meta.dirname, 'before.json'), 'utf8')) as Result[];

const shown = (value: number | undefined): string =>
  value === undefined ? '' : Number.isInteger(value) ? String(value) : value.toFixed(2);

const isMissed = ({ goal, value }: Result): boolean => goal !== null && value > goal;

const rowOf = (result: Result): string => {
  const { name, goal, value, unit } = result;
  const was = before.find((one) => one.name === name && one.unit === unit)?.value;
  const met = goal === null ? '' : isMissed(result) ? 'missed' : 'met';
  return `| ${name} | ${shown(goal ?? undefined)} | ${shown(was)} | ${shown(value)} | ${unit} | ${met} |`;
};

const HEAD = '| Measured | Goal | Before | Now | Unit | |\n| --- | --- | --- | --- | --- | --- |';

/** Why goals are missed, as a list; empty where none is, or no reason is known. */
const reasonsFor = (judged: Result[]): string => {
  const lines = judged
    .filter((result) => isMissed(result) && result.name in REASONS)
    .map(({ name }) => `- ${name}: ${REASONS[name]}`);
  return lines.length > 0 ? `\nWhy goals are missed:\n\n${lines.join('\n')}\n` : '';
};

/** Writes what was measured as a page. */
export const writeDocument = (results: Result[]): void => {
  const judged = results.filter(({ goal }) => goal !== null);
  const told = results.filter(({ goal }) => goal === null);
  const prices = Object.entries(PRICES).map(
    ([name, { usd, unit, confirmed }]) =>
      `| ${name} | ${Number(usd.toPrecision(6))} | ${unit} | ${confirmed ?? 'not confirmed'} |`,
  );
  writeFileSync(
    DOCUMENT,
    `# Performance

\`npm run bench\` writes this page; do not edit it. Ratios of times are medians of at least 15 runs that took turns, on
the machine of the run; CPU times where others may use the same processors. Rows, capacity, rounds, handshakes and
requests are counts. "Before" is what the same bench measured before the work on speed; \`test/bench/before.json\` has it.

A round is calls of AWS that go out together and that the request waits for. No clock decides that: each call is held
until the process has nothing else to do, then all that are held go out (\`test/support/stores/rounds.ts\`). "Before"
counted rounds by times, and so also a call that went out beside a request to the authority. A submission has one more
round between two requests to the authority: what it is about to file is written before the step that files.

An application of SEPE leads over several pages to a log-in, which a process keeps and goes on with. The goals for
requests to authorities are for an operation that finds one kept; "before" none was.

(b) is a handler of middy, zod, lib-dynamodb and four clients of AWS, bundled by esbuild's defaults into one file of
CommonJS (\`test/bench/programs/bare.ts\`); as split ES modules it takes packages in that form. The bare handlers make the
checks and the calls of DynamoDB that the gateway makes, and hold the same dialog.

## Goals

${HEAD}
${judged.map(rowOf).join('\n')}
${reasonsFor(judged)}
## Also measured

${HEAD}
${told.map(rowOf).join('\n')}

## Prices

US dollars, \`test/bench/costs/prices.ts\`.

| Price | USD | Of one | Confirmed by |
| --- | --- | --- | --- |
${prices.join('\n')}

## What is not done

- No compile cache of V8: the files of a function cannot be written, and what is written to \`/tmp\` is gone at the next
  start. A cache that is shipped is only good for the very Node that wrote it, which AWS changes at will.
- The processor share of a function cannot be had exactly outside Lambda. Times by memory are the CPU time measured here,
  divided by the share (memory over 1,769 MB), and the waits.
`,
  );
};
