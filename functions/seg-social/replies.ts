import type * as z from 'zod';
import type { Reply } from '../../shared/kernel/reply.ts';
import { notObtained, type Obtained } from '../../shared/operation/after-acceptance.ts';
import type { fileAndIdc } from './fields.ts';

/**
 * The reply to an accepted submission, with its documents.
 * @param done Spanish: what was filed, such as "El alta"
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
