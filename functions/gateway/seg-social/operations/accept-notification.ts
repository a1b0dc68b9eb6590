import * as z from 'zod';
import { type Accepted, acceptance, opened } from '../../../../shared/authorities/tgss/wscn/acceptance.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { test } from '../../../../shared/kernel/fields.ts';
import type { Reply } from '../../../../shared/kernel/reply.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { isOpenedSince, openingAt } from '../../../../shared/operation/notifications.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { exampleNotification, id, keyIn } from '../notifications.ts';

const response = z.object({
  state: z.string().meta({ description: 'ACEPTADA.' }),
  acceptedAt: z.string().meta({ description: 'Cuándo, ISO 8601; vacío si no se dice.' }),
  document: fileObject
    .nullable()
    .meta({ description: 'Su documento; nulo si la Seguridad Social no lo ha dado.' }),
});

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

const replyOf = async (
  { notice, at, document }: Accepted,
  { keep }: Pick<Ports, 'keep'>,
): Promise<Reply<z.output<typeof response>>> => ({
  data: { state: 'ACEPTADA', acceptedAt: at, document: document ? await keep(document) : null },
  message: document
    ? 'La notificación se ha abierto.'
    : 'La notificación se ha abierto. La Seguridad Social no ha dado su documento.',
  filed: { reference: notice.code },
});
