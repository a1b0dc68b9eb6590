import { shownState } from '../../stores/filings/shown-state.ts';
import type { Follow } from '../changes/changes.ts';
import { learnFacts } from './learn.ts';
import { learnCertificate } from './learn-certificate.ts';
import { learnFiling } from './learn-filing.ts';

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
