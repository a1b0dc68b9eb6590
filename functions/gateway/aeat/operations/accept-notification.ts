import * as z from 'zod';
import { acceptance, opened } from '../../../../shared/authorities/aeat/acceptance.ts';
import type { Notice } from '../../../../shared/authorities/aeat/notices.ts';
import type { Opened } from '../../../../shared/authorities/notices.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { test } from '../../../../shared/kernel/fields.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import {
  documentText,
  openingAt,
  openingReply,
  openingResponse,
} from '../../../../shared/operation/notifications.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { exampleNotification, id } from '../notifications.ts';

const response = z.object({
  ...openingResponse('aeat', 'Día en que se notificó, AAAA-MM-DD.'),
  voucher: fileObject.nullable().meta({ description: documentText('Su acuse de recibo', 'aeat') }),
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

const replyOf = async (accepted: Opened<Notice>, { keep }: Pick<Ports, 'keep'>) => {
  const reply = await openingReply('aeat', { ...accepted, reference: accepted.notice.code }, { keep });
  return {
    ...reply,
    data: { ...reply.data, voucher: accepted.receipt ? await keep(accepted.receipt) : null },
  };
};
