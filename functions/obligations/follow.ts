import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../shared/kernel/text.ts';
import { measureDefect } from '../../shared/metrics/emit.ts';
import type { Fact } from '../../shared/operation/fact.ts';
import type { Services } from '../../shared/serving/services.ts';
import { shownState } from '../../shared/stores/filings/shown-state.ts';
import type { Follow } from '../events/changes.ts';
import type { Change } from '../events/store/stream.ts';
import { factsOfFiling } from './facts.ts';
import { learnFacts } from './learn.ts';

/**
 * Writes down that a digital certificate is kept, or was deleted, and what is due because of it. Of an account that is being
 * erased, and so is disabled, nothing is written: it would stay.
 * @throws what the stores throw: it may be done again
 */
const learnCertificate = async (
  services: Services,
  { after, before, at }: Extract<Change, { kind: 'certificate' }>,
): Promise<void> => {
  const row = after ?? before;
  // What changes of a certificate that is kept does not change when it is to be renewed.
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
  // The stream has whole seconds: it was after the one in which it began.
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
 * Writes down what a filing makes known, and what is due because of it. One whose request is gone, or of an operation that
 * there is no more, is a defect and keeps no other waiting.
 * @throws what the stores throw: it may be done again
 */
const learnFiling = async (services: Services, id: string): Promise<void> => {
  const { stores, log, metrics } = services;
  const filing = await stores.filings.getFiling(id);
  if (!filing) return;
  const facts = await factsOfFiling(services, filing).catch((error: Error) => {
    // What AWS throws may be over a moment later.
    if ('$metadata' in error) throw error;
    log.error('what a filing makes known could not be read', { filing: id, error });
    measureDefect(metrics);
    return [];
  });
  await learnFacts(services, filing.accountId, facts);
};

/**
 * Writes down what is due because of the changes of a batch: of filings that were accepted, or that a person declared
 * filed, of certificates that are kept or deleted, and of what readings proved. It may be done again: the same facts change nothing.
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
