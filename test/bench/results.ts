import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../local/run-folder.ts';
import { REASONS } from './reasons.ts';

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

const isMissed = ({ goal, value }: Result): boolean => goal !== null && value > goal;

const judgementOf = (result: Result): string => `${shown(result.goal!)}${isMissed(result) ? ', missed' : ''}`;

/**
 * Prints a number, and keeps it for the file of results.
 * @param goal the highest value that meets the goal, if it has one
 */
export const report = (name: string, value: number, unit: string, goal: number | null = null): void => {
  const result = { name, value, unit, goal };
  results.push(result);
  const judged = goal === null ? '' : `  goal ${judgementOf(result)}`;
  console.log(`${`${shown(value)} ${unit}`.padStart(14)}  ${name}${judged}`);
};

/** Prints why goals are missed, and writes the results of this run to `.local/bench.json`. */
export const writeResults = (): void => {
  if (results.length === 0) return;
  mkdirSync(LOCAL, { recursive: true });
  writeFileSync(join(LOCAL, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  const missed = results.filter(isMissed);
  for (const [beginning, reason] of Object.entries(REASONS))
    if (missed.some(({ name }) => name.startsWith(beginning)))
      console.log(`\nMissed, ${beginning}: ${reason}`);
};
