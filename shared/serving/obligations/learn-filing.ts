import { measureDefect } from '../../metrics/measure.ts';
import type { Services } from '../services.ts';
import { factsOfFiling } from './facts.ts';
import { learnFacts } from './learn.ts';

/**
 * Writes down what a filing makes known, and what is due because of it. One whose request is gone, or of an operation that
 * there is no more, is a defect and keeps no other waiting.
 * @throws what the stores throw: it may be done again
 */
export const learnFiling = async (services: Services, id: string): Promise<void> => {
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
