import { madridDay } from '../../kernel/spanish-time.ts';
import { type Fact, plainDocument } from '../../obligations/fact.ts';
import type { Change } from '../../stores/events/stream.ts';
import type { Services } from '../services.ts';
import { learnFacts } from './learn.ts';

/**
 * Writes down that a digital certificate is kept, or was deleted, and what is due because of it. Of an account that is being
 * erased, and so is disabled, nothing is written: it would stay.
 * @throws what the stores throw: it may be done again
 */
export const learnCertificate = async (
  services: Services,
  { after, before, at }: Extract<Change, { kind: 'certificate' }>,
): Promise<void> => {
  const row = after ?? before;
  // What changes of a certificate that is kept does not change when it is to be renewed.
  if (!row || (after && before)) return;
  const { id, accountId, clientId, notAfter, dni, type, createdAt } = row;
  if (!after && (await services.stores.accounts.findAccount(accountId))?.disabled !== false) return;
  const fact: Fact = {
    ...{ id: `certificate-${id}`, kind: 'digitalCertificate', at: createdAt, how: 'proved' },
    ...{ reference: id, document: plainDocument(dni), date: madridDay(new Date(notAfter)) },
    ...(clientId !== 0 && { company: clientId }),
    ...(type !== undefined && { certificateType: type }),
  };
  // The stream has whole seconds: it was after the one in which it began.
  const gone: Fact = {
    ...{ ...fact, id: `${fact.id}-deleted`, kind: 'removed', removes: 'digitalCertificate' },
    at: new Date(at.getTime() + 1_000).toISOString(),
  };
  await learnFacts(services, accountId, after ? [fact] : [fact, gone]);
};
