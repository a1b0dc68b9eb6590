import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import { receipt } from '../../../shared/authorities/dehu/documents.ts';
import type { Which } from '../../../shared/authorities/dehu/listing.ts';
import { unlessRefused } from '../../../shared/kernel/authority-errors.ts';
import type { Document } from '../../../shared/kernel/document.ts';

/** Name of a receipt in answers. */
export const receiptName = 'resguardo.pdf';

/** The receipt of a notice; `undefined` where DEHú refuses to give it, as it does after a day. @throws ServiceError otherwise */
export const receiptOf = (dehu: ReadingPort, which: Which): Promise<Document | undefined> =>
  dehu.read(receipt, which).catch(unlessRefused);
