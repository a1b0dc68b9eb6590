import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../local/run-folder.ts';
import { type Result, writeDocument } from './document.ts';

const results: Result[] = [];

/** Prints a number, and keeps it for the file of results. */
export const report = (result: Result): void => {
  results.push(result);
  const { name, goal, value, unit } = result;
  const shown = `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`;
  const judged = goal === null ? '' : `  goal ${goal}${value > goal ? ', missed' : ''}`;
  console.log(`${shown.padStart(14)}  ${name}${judged}`);
};

/** Writes what was measured in this run to `.local/bench.json`, and as a page if it is told so. */
export const writeResults = ({ document }: { document: boolean }): void => {
  if (results.length === 0) return;
  mkdirSync(LOCAL, { recursive: true });
  writeFileSync(join(LOCAL, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  if (document) writeDocument(results);
};
