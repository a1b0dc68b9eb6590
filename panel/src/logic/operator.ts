import type { Data } from '../../../client/src/types.ts';

/** What the operator's page makes of answers. */

type Account = Data<'listOperatorAccounts'>['accounts'][number];
type Total = Data<'countFilings'>['totals'][number];

/** Accounts, those first of which most fails; those that filed nothing last, the latest to call first. */
export const byFailures = (accounts: readonly Account[]): Account[] =>
  accounts.toSorted(
    (a, b) =>
      (b.failure_rate ?? -1) - (a.failure_rate ?? -1) ||
      (b.last_call_at ?? '').localeCompare(a.last_call_at ?? ''),
  );

type Alarm = Data<'listAlarms'>['alarms'][number];

/** Alarms of one kind: its name and what to do, and of what each is. */
interface AlarmGroup {
  alarm: string;
  runbook: string;
  /** The state of the one that is worst. */
  state: Alarm['state'];
  /** Those that ring, the longest first. */
  ringing: Alarm[];
  /** How many there are. */
  count: number;
}

/** From the worst. */
const ALARM_ORDER: Alarm['state'][] = ['alarm', 'noData', 'ok', 'unavailable'];

/** Alarms by kind: kinds of which one rings first, the one that has rung longest before the others. */
export const alarmGroups = (alarms: readonly Alarm[]): AlarmGroup[] =>
  [...Map.groupBy(alarms, ({ alarm }) => alarm)]
    .map(([alarm, all]) => {
      const state = ALARM_ORDER.find((one) => all.some((each) => each.state === one))!;
      const ringing = all
        .filter((one) => one.state === 'alarm')
        .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
      return { alarm, runbook: all[0]!.runbook, state, ringing, count: all.length };
    })
    .toSorted(
      (a, b) =>
        ALARM_ORDER.indexOf(a.state) - ALARM_ORDER.indexOf(b.state) ||
        (a.ringing[0]?.since ?? '').localeCompare(b.ringing[0]?.since ?? ''),
    );

/** Filings by state, the most first. */
export const totalsByState = (totals: readonly Total[]): [state: Total['state'], count: number][] => {
  const sums = new Map<Total['state'], number>();
  for (const { state, count } of totals) sums.set(state, (sums.get(state) ?? 0) + count);
  return [...sums].sort(([, a], [, b]) => b - a);
};

const PERCENT = new Intl.NumberFormat('es-ES', { style: 'percent', maximumFractionDigits: 1 });

/** A part, from 0 to 1, as people read it. */
export const share = (part: number): string => PERCENT.format(part);
