import { expect, test } from 'vitest';
import {
  isOfWorker,
  type Obligation,
  type Shown,
  shownOn,
} from '../../../functions/capabilities/obligations/due.ts';
import { ruleOf } from '../../../functions/capabilities/obligations/rules/index.ts';
import { afterNaturalDays } from '../../../shared/kernel/working-days.ts';
import type { Fact, FactKind } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';
import { MORNINGS, STEPS, type Step } from './office-month.ts';

const KINDS: Record<Step['did'], FactKind> = {
  alta: 'alta',
  'alta removed': 'removed',
  baja: 'baja',
  contract: 'contract',
  'basic copy': 'basicCopy',
  transformation: 'transformation',
  change: 'change',
  cesion: 'cesion',
  'sick leave': 'sickLeave',
  'company certificate': 'companyCertificate',
  settlement: 'settlement',
  'digital certificate': 'digitalCertificate',
  'digital certificate deleted': 'removed',
  'contractor certificate': 'contractorCertificate',
  'closed by hand': 'closed',
};

/** In October the clock goes back by an hour. */
const instantOf = ({ at }: Step): string => {
  const isWinter = at.slice(-'10-25 03:00'.length) >= '10-25 03:00';
  return new Date(`${day(at).replace(' ', 'T')}:00${isWinter ? '+01:00' : '+02:00'}`).toISOString();
};

const day = (date: string) => (/^\d{4}-/.test(date) ? date : `2026-${date}`);

/** The fact of a step. */
const factOf = (step: Step, index: number, before: () => Obligation[]): Fact => {
  const { company, worker, did, date, end, withCopy, cause, rule, how, reference } = step;
  const kind = KINDS[did];
  return {
    id: `step-${index}`,
    kind,
    at: instantOf(step),
    how: how === 'seen' ? 'proved' : kind === 'closed' ? 'declared' : 'accepted',
    account: company,
    document: worker,
    date: date ? day(date) : '2026-10-01',
    ...(end && { end: day(end) }),
    // A list of workers does not show their contracts.
    ...(did === 'alta' &&
      how !== 'seen' && { contractType: worker === 'bruno' || worker === 'carla' ? '100' : '402' }),
    ...(did === 'change' && { contractType: '189' }),
    // Elena's contract began in September.
    ...(did === 'transformation' && { start: '2026-09-01' }),
    ...(did === 'contract' && withCopy && { needsNoCopy: true }),
    ...(reference && { reference }),
    ...(did === 'alta removed' && { removes: 'alta' as const }),
    ...(did === 'digital certificate deleted' && { removes: 'digitalCertificate' as const }),
    ...(cause && { cause: cause === 'voluntary' ? '51' : '93' }),
    ...(rule && {
      obligation: before().find((one) => one.by.document === worker && one.rule === rule)?.id ?? 'none',
      reason: 'Hecho fuera.',
    }),
  };
};

/** All obligations from the steps before eight in the morning of a day. */
const dueOn = (morning: string): Obligation[] => {
  const eight = new Date(`${morning}T08:00:00${morning > '2026-10-24' ? '+01:00' : '+02:00'}`).toISOString();
  const facts: Fact[] = [];
  const all = () => {
    const workers = Map.groupBy(
      facts.filter(({ document }) => document),
      ({ account, document }) => `${account} ${document}`,
    );
    const accounts = Map.groupBy(facts, ({ account }) => account);
    return [
      ...[...workers.values()].flatMap((own) => obligationsOf(own, 'worker', { today: morning })),
      ...[...accounts.values()].flatMap((own) =>
        (['account', 'owner'] as const).flatMap((kind) => obligationsOf(own, kind, { today: morning })),
      ),
    ];
  };
  // A dry run adds no fact.
  for (const [index, step] of STEPS.entries())
    if (instantOf(step) < eight && step.how !== 'dry') facts.push(factOf(step, index, all));
  return all();
};

const LETTERS: Record<Shown, string> = {
  planned: 'p',
  open: 'o',
  near: 'n',
  late: 'L',
  closed: 'c',
  withdrawn: 'w',
};

test('the obligations on each morning of a month are those that were written down by hand', () => {
  const rows = new Map<string, string[]>();
  for (let number = 0; number < 31; number++) {
    const morning = afterNaturalDays('2026-10-01', number);
    for (const one of dueOn(morning)) {
      const worker = isOfWorker(ruleOf(one.rule)) ? one.by.document : '-';
      const name = `${one.by.account} ${worker} ${one.rule} ${one.due}`;
      const letters = rows.get(name) ?? Array(31).fill('.');
      letters[number] = LETTERS[shownOn(one, morning)];
      rows.set(name, letters);
    }
  }
  const played = [...rows].map(([name, letters]) => `${name} ${letters.join('')}`);
  const written = MORNINGS.trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/\s+/).join(' '));
  expect(played.toSorted()).toEqual(written.toSorted());
});
