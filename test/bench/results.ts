import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../local/run-folder.ts';

/** One measured number. */
interface Result {
  name: string;
  value: number;
  unit: string;
  /** The highest value that meets the goal; `null` if it has no goal. */
  goal: number | null;
}

const results: Result[] = [];

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/**
 * Prints a number, and keeps it for the file of results.
 * @param goal the highest value that meets the goal, if it has one
 */
export const report = (name: string, value: number, unit: string, goal: number | null = null): void => {
  results.push({ name, value, unit, goal });
  const judged = goal === null ? '' : `  goal ${shown(goal)}${value > goal ? ', missed' : ''}`;
  console.log(`${`${shown(value)} ${unit}`.padStart(14)}  ${name}${judged}`);
};

/** Writes the results of this run to `.local/bench.json`. */
export const writeResults = (): void => {
  if (results.length === 0) return;
  mkdirSync(LOCAL, { recursive: true });
  writeFileSync(join(LOCAL, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
};
