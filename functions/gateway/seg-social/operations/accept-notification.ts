import * as z from 'zod';
import type { Opened } from '../../../../shared/authorities/notices.ts';
import { acceptance, opened } from '../../../../shared/authorities/tgss/wscn/acceptance.ts';
import type { Notice } from '../../../../shared/authorities/tgss/wscn/notices.ts';
import { test } from '../../../../shared/kernel/fields.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import {
  isOpenedSince,
  openingAt,
  openingReply,
  openingResponse,
} from '../../../../shared/operation/notifications.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { exampleNotification, id, keyIn } from '../notifications.ts';

const response = z.object(openingResponse('tgss', 'Cuándo, ISO 8601; vacío si no se dice.'));

export const acceptSocialSecurityNotification = submission({
  ...openingAt('tgss'),
  id: 'acceptSocialSecurityNotification',
  summary: 'Abrir (aceptar) una notificación de la Seguridad Social',
  description:
    'Tiene efectos jurídicos: la notificación cuenta como practicada desde ese momento, y empiezan sus plazos. Con test=1 ' +
    'se comprueba que está pendiente y se pide el texto del acuse, que no se firma ni se envía. El documento queda en el ' +
    'trámite.',
  request: z.object({ test, id }),
  response,
  example: {
    request: { id: exampleNotification.sentReference },
    response: {
      state: 'ACEPTADA',
      acceptedAt: '2026-11-21T10:30:00+01:00',
      document: exampleFile('notificacion.pdf'),
    },
  },
  run: async ({ id: wanted }, { tgss, keep }) => {
    const accepted = await tgss.submit(acceptance, keyIn(wanted));
    return accepted ? replyOf(accepted, { keep }) : {};
  },
  lookUp: {
    // It was pending just before and can be opened only once, so having been opened since then proves it.
    find: async ({ id: wanted }, { since }, { tgss, keep }) => {
      const found = await tgss.read(opened, keyIn(wanted));
      return found && isOpenedSince(found.at, since) ? replyOf(found, { keep }) : undefined;
    },
  },
});

const replyOf = (accepted: Opened<Notice>, { keep }: Pick<Ports, 'keep'>) =>
  openingReply('tgss', { ...accepted, reference: accepted.notice.code }, { keep });
