import type { ScriptRun } from '../run-script.ts';

/** What a run came to, in a word: `result`, `dry`, or the name of the error. */
export const endOf = (end: ScriptRun<unknown>['end']): string => {
  if ('error' in end) return end.error instanceof Error ? end.error.name : 'defect';
  return 'dry' in end ? 'dry' : 'result';
};
