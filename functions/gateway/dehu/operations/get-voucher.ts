import * as z from 'zod';
import { receipt } from '../../../../shared/authorities/dehu/documents.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { withOffset } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleDone, firstListed, id, keyIn } from '../fields.ts';
import { receiptName } from '../receipt.ts';

export const getNotificationVoucher = reading({
  id: 'getNotificationVoucher',
  method: 'GET',
  path: '/notification-voucher',
  summary: 'Resguardo de una notificación realizada en DEHú',
  description:
    'DEHú lo da solo durante un día desde que se abre la notificación. El resguardo de las que abre ' +
    'este servicio queda en su trámite. Una notificación pendiente no tiene resguardo: 422.',
  authority: 'dehu',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ id }),
  response: fileObject,
  example: {
    request: { id: exampleDone.sentReference },
    response: exampleFile(receiptName),
  },
  run: async ({ id: wanted }, { dehu, keep, authorityNow }) => {
    const from = withOffset(firstListed(authorityNow));
    return { data: await keep(await dehu.read(receipt, { ...keyIn(wanted), from })) };
  },
});
