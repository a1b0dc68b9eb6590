import { authoritySilent } from '../../kernel/authority-errors.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { storedAnswer } from '../filing/answer.ts';
import { dueAfterTakes } from '../filing/times.ts';
import type { Services } from '../services.ts';
import { readEvidence } from './read.ts';
import { mendEvidence } from './write.ts';

/** Whether nothing of a filing was sent because its authority was down, paused or silent, as its answer says. */
const wasDown = async (services: Services, filing: Filing): Promise<boolean> => {
  if (filing.state !== 'ended' || filing.dry || filing.reading) return false;
  const answer = JSON.parse((await storedAnswer(services, filing)) ?? '{}');
  return answer.maintenance === true || answer.message === authoritySilent(filing.authority).message;
};

/**
 * Writes the evidence of a filing of which nothing was sent, because its authority did not work: what was asked for, when,
 * and what was answered. One that has evidence keeps it.
 * @throws ServiceError 409 for any other that has none
 */
export const witnessOutage = async (services: Services, filing: Filing): Promise<void> => {
  if (await readEvidence(services, filing)) return;
  if (!(await wasDown(services, filing)))
    throw conflict('Solo se hacen evidencias de lo que no se envió porque el organismo no estaba operativo.');
  const instant = services.now();
  const dueAt = dueAfterTakes(filing, 0, instant)!;
  if (await services.stores.filings.wantEvidence(filing, instant, dueAt))
    await mendEvidence(services, { ...filing, evidenceDue: instant.toISOString() }, false);
};
