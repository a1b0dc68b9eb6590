import * as z from 'zod';
import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import type { Extras } from '../../../shared/authorities/tgss/jacada/situations/extras.ts';
import { type Situation, withListedName } from '../../../shared/authorities/tgss/jacada/situations/record.ts';
import {
  type Situations,
  situations,
} from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { type ListedWorker, workerOfCcc } from '../../../shared/authorities/tgss/jacada/worker-of-ccc.ts';
import { sameCode } from '../../../shared/authorities/tgss/values.ts';
import { leave, takeUp } from '../../../shared/operation/continuation.ts';
import type { Ports } from '../../../shared/operation/ports.ts';

/** Where the situations of a worker continue. */
export const situationsLeft = z.object({
  /** Records that earlier answers had. */
  offset: z.int(),
  /** The last of them; `count` of those have its start. Absent before the first answer. */
  after: z.object({ start: z.string(), count: z.int() }).optional(),
});
export type SituationsLeft = z.output<typeof situationsLeft>;

/** Where they continue after these records. */
export const leftAfter = (from: SituationsLeft, records: Situation[]): SituationsLeft => {
  const start = records.at(-1)?.fecha_alta;
  if (start === undefined) return from;
  const before = from.after?.start === start ? from.after.count : 0;
  const count = before + records.filter(({ fecha_alta }) => fecha_alta === start).length;
  return { offset: from.offset + records.length, after: { start, count } };
};

/** With the worker, and the name if a list had it. */
const workerLeft = situationsLeft.extend({ nss: z.string(), name: z.string().optional() });

interface Asked {
  regimen: string;
  ccc: string;
  dni: string;
  /** A number that may be the worker's. */
  nss?: string | undefined;
  startDate?: string | undefined;
  first?: boolean | undefined;
  offset?: number | undefined;
  continueToken?: string | undefined;
}

/** A block of situations; `rest` says where to go on, if there may be more. */
interface Block {
  records: Situation[];
  /** See `Situations`. */
  lacksCno?: true;
  rest?: { nss: string; offset: number; continueToken: string };
}

/**
 * A block of the situations of a worker who is known by document: so many, or as many as there was time for. The
 * worker's number is looked up in the first call only, which may take all of its time, so that it has no records
 * yet. Every other call has at least one. A worker unknown to the contribution account has none.
 *
 * Looking the number up means to read the list of the account, page by page. A number that the caller names is tried first, and counts only
 * where its pages show the document.
 *
 * @throws ServiceError 422 for a token of another request
 */
export const situationsBlock = async (
  request: Asked & Record<string, unknown>,
  wanted: Extras & { limit: number },
  { tgss, continuation }: { tgss: ReadingPort; continuation: Ports['continuation'] },
): Promise<Block> => {
  // The number is no part of the question: an answer names it, and may be sent back with it.
  const { nss: given, ...question } = request;
  const { regimen, ccc, dni, startDate, first = false } = question;
  const left = await takeUp(continuation, question, workerLeft);
  const from: SituationsLeft = left ?? { offset: request.offset ?? 0 };
  const read = (nss: string) =>
    tgss.read(situations, {
      ...wanted,
      regimen,
      ccc,
      nss,
      ...(startDate && { startDate }),
      first,
      offset: from.offset,
      ...(from.after && { after: from.after }),
      atLeast: left ? 1 : 0,
    });
  const blockOf = async (
    { nss, name }: Partial<ListedWorker> & { nss: string },
    { records: read, more, lacksCno }: Situations,
  ): Promise<Block> => {
    const records = name === undefined ? read : read.map((record) => withListedName(record, name));
    const block = { records, ...(lacksCno && { lacksCno }) };
    if (!more) return block;
    const next = leftAfter(from, records);
    const token = await leave(continuation, question, { ...next, nss, ...(name && { name }) });
    return { ...block, rest: { nss, offset: next.offset, continueToken: token } };
  };
  const named = left ? undefined : given;
  const tried = named && (await read(named));
  if (tried && tried.records.length > 0 && tried.records.every((one) => sameCode(one.dni, dni)))
    return blockOf({ nss: named }, tried);
  const worker = left ?? (await tgss.read(workerOfCcc, { regimen, ccc, dni }));
  if (!worker) return { records: [] };
  return blockOf(worker, tried && worker.nss === named ? tried : await read(worker.nss));
};
