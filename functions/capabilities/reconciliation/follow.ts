import { daysLater, madridDay } from '../../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../../shared/kernel/text.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import { requestOfFiling } from '../../../shared/serving/filing/recorded.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { shownState } from '../../../shared/stores/filings/shown-state.ts';
import type { Follow } from '../events/changes.ts';
import { CHANGES, workerNamed } from './workforce.ts';

/**
 * Updates the workforces of client companies from accepted filings. A company without a list gets no workforce, because a partial
 * one would differ from the authorities' records. Idempotent: a filing that ended before the list or a later filing changes nothing.
 * @throws errors of the stores
 */
export const followWorkforce: Follow = async (services, changes) => {
  for (const change of changes) {
    if (change.kind !== 'filing' || !change.after) continue;
    const { before, after } = change;
    const [was, is] = [before && shownState(before), shownState(after)];
    const isKnown = is === 'accepted' || is === 'declaredFiled';
    if (isKnown && was !== is && !after.dry && !after.reading && after.companyId && CHANGES[after.operation])
      await learn(services, after.id);
  }
};

const learn = async (services: Services, id: string): Promise<void> => {
  const { stores, log } = services;
  const filing = await stores.filings.getFiling(id);
  const worker = filing && workerNamed(filing);
  if (!filing?.companyId || !worker) return;
  const { accountId, companyId: company, daysAhead = 0, operation } = filing;
  const [head, account] = await Promise.all([
    stores.reconciliation.findWorkforce(accountId, company),
    stores.accounts.findAccount(accountId),
  ]);
  // An account that is being erased is disabled: nothing may outlive the erasure.
  if (!head || account?.disabled !== false) return;
  const document = plainDocument(worker.document);
  const key = await stores.keys.serviceKey('worker');
  const mac = listMac(accountId, { what: 'worker', value: document }, key);
  const whose = {
    company,
    account: worker.account,
    mac,
    document,
    at: filing.endedAt ?? filing.claimedAt,
    ...(worker.nss && { nss: worker.nss }),
  };
  // A list that was sent after the filing already includes it.
  if (whose.at < head.at) return;
  const before = await stores.reconciliation.findWorkforceRow(accountId, whose);
  if (before && before.at > whose.at) return;
  const request = await requestOfFiling(services, filing).catch((error: Error) => {
    if ('$metadata' in error) throw error;
    log.error('failed to read the request of a filing: the workforce is not updated', { filing: id, error });
    return undefined;
  });
  if (request === undefined) return;
  const today = madridDay(daysLater(services.now(), daysAhead));
  const after = CHANGES[operation]!(request as Record<string, string>, { before, whose, today });
  if (after === 'removed') await stores.reconciliation.removeWorkforceRow(accountId, whose);
  else if (after) await stores.reconciliation.putWorkforceRow(accountId, after);
};
