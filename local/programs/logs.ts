import { openSync, readFileSync } from 'node:fs';

/** Empties a log file, or creates it. Returns a descriptor for the output of a process that runs longer than this one. */
export const emptyLog = (file: string): number => openSync(file, 'w');

/** The last lines of a log; empty if it cannot be read. */
export const tail = (file: string, lines = 30): string => {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
};
