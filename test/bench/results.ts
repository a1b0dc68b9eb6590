import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../infra/local/run-folder.ts';

/** One measured number. */
export interface Result {
  name: string;
  /** The most that it should be; null where it is only told. */
  goal: number | null;
  value: number;
  unit: string;
}

const results: Result[] = [];

/** Prints a number, and keeps it for the file of results. */
export const report = (result: Result): void => {
  results.push(result);
  const { name, goal, value, unit } = result;
  const shown = `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`;
  const judged = goal === null ? '' : `  goal ${goal}${value > goal ? ', missed' : ''}`;
  console.log(`${shown.padStart(14)}  ${name}${judged}`);
};

/** Writes what was measured in this run to `.local/bench.json`. */
export const writeResults = (): void => {
  if (results.length > 0) writeFileSync(join(LOCAL, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
};
