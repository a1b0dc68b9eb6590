import * as z from 'zod';
import { type Accepted, acceptance, opened } from '../../../../shared/authorities/aeat/acceptance.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { test } from '../../../../shared/kernel/fields.ts';
import type { Reply } from '../../../../shared/kernel/reply.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { openingAt } from '../../../../shared/operation/notifications.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { exampleNotification, id } from '../notifications.ts';

const response = z.object({
  state: z.string().meta({ description: 'ACEPTADA.' }),
  acceptedAt: z.string().meta({ description: 'Día en que se notificó, AAAA-MM-DD.' }),
  document: fileObject
    .nullable()
    .meta({ description: 'Su documento; nulo si la Agencia Tributaria no lo ha dado.' }),
  voucher: fileObject
    .nullable()
    .meta({ description: 'Su acuse de recibo; nulo si la Agencia Tributaria no lo ha dado.' }),
});

export const acceptTaxNotification = submission({
  ...openingAt('aeat'),
  id: 'acceptTaxNotification',
  summary: 'Abrir (aceptar) una notificación de la Agencia Tributaria',
  description:
    'Tiene efectos jurídicos: la notificación cuenta como practicada desde ese momento, y empiezan sus plazos. Con test=1 ' +
    'solo se comprueba que está pendiente: ni siquiera se pide la página en la que se firma. Documento y acuse quedan en el ' +
    'trámite.',
  request: z.object({ test, id }),
  response,
  example: {
    request: { id: exampleNotification.sentReference },
    response: {
      state: 'ACEPTADA',
      acceptedAt: '2026-11-21',
      document: exampleFile('notificacion.pdf'),
      voucher: exampleFile('acuse.pdf'),
    },
  },
  run: async ({ id: code }, { aeat, keep, authorityNow }) => {
    const accepted = await aeat.submit(acceptance, { code, today: madridDay(authorityNow) });
    return accepted ? replyOf(accepted, { keep }) : {};
  },
  lookUp: {
    // It was pending just before and can be opened only once, so having been opened since then proves it. The list
    // has only the day.
    find: async ({ id: code }, { since }, { aeat, keep, authorityNow }) => {
      const found = await aeat.read(opened, { code, today: madridDay(authorityNow) });
      return found && found.at >= madridDay(since) ? replyOf(found, { keep }) : undefined;
    },
  },
});

const replyOf = async (
  { notice, at, document, receipt }: Accepted,
  { keep }: Pick<Ports, 'keep'>,
): Promise<Reply<z.output<typeof response>>> => ({
  data: {
    state: 'ACEPTADA',
    acceptedAt: at,
    document: document ? await keep(document) : null,
    voucher: receipt ? await keep(receipt) : null,
  },
  message: document
    ? 'La notificación se ha abierto.'
    : 'La notificación se ha abierto. La Agencia Tributaria no ha dado su documento.',
  filed: { reference: notice.code },
});
