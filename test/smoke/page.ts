import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { LOCAL } from '../../local/run-folder.ts';
import type { Deployed } from '../support/deployed.ts';

/** The path of the last run's report. */
export const PAGE = join(LOCAL, 'smoke.md');

/** The result of one test of the stories. */
export interface StoryResult {
  /** Its group of tests. */
  story: string;
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  seconds: number;
  /** The reason why it failed or was skipped. */
  text: string;
}

/** One line while the run is under way. @param seconds since its beginning */
export const progressOf = (
  { story, name, state }: StoryResult,
  { done, all, seconds }: { done: number; all: number; seconds: number },
): string => {
  const time = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  const what = story === name ? name : `${story}: ${name}`;
  return `${time.padStart(6)}  ${String(done).padStart(String(all).length)} of ${all}  ${state.padEnd(7)}  ${line(what)}`;
};

/** The most characters of a message in the report. */
const MOST = 300;

/** The text on one line, without special characters of Markdown. */
const line = (text: string): string => {
  const plain = stripVTControlCharacters(text).replace(/\s+/g, ' ').replace(/[|`]/g, ' ').trim();
  return plain.length > MOST ? `${plain.slice(0, MOST)}…` : plain;
};

/**
 * The report of a run of the stories in Markdown: a line for each group of tests, then the failures, and the skipped tests with
 * their reasons.
 * @param broken errors outside of tests
 */
export const pageOf = (
  { stage, baseUrl, emulator, at }: Pick<Deployed, 'stage' | 'baseUrl' | 'emulator'> & { at: Date },
  outcomes: StoryResult[],
  broken: string[],
): string => {
  const count = (state: StoryResult['state'], all = outcomes) =>
    all.filter((one) => one.state === state).length;
  const failed = outcomes.filter(({ state }) => state === 'failed');
  const isGood = failed.length === 0 && broken.length === 0 && count('passed') > 0;
  const groups = [...Map.groupBy(outcomes, ({ story }) => story)].map(([story, all]) => {
    const seconds = all.reduce((sum, one) => sum + one.seconds, 0);
    return `| ${line(story)} | ${count('passed', all)} | ${count('failed', all)} | ${count('skipped', all)} | ${seconds.toFixed(1)} |`;
  });
  const reasons = Map.groupBy(
    outcomes.filter(({ state }) => state === 'skipped'),
    ({ text }) => text,
  );
  return [
    `# Smoke: ${isGood ? 'good' : 'NOT good'}`,
    '',
    `Stage ${stage} at ${baseUrl}${emulator ? `, on the emulator at ${emulator}` : ''}, ${at.toISOString()}.`,
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped.`,
    '',
    '| Story | Passed | Failed | Skipped | Seconds |',
    '| --- | --: | --: | --: | --: |',
    ...groups,
    ...(isGood ? [] : ['', '## Failed', '']),
    ...failed.map(({ story, name, text }) => `- ${line(`${story}: ${name}`)}: ${line(text)}`),
    ...broken.map((message) => `- ${line(message)}`),
    ...(reasons.size > 0 ? ['', '## Skipped', ''] : []),
    ...[...reasons].map(([text, all]) => {
      const what = all.length === 1 ? all[0]!.name : `${all.length} tests`;
      return `- ${line(what)}: ${line(text) || 'it was not reached'}`;
    }),
    '',
  ].join('\n');
};
