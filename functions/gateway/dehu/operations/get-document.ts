import * as z from 'zod';
import { realisedDetail } from '../../../../shared/authorities/dehu/documents.ts';
import { notWhatWasAsked } from '../../../../shared/kernel/authority-errors.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { withOffset } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { annexList, keepAnnexes } from '../annexes.ts';
import { exampleDone, firstListed, id, keyIn, LISTED_TEXT } from '../fields.ts';

export const getNotificationDocument = reading({
  id: 'getNotificationDocument',
  method: 'GET',
  path: '/notification-document',
  summary: 'Documento de una notificación realizada en DEHú',
  description: `Con sus anexos. De una pendiente no se pide nada, porque sería abrirla: 422. ${LISTED_TEXT}`,
  authority: 'dehu',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ id }),
  response: z.object({ ...fileObject.shape, annexes: annexList }),
  example: {
    request: { id: exampleDone.sentReference },
    response: { ...exampleFile('notificacion.pdf'), annexes: [] },
  },
  run: async ({ id: wanted }, { dehu, keep, authorityNow }) => {
    const from = withOffset(firstListed(authorityNow));
    const { document, annexes } = await dehu.read(realisedDetail, {
      ...keyIn(wanted),
      from,
      annexes: true,
    });
    if (!document) throw notWhatWasAsked('DEHú no da el documento de esta notificación.', 'id');
    // The same object, whose content comes when the answer is written.
    return { data: Object.assign(await keep(document), { annexes: await keepAnnexes(annexes, { keep }) }) };
  },
});
