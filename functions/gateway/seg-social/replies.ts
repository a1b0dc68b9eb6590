import type * as z from 'zod';
import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import { contributionData } from '../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { type DuplicateTaInput, duplicateTa } from '../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import type { Accepted, WorkerInCcc } from '../../../shared/authorities/tgss/values.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { afterAcceptance, notObtained, type Obtained } from '../../../shared/operation/after-acceptance.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import type { fileAndIdc } from './fields.ts';

/** A filed change of a registration, and the documents that are wanted of it. */
export interface FiledMovement extends WorkerInCcc {
  fecha_real: string;
  duplicate: boolean;
  obtener_idc?: boolean;
}

type Reading = Pick<Ports, 'keep'> & { tgss: ReadingPort };

/** The document (TA) of an accepted filing, if it is wanted. It comes with the acceptance, or is looked up. */
export const taOf = async (
  { document }: Accepted,
  { duplicate, ...of }: FiledMovement & Pick<DuplicateTaInput, 'movType'>,
  { tgss, keep }: Reading,
): Promise<Obtained> => {
  const kept = document && (await keep(document));
  if (!duplicate) return {};
  if (kept) return { value: kept };
  return afterAcceptance('el duplicado', async () => {
    const found = await tgss.read(duplicateTa, { ...of, date: of.fecha_real });
    return found && keep(found);
  });
};

/** The contribution data (IDC) after an accepted filing, if they are wanted. */
export const idcOf = async (
  { obtener_idc, ...of }: FiledMovement,
  { tgss, keep }: Reading,
): Promise<Obtained> =>
  obtener_idc
    ? afterAcceptance('el IDC', async () =>
        keep((await tgss.read(contributionData, { ...of, date: of.fecha_real })).document),
      )
    : {};

/**
 * The reply to an accepted submission, with its documents.
 * @param done Spanish: the subject of the sentence, such as "El alta"
 */
export const acceptedReply = (
  done: string,
  file: Obtained,
  idc: Obtained,
): Reply<z.output<typeof fileAndIdc>> => {
  const missing = notObtained(file, idc);
  const data = {
    ...(file.value && { file: file.value }),
    ...(idc.value && { idc: idc.value }),
  };
  return {
    ...(Object.keys(data).length > 0 && { data }),
    ...(missing && { message: `${done} se ha realizado, pero ${missing}.` }),
  };
};
