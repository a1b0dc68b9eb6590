import { isSandbox } from '../../../shared/kernel/config.ts';
import { daysLater, madridDay } from '../../../shared/kernel/spanish-time.ts';
import { type Fact, type FactKind, OF_COMPANIES } from '../../../shared/operation/fact.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { daysAheadOf } from '../../../shared/stores/worlds.ts';
import type { Subject } from './store/obligation-row.ts';

/** Facts of workers that also say something about their contribution account. */
const OF_ACCOUNTS: FactKind[] = ['alta', 'baja', 'settlement', 'cesion'];
/** Facts about the owners of certificates. */
const OF_OWNERS: FactKind[] = ['digitalCertificate', 'contractorCertificate'];

/**
 * A fact as its contribution account keeps it: with the MAC of its worker in place of the person, so that nothing of an erased
 * worker stays there.
 */
const ofAccount = ({ document: _, nss: __, name: ___, ...fact }: Fact, worker: string | undefined): Fact => ({
  ...fact,
  ...(worker && { worker }),
});

/** Today by the clock of an account's authorities. */
export const todayOf = async (
  { stores, now }: Pick<Services, 'stores' | 'now'>,
  accountId: string,
): Promise<string> => {
  const account = isSandbox() ? await stores.accounts.findAccount(accountId) : undefined;
  return madridDay(daysLater(now(), account ? daysAheadOf(account) : 0));
};

/**
 * Records facts of an account, with the obligations that follow. Idempotent, in any order of facts.
 * @throws errors of the stores; some facts may have been written by then
 */
export const learnFacts = async (services: Services, accountId: string, facts: Fact[]): Promise<void> => {
  if (facts.length === 0) return;
  const { stores } = services;
  const [key, today] = await Promise.all([stores.keys.serviceKey('worker'), todayOf(services, accountId)]);
  const mac = (what: Parameters<typeof listMac>[1]['what'], value: string) =>
    listMac(accountId, { what, value }, key);
  const bySubject = new Map<string, { subject: Subject; facts: Fact[] }>();
  const add = (kind: Subject['kind'], of: string | undefined, fact: Fact) => {
    if (of === undefined) return;
    const own = bySubject.get(`${kind} ${of}`) ?? { subject: { kind, mac: of }, facts: [] };
    own.facts.push(fact);
    bySubject.set(`${kind} ${of}`, own);
  };
  for (const fact of facts) {
    const { document, account, cif, reference, kind, removes, authority, company = 0 } = fact;
    if (authority) {
      add('notification', mac('notification', `${authority} ${reference}`), fact);
      continue;
    }
    // Of a company and not of one of its contribution accounts.
    if (OF_COMPANIES.includes(kind)) {
      add('account', cif && mac('ccc', cif), fact);
      continue;
    }
    if (OF_OWNERS.includes(removes ?? kind)) {
      add('owner', String(company), fact);
      continue;
    }
    const worker = document
      ? mac('worker', document)
      : reference && (await stores.obligations.workerOfReference(accountId, reference));
    add('worker', worker, fact);
    if (account && OF_ACCOUNTS.includes(removes ?? kind))
      add('account', mac('ccc', account), ofAccount(fact, worker));
  }
  for (const { subject, facts: own } of bySubject.values())
    await stores.obligations.learn(accountId, subject, { facts: own, today });
};
