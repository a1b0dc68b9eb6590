import * as z from 'zod';
import { realisedDetail } from '../../../../shared/authorities/dehu/documents.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { flag } from '../../../../shared/kernel/fields.ts';
import { withOffset } from '../../../../shared/kernel/spanish-time.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { annexList, keepAnnexes } from '../annexes.ts';
import { exampleDone, firstListed, id, keyIn, LISTED_TEXT, notification, toResource } from '../fields.ts';
import { receiptName, receiptOf } from '../receipt.ts';

export const getNotificationDetail = reading({
  id: 'getNotificationDetail',
  method: 'GET',
  path: '/notification-detail',
  summary: 'Detalle de una notificación realizada en DEHú',
  description:
    'Con duplicate=1, también su documento y sus anexos; con voucher=1, también su resguardo. Anexos y resguardo solo los da ' +
    `DEHú durante un día. De una pendiente no se pide nada, porque sería abrirla: 422. ${LISTED_TEXT}`,
  authority: 'dehu',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    id,
    duplicate: flag('Su documento y sus anexos; con valor 1, en data.document y data.annexes.').optional(),
    voucher: flag('El contenido de su resguardo; con valor 1, en data.voucher.').optional(),
  }),
  response: z.object({
    ...notification.shape,
    document: fileObject
      .nullable()
      .meta({ description: 'Su documento, si DEHú lo da.', askedBy: ['duplicate'] }),
    annexes: annexList,
    voucher: z
      .object({
        enabled: z.boolean().meta({ description: 'DEHú nombra un resguardo.' }),
        name: z.string().meta({ description: 'Nombre del resguardo; vacío si no lo hay.' }),
        file: fileObject.nullable().meta({ description: 'El resguardo, con voucher=1.' }),
      })
      .meta({ description: 'Resguardo.' }),
  }),
  example: {
    request: { id: exampleDone.sentReference, voucher: 0 },
    response: {
      ...exampleDone,
      finalDate: '2026-11-21T10:30:00+01:00',
      hasAnnexes: true,
      cantAnnexes: 1,
      document: null,
      annexes: [{ name: 'Relación de documentos.pdf', url: '', file: null }],
      voucher: { enabled: true, name: receiptName, file: null },
    },
  },
  run: async ({ id: wanted, duplicate, voucher }, { dehu, keep, authorityNow }) => {
    const from = withOffset(firstListed(authorityNow));
    const { notice, ended, document, annexes } = await dehu.read(realisedDetail, {
      ...keyIn(wanted),
      from,
      annexes: duplicate,
    });
    const enabled = Object.values(notice.ended?.receipt ?? {}).some((name) => name !== '');
    const receipt = voucher && enabled ? await receiptOf(dehu, { ...keyIn(wanted), from }) : undefined;
    return {
      data: {
        ...toResource(notice, { ended, annexes }),
        document: duplicate && document ? await keep(document) : null,
        annexes: await keepAnnexes(annexes, { keep }),
        voucher: {
          enabled,
          name: enabled ? receiptName : '',
          file: receipt ? await keep(receipt) : null,
        },
      },
    };
  },
});
