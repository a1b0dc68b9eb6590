import type { Verdict } from './trial.ts';

/** What must never be. */
const FAILURES = [
  'filedTwice',
  'answeredNotFiledButWas',
  'answeredFiledButWasNot',
  'unresolved',
  'notEnded',
  'blocked',
] as const;

/** What of it was so in a trial. */
export const failuresOf = (verdict: Verdict) => FAILURES.filter((name) => verdict[name]);

/** Counts over all trials. */
export const summaryOf = (verdicts: Verdict[]) => ({
  runs: verdicts.length,
  ...(Object.fromEntries(
    FAILURES.map((name) => [name, verdicts.filter((verdict) => verdict[name]).length]),
  ) as Record<(typeof FAILURES)[number], number>),
  failures: verdicts.filter((verdict) => failuresOf(verdict).length > 0),
});

/** What a run did, in a sentence or two: how many of its trials, why it ended before the last one, and what it left out. */
export const storyOf = ({
  done,
  planned,
  unmeasured = [],
  because,
}: {
  done: number;
  /** Unknown before the first trial. */
  planned: number | undefined;
  unmeasured?: string[] | undefined;
  because?: string | undefined;
}): string => {
  const trials = planned === undefined ? 'no trial: it was still measuring' : `${done} of ${planned} trials`;
  const isEarly = because !== undefined || (planned !== undefined && done < planned);
  const end = isEarly ? ` It ended early: ${because ?? 'its time was up'}.` : '';
  const left = unmeasured.map((one) => `\nNot made even without faults, and so left out: ${one}`);
  return `Made ${trials}.${end}${left.join('')}`;
};

/** What the table calls the faults of each side. */
const FAMILIES: Record<'authority' | 'aws', [kinds: RegExp, name: string][]> = {
  authority: [
    [/^(no-connection|tls|cut-request|silent)$/, 'request does not arrive'],
    [/^before-/, 'page in place of the request'],
    [/^after-/, 'page in place of the answer'],
    [/^(cut|cut-headers|cut-body|late|previous)$/, 'answer cut, late or of another request'],
    [/^kill-/, 'process ends'],
  ],
  aws: [
    [/^(refused|throttled|error|hang|down)$/, 'call not carried out'],
    [/^(lost|lost-then-refused|hang-after)$/, 'answer lost'],
    [/^kill-/, 'process ends'],
  ],
};

/** What went wrong, in words of the table. */
const kindOf = ({ trial }: Verdict): string => {
  const { fault, otherClock, midnight, atOnce } = trial;
  if (atOnce) return `${atOnce} at once`;
  if (midnight) return 'midnight in Madrid';
  if (otherClock !== undefined) return 'another process, clock off by up to 90 s';
  if (fault.where === 'none') return 'nothing';
  const { kind } = fault.fault;
  const family = FAMILIES[fault.where].find(([kinds]) => kinds.test(kind))?.[1] ?? kind;
  return `${fault.where === 'aws' ? 'AWS' : 'authority'}: ${family}`;
};

/** How the records of a trial ended. */
const endOf = ({ states }: Verdict): string =>
  states.includes('unknown')
    ? 'unknown'
    : states.includes('accepted')
      ? 'accepted'
      : states.includes('refused')
        ? 'refused'
        : 'nothing sent';

const ENDS = ['accepted', 'refused', 'unknown', 'nothing sent'];

/** A table in Markdown: for each kind of fault, how the trials ended. */
export const tableOf = (verdicts: Verdict[]): string => {
  const kinds = Map.groupBy(verdicts, kindOf);
  const rows = [...kinds]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, all]) => {
      const ends = ENDS.map((end) => all.filter((verdict) => endOf(verdict) === end).length);
      const failed = all.filter((verdict) => failuresOf(verdict).length > 0).length;
      return [kind, ...[all.length, ...ends, failed].map(String)];
    });
  const table = [['Fault', 'Trials', ...ENDS, 'failed'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(table[0]!), rule, ...rows.map(line)].join('\n');
};

const BEGIN = '<!-- Table of npm run faults -->';
const END = '<!-- End of the table -->';

/** A document with another table between its marks. @throws Error if it lacks them */
export const withTable = (document: string, table: string): string => {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error('the document lacks the marks of the table');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
};
