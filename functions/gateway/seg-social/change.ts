import type * as z from 'zod';
import type { ReadingPort, SubmittingPort } from '../../../shared/authorities/authority-port.ts';
import type { Exchange } from '../../../shared/authorities/exchange.ts';
import type { Accepted } from '../../../shared/authorities/tgss/values.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { workerFact } from './facts.ts';
import { withOptionalFile } from './fields.ts';
import { acceptedReply, type FiledMovement, taOf } from './replies.ts';

type ChangeReply = Reply<z.output<typeof withOptionalFile>>;

/** The common members of all changes of a registration. */
export const CHANGE = {
  method: 'PUT',
  authority: 'tgss',
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  response: withOptionalFile,
} as const;

/** The facts of such a change. */
export const changeFact = (request: Parameters<typeof workerFact>[1] & { fecha_real: string }) => [
  workerFact('change', request, { date: request.fecha_real }),
];

/** Files a change of a registration. Its document (TA) comes with the acceptance, or is looked up if it is wanted. */
export const fileChange = async <In>(
  exchange: Exchange<'submission', In, Accepted>,
  change: In & FiledMovement,
  ports: Ports & { tgss: SubmittingPort },
): Promise<ChangeReply> => {
  const done = await ports.tgss.submit(exchange, change);
  return done ? changeReply(done, change, ports) : {};
};

/** The reply to a change that was looked up; `undefined` if it is not known to have taken effect. */
export const foundChange = async (
  isDone: boolean,
  change: FiledMovement,
  ports: Ports & { tgss: ReadingPort },
): Promise<ChangeReply | undefined> => (isDone ? changeReply({}, change, ports) : undefined);

/** The reply to an accepted change. */
export const changeReply = async (
  done: Accepted,
  change: FiledMovement,
  ports: Ports & { tgss: ReadingPort },
): Promise<ChangeReply> =>
  acceptedReply('La variación', await taOf(done, { ...change, movType: 'VARIACION' }, ports), {});
