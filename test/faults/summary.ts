import type { Verdict } from './trial.ts';

/**
 * Results that must never occur. An unknown outcome is no failure if nothing took effect, if no query of the authority shows
 * the change, or if only the number of a shipment would find it and the answer with that number was lost.
 */
const FAILURES = {
  filedTwice: 'More took effect at the authority than one filing does.',
  answeredNotFiledButWas:
    'An answer or a record says that nothing was filed, or that it was refused; it took effect.',
  answeredFiledButWasNot: 'An answer or a record says that it was filed; nothing took effect.',
  unresolved:
    'It took effect, a look-up can prove it, everything works again, and the record is still unknown.',
  notEnded: 'A record is still claimed or committing after everything.',
  blocked: 'The caller was answered that nothing was filed, and cannot file it afterwards.',
};

type Failure = keyof typeof FAILURES;
const NAMES = Object.keys(FAILURES) as Failure[];

/** The failures of a trial. */
export const failuresOf = (verdict: Verdict) => NAMES.filter((name) => verdict[name]);

/** Counts over all trials. */
export const summaryOf = (verdicts: Verdict[]) => ({
  runs: verdicts.length,
  ...(Object.fromEntries(
    NAMES.map((name) => [name, verdicts.filter((verdict) => verdict[name]).length]),
  ) as Record<Failure, number>),
  failures: verdicts.filter((verdict) => failuresOf(verdict).length > 0),
});

/** Summarises a run in one or two sentences: how many trials were run, why it ended early, and what it left out. */
export const storyOf = ({
  done,
  planned,
  unmeasured = [],
  because,
}: {
  done: number;
  /** Not known before the first trial. */
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

/** The names of faults in the table, for each side. */
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

/** The name of a trial's fault in the table. */
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

/** A Markdown table: how the trials ended, for each kind of fault. */
const tableOf = (verdicts: Verdict[]): string => {
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

/** A report in Markdown: the counts of a run, and the meaning of each kind of failure that occurred. */
export const reportOf = (
  verdicts: Verdict[],
  { seed, seconds }: { seed: number; seconds: number },
): string => {
  const failures = verdicts.filter((verdict) => failuresOf(verdict).length > 0);
  const many = (of: 'later' | 'loggedIn') => verdicts.filter(({ trial }) => trial[of]).length;
  const meant = NAMES.filter((name) => failures.some((verdict) => verdict[name]));
  return [
    `${verdicts.length} trials with seed ${seed}, in ${seconds} seconds, ${many('later')} of them asked for later and ` +
      `${many('loggedIn')} with a kept log-in; ${failures.length || 'none'} failed.\n`,
    tableOf(verdicts),
    ...meant.map((name) => `\n- ${name}: ${FAILURES[name]}`),
  ].join('\n');
};
