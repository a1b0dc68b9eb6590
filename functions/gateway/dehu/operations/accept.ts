import * as z from 'zod';
import { type Accepted, acceptance } from '../../../../shared/authorities/dehu/acceptance.ts';
import { realisedDetail } from '../../../../shared/authorities/dehu/documents.ts';
import { unlessRefused } from '../../../../shared/kernel/authority-errors.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { test } from '../../../../shared/kernel/fields.ts';
import type { Reply } from '../../../../shared/kernel/reply.ts';
import { withOffset } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { isOpenedSince, openingAt } from '../../../../shared/operation/notifications.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { annexList, keepAnnexes } from '../annexes.ts';
import { exampleNotification, firstListed, id, keyIn } from '../fields.ts';
import { receiptOf } from '../receipt.ts';

const response = z.object({
  state: z.string().meta({ description: 'ACEPTADA, o LEIDA si es una comunicación.' }),
  acceptedAt: z.string().meta({ description: 'Cuándo, ISO 8601; vacío si DEHú no lo dice.' }),
  document: fileObject.nullable().meta({ description: 'Su documento; nulo si DEHú no lo ha dado.' }),
  voucher: fileObject.nullable().meta({ description: 'Su resguardo; nulo si DEHú no lo ha dado.' }),
  annexes: annexList,
});

export const acceptNotification = submission({
  ...openingAt('dehu'),
  id: 'acceptNotification',
  summary: 'Abrir (aceptar) una notificación de DEHú',
  description:
    'Tiene efectos jurídicos: la notificación cuenta como practicada desde ese momento, y empiezan sus plazos (Ley 39/2015, ' +
    'artículo 43). Con test=1 solo se comprueba que está pendiente. Documento, resguardo y anexos quedan en el trámite. ' +
    'Una comunicación queda como leída.',
  request: z.object({ test, id }),
  response,
  example: {
    request: { id: exampleNotification.sentReference },
    response: {
      state: 'ACEPTADA',
      acceptedAt: '2026-11-21T10:30:00+01:00',
      document: exampleFile('notificacion.pdf'),
      voucher: exampleFile('resguardo.pdf'),
      annexes: [{ name: 'Relación de documentos.pdf', url: '', file: exampleFile('anexo-1.pdf') }],
    },
  },
  run: async ({ id: wanted }, { dehu, keep }) => {
    const accepted = await dehu.submit(acceptance, keyIn(wanted));
    return accepted ? replyOf(accepted, { keep }) : {};
  },
  lookUp: {
    // It was pending just before and can be opened only once, so having been opened since then proves it.
    find: async ({ id: wanted }, { since }, { dehu, keep, authorityNow }) => {
      const from = withOffset(firstListed(authorityNow));
      const which = { ...keyIn(wanted), from };
      // A notification that is still pending, or not listed, proves nothing.
      const detail = await dehu.read(realisedDetail, { ...which, annexes: true }).catch(unlessRefused);
      const isOpen = OPENED.includes(detail?.notice.ended?.state ?? '');
      if (!detail || !isOpen || !isOpenedSince(detail.ended, since)) return undefined;
      const receipt = await receiptOf(dehu, which);
      return replyOf({ ...detail, at: detail.ended, ...(receipt && { receipt }) }, { keep });
    },
  },
});

/** States of opened notices. */
const OPENED = ['ACEPTADA', 'LEIDA'];

const replyOf = async (
  { notice, at, document, receipt, annexes }: Accepted,
  { keep }: Pick<Ports, 'keep'>,
): Promise<Reply<z.output<typeof response>>> => ({
  data: {
    state: notice.kind === 'communication' ? 'LEIDA' : 'ACEPTADA',
    acceptedAt: at,
    document: document ? await keep(document) : null,
    voucher: receipt ? await keep(receipt) : null,
    annexes: await keepAnnexes(annexes, { keep }),
  },
  message: messageOf(
    !document,
    annexes.some(({ reference, document: annex }) => reference !== '' && !annex),
  ),
  filed: { reference: notice.identifier },
});

/** The message about an opening, and about parts that DEHú has not given. */
const messageOf = (lacksDocument: boolean, lacksAnnexes: boolean): string => {
  const missing = [...(lacksDocument ? ['su documento'] : []), ...(lacksAnnexes ? ['todos sus anexos'] : [])];
  const opened = 'La notificación se ha abierto.';
  if (missing.length === 0) return opened;
  return `${opened} DEHú no ha dado ${missing.join(' ni ')}: pídalo con GET /dehu/notification-document.`;
};
