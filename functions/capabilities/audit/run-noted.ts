import { ServiceError } from '../../../shared/kernel/errors.ts';
import type { Noted } from '../../../shared/operation/operation.ts';
import type { ActEnd, Actor } from '../../../shared/operation/ports.ts';
import type { Hooks } from '../../../shared/serving/hooks.ts';
import type { Act } from './store/act-row.ts';
import { actWrite, endAct, newAct, putAct, putBlank } from './store/acts.ts';

/** The part of a request that is noted: the names of all sent fields, and the values of the fields that the operation declares. */
const sentIn = ({ noted, path }: { noted: Noted; path: string }, input: Record<string, unknown>) => {
  const fields = Object.keys(input).filter(
    (name) => input[name] !== undefined && !path.includes(`{${name}}`),
  );
  const chosen = fields.filter((name) => noted.values?.includes(name)).map((name) => [name, input[name]]);
  return {
    ...(fields.length > 0 && { fields }),
    ...(chosen.length > 0 && { values: Object.fromEntries(chosen) as Act['values'] }),
  };
};

/** The end of an act by the status of its answer; `undefined` where that does not say whether it took effect. */
const endOf = (status: number): Pick<Act, 'outcome' | 'status'> | undefined => {
  if (status < 400) return { outcome: 'done' };
  return status < 500 ? { outcome: 'refused', status } : undefined;
};

/** The id of an object. What stands in its place in a path may be any text, such as the e-mail of a person, and is not kept. */
const idOf = (named: Act['object']): Act['object'] =>
  typeof named === 'string' && !/^[\w-]{16,64}$/.test(named) ? undefined : named;

const isDone = (end: ActEnd): Pick<Act, 'outcome' | 'reason'> =>
  end === 'done' ? { outcome: end } : { outcome: 'refused', reason: end };

/**
 * Runs an operation that is noted. Its act is stored as begun before the operation runs, so nothing happens without it. Of an
 * act that stays begun, because the function died or its end could not be noted, it is not known whether it took effect.
 */
export const runNoted: Hooks['runNoted'] = async ({ log }, read, run) => {
  const { operation, caller, apiToken, now, requestId } = read;
  const input = (read.input ?? {}) as Record<string, unknown>;
  let object: Act['object'];
  let begun: { accountId: string; act: Act } | undefined;

  const actOf = ({ id, clientId }: Actor, end: Pick<Act, 'outcome' | 'reason'>): Act =>
    newAct(
      {
        kind: operation.noted.kind,
        operation: operation.id,
        ...end,
        userId: id,
        ...(clientId !== undefined && { clientId }),
        ...(apiToken && { token: { id: apiToken.id, name: apiToken.name } }),
        // An anonymous request is a form or a sign-in: it has a password or a code of its own.
        ...(caller && sentIn(operation, input)),
      },
      now,
    );
  const by = async (actor: Actor): Promise<void> => {
    const { accountId } = actor;
    const objectId = idOf(operation.noted.object?.(input, undefined));
    const act = {
      ...actOf(actor, { outcome: 'begun' }),
      ...(objectId !== undefined && { object: objectId }),
    };
    await putAct(accountId, act);
    begun = { accountId, act };
  };
  /** The act is done, or not, whether or not its end can be noted. */
  const noteEnd = async (status: number, data?: unknown): Promise<void> => {
    const end = endOf(status);
    if (!begun || !end) return;
    object ??= idOf(operation.noted.object?.(input, data as never));
    const { accountId, act } = begun;
    await endAct(accountId, act, { ...end, ...(object !== undefined && { object }) }).catch((error: Error) =>
      log.error('the end of an act could not be noted', { requestId, error }),
    );
  };

  if (caller) await by({ ...caller, id: caller.userId });
  try {
    const reply = await run({
      about: (id) => {
        object = id;
      },
      by,
      ended: (actor, end) => [actWrite(actor.accountId, actOf(actor, isDone(end)))],
      refused: (actor, end) => (actor ? putAct(actor.accountId, actOf(actor, isDone(end))) : putBlank(now)),
    });
    await noteEnd(reply.page?.status ?? reply.status ?? 200, reply.data);
    return reply;
  } catch (error) {
    if (error instanceof ServiceError) await noteEnd(error.status);
    throw error;
  }
};
