import * as z from 'zod';
import { realisedDetail } from '../../../shared/authorities/dehu/documents.ts';
import { notWhatWasAsked } from '../../../shared/kernel/authority-errors.ts';
import { fileObject } from '../../../shared/kernel/document.ts';
import { withOffset } from '../../../shared/kernel/spanish-time.ts';
import { reading } from '../../../shared/operation/operation.ts';
import { exampleDone, firstListed, id, keyIn, LISTED_TEXT } from '../fields.ts';

export const getNotificationDocument = reading({
  id: 'getNotificationDocument',
  method: 'GET',
  path: '/notification-document',
  summary: 'Documento de una notificación realizada en DEHú',
  description: `De una pendiente no se pide nada, porque sería abrirla: 422. ${LISTED_TEXT}`,
  authority: 'dehu',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ id }),
  response: fileObject,
  example: {
    request: { id: exampleDone.sentReference },
    response: { contentType: 'application/pdf', name: 'notificacion.pdf', content: 'JVBERi0xLjcK…' },
  },
  run: async ({ id: wanted }, { dehu, keep, authorityNow }) => {
    const from = withOffset(firstListed(authorityNow));
    const { document } = await dehu.read(realisedDetail, { ...keyIn(wanted), from });
    if (!document) throw notWhatWasAsked('DEHú no da el documento de esta notificación.', 'id');
    return { data: await keep(document) };
  },
});
