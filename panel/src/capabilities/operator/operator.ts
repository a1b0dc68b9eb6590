import type { Data } from '../../../../client/src/types.ts';
import type { Tone } from '../../shared/words.ts';

/** Prepares answers of the gateway for the operator's page. */

type Account = Data<'listOperatorAccounts'>['accounts'][number];
type Total = Data<'countFilings'>['totals'][number];

/** Accounts sorted by failure rate, the highest first. Accounts that filed nothing come last, sorted by their latest call. */
export const byFailures = (accounts: readonly Account[]): Account[] =>
  accounts.toSorted(
    (a, b) =>
      (b.failure_rate ?? -1) - (a.failure_rate ?? -1) ||
      (b.last_call_at ?? '').localeCompare(a.last_call_at ?? ''),
  );

type Alarm = Data<'listAlarms'>['alarms'][number];

/** Alarms of the same kind: its name and runbook, and its alarms. */
interface AlarmGroup {
  alarm: string;
  runbook: string;
  /** The worst state among them. */
  state: Alarm['state'];
  /** Alarms that are ringing, the longest first. */
  ringing: Alarm[];
  count: number;
}

/** The order of states, from the worst. */
const ALARM_ORDER: Alarm['state'][] = ['alarm', 'noData', 'ok', 'unavailable'];

/** Alarms grouped by kind. Kinds with a ringing alarm come first, and the one that has rung longest before the others. */
export const alarmGroups = (alarms: readonly Alarm[]): AlarmGroup[] =>
  [...Map.groupBy(alarms, ({ alarm }) => alarm)]
    .map(([alarm, all]) => {
      const state = ALARM_ORDER.find((candidate) => all.some((each) => each.state === candidate))!;
      const ringing = all
        .filter((alarm) => alarm.state === 'alarm')
        .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
      return { alarm, runbook: all[0]!.runbook, state, ringing, count: all.length };
    })
    .toSorted(
      (a, b) =>
        ALARM_ORDER.indexOf(a.state) - ALARM_ORDER.indexOf(b.state) ||
        (a.ringing[0]?.since ?? '').localeCompare(b.ringing[0]?.since ?? ''),
    );

/** The number of filings in each state, the highest first. */
export const totalsByState = (totals: readonly Total[]): [state: Total['state'], count: number][] => {
  const sums = new Map<Total['state'], number>();
  for (const { state, count } of totals) sums.set(state, (sums.get(state) ?? 0) + count);
  return [...sums].sort(([, a], [, b]) => b - a);
};

const PERCENT = new Intl.NumberFormat('es-ES', { style: 'percent', maximumFractionDigits: 1 });

/** A ratio from 0 to 1, as a percentage. */
export const share = (part: number): string => PERCENT.format(part);

/** Names and colours of an alarm's states. */
export const ALARM_STATES: Record<string, { name: string; tone: Tone }> = {
  alarm: { name: 'Avisa', tone: 'bad' },
  noData: { name: 'Sin datos', tone: 'calm' },
  ok: { name: 'Bien', tone: 'good' },
  unavailable: { name: 'No disponible', tone: 'calm' },
};
