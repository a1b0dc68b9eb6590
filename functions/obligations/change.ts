import { randomUUID } from 'node:crypto';
import { conflict } from '../../shared/kernel/errors.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../shared/operation/fact.ts';
import type { ResourcePorts } from '../../shared/operation/ports.ts';
import { ownObligation, toResource } from './resource.ts';
import type { KeptObligation } from './store/obligation-row.ts';

/**
 * Writes down what a person says of an obligation, and answers how it stands then.
 * @param refusal why it cannot be said of this one, if so
 * @throws ServiceError 404, or 409 with the refusal
 */
export const declare = async (
  kind: 'closed' | 'reopened',
  { id, reason }: { id: string; reason: string },
  { ports, refusal }: { ports: ResourcePorts; refusal: (obligation: KeptObligation) => string | undefined },
) => {
  const { stores, caller, authorityNow } = ports;
  const obligation = await ownObligation(ports, id);
  const refused = refusal(obligation);
  if (refused) throw conflict(refused);
  const fact: Fact = {
    ...{ id: randomUUID(), kind, at: authorityNow.toISOString(), how: 'declared', date: '' },
    ...{ obligation: id, reason, userId: caller.userId },
  };
  const { accountId, subject } = obligation;
  await stores.obligations.learn(accountId, subject, { facts: [fact], today: madridDay(authorityNow) });
  return { data: await toResource(await ownObligation(ports, id), ports) };
};
