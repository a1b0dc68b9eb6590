import { addressOf } from '../../../../shared/derive/routes.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import type { Reading } from '../../../../shared/operation/operation.ts';
import { isLater } from '../../../../shared/serving/driven/begin.ts';
import {
  laterCaller,
  type ReadCallerRows,
  readLater,
} from '../../../../shared/serving/driven/later-request.ts';
import { queueForLater } from '../../../../shared/serving/later/accept.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Question } from '../questions.ts';
import type { Reconciliation } from '../store/reconciliation-row.ts';

/** Asks the authorities by ordinary asynchronous readings, so limits, slots, health and pauses apply as for any caller. */

/** The reading for each question: its group, its method and path, and its authority. */
export const READINGS = {
  registered: { group: 'seg-social', key: 'GET /employees-in-enterprise', authority: 'tgss' },
  situation: { group: 'seg-social', key: 'GET /employee-situations', authority: 'tgss' },
  contracts: { group: 'sepe', key: 'GET /contrata/data/list', authority: 'sepe' },
  certificates: { group: 'sepe', key: 'GET /certifica/list', authority: 'sepe' },
} as const;

/** A question about an account. */
export interface AccountQuestion {
  regimen: string;
  ccc: string;
  question: Question;
  /** Whether the occupation is compared, which TGSS shows on another page. */
  withCno: boolean;
  /** The worker's number, if it is known; without it, TGSS's list is read again for each worker. */
  nss?: string | undefined;
}

const fieldsOf = (
  { cif, from, today }: Reconciliation,
  { regimen, ccc, question, withCno, nss }: AccountQuestion,
): Record<string, unknown> => {
  switch (question.about) {
    case 'registered':
      return { regimen, ccc, options: '3' };
    case 'contracts':
      return { cif, regimen, ccc, startDate: from, endDate: today, communications_by: '1' };
    case 'situation':
      return {
        regimen,
        ccc,
        dni: question.document,
        first: 1,
        ...(withCno && { getDatos: 1 }),
        ...(nss && { nss }),
      };
    case 'certificates':
      return { dni: question.document };
  }
};

/**
 * Queues the reading that answers a question.
 * @param id of its record, stored beforehand so that the next function can look for the record if this one dies
 * @returns `asked`, the reason, in Spanish, why it cannot be asked, or `later` if it cannot be asked now
 * @throws errors that are not answers to a caller
 */
export const ask = async (
  services: Services,
  reconciliation: Reconciliation,
  { asked, callerRows, id }: { asked: AccountQuestion; callerRows: ReadCallerRows; id: string },
): Promise<'asked' | { message: string } | 'later'> => {
  const { group: groupName, key, authority } = READINGS[asked.question.about];
  const groups = await services.loadGroups!();
  const group = groups.find(({ name }) => name === groupName)!;
  const operation = (await group.operations[key]!()) as Reading;
  const { actor, certificates, scenario } = reconciliation;
  try {
    const read = await readLater(services, {
      operation,
      group,
      callerRows,
      scenario,
      certificate: certificates[authority],
      fields: fieldsOf(reconciliation, asked),
      caller: laterCaller(reconciliation, actor),
    });
    // No caller asked for the readings of a night: the event of the comparison says what it found.
    const silent = reconciliation.night !== undefined;
    const address = addressOf(group, operation);
    const request = { event: read.event, address, key: undefined, id, silent };
    await queueForLater(services, { ...read, token: actor.token }, request);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return isLater(error) ? 'later' : { message: error.message };
  }
  return 'asked';
};
