import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../../shared/kernel/text.ts';
import { measureDefect } from '../../../shared/metrics/emit.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { shownState } from '../../../shared/stores/filings/shown-state.ts';
import type { Follow } from '../events/changes.ts';
import type { Change } from '../events/row-kinds.ts';
import { factsOfFiling } from './facts.ts';
import { learnFacts } from './learn.ts';

/**
 * Records that a digital certificate was saved or deleted, with its obligations. Writes nothing for an account that is being
 * erased, and is therefore disabled. Idempotent.
 * @throws errors of the stores
 */
const learnCertificate = async (
  services: Services,
  { after, before, at }: Extract<Change, { kind: 'certificate' }>,
): Promise<void> => {
  const row = after ?? before;
  // Other changes of a certificate do not move its renewal.
  if (!row || (after && before)) return;
  const { id, accountId, clientId, notAfter, dni, givenName, surname, name, type, createdAt } = row;
  if (!after && (await services.stores.accounts.findAccount(accountId))?.disabled !== false) return;
  const fact: Fact = {
    id: `certificate-${id}`,
    kind: 'digitalCertificate',
    at: createdAt,
    how: 'proved',
    reference: id,
    document: plainDocument(dni),
    date: madridDay(new Date(notAfter)),
    holder: `${givenName} ${surname}`.trim() || name,
    ...(clientId !== 0 && { company: clientId }),
    ...(type !== undefined && { certificateType: type }),
  };
  // The stream's times are whole seconds, and the deletion came after the beginning of its second.
  const gone: Fact = {
    ...fact,
    id: `${fact.id}-deleted`,
    kind: 'removed',
    removes: 'digitalCertificate',
    at: new Date(at.getTime() + 1_000).toISOString(),
  };
  await learnFacts(services, accountId, after ? [fact] : [fact, gone]);
};

/**
 * Records the facts of a filing, with the obligations that follow. Idempotent. A filing whose request was deleted, or whose
 * operation no longer exists, counts as a defect and does not hold up others.
 * @throws errors of the stores
 */
const learnFiling = async (services: Services, id: string): Promise<void> => {
  const { stores, log, metrics } = services;
  const filing = await stores.filings.getFiling(id);
  if (!filing) return;
  const facts = await factsOfFiling(services, filing).catch((error: Error) => {
    // An error of AWS may be transient.
    if ('$metadata' in error) throw error;
    log.error('failed to read the facts of a filing', { filing: id, error });
    measureDefect(metrics);
    return [];
  });
  await learnFacts(services, filing.accountId, facts);
};

/**
 * Records the obligations that follow from changes: filings that were accepted or declared filed, certificates that were saved
 * or deleted, and facts that readings proved. Idempotent: the same facts change nothing.
 */
export const followObligations: Follow = async (services, changes) => {
  for (const change of changes) {
    if (change.kind === 'filing' && change.after) {
      const { before, after } = change;
      const [was, is] = [before && shownState(before), shownState(after)];
      const isKnown = is === 'accepted' || is === 'declaredFiled';
      if (isKnown && was !== is && !after.dry) await learnFiling(services, after.id);
    }
    if (change.kind === 'certificate') await learnCertificate(services, change);
    if (change.kind === 'seen' && change.after)
      await learnFacts(services, change.after.accountId, change.after.facts);
  }
};
