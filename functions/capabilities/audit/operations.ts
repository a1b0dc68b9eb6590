import * as z from 'zod';
import { date, text } from '../../../shared/kernel/fields.ts';
import { dayAfter, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import { leave, takeUp } from '../../../shared/operation/continuation.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { MAX_PER_PAGE, perPage } from '../../../shared/operation/pagination.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { activityExample, activityResource, kind, toActivity } from './fields.ts';
import { ACT_DAYS } from './store/act-row.ts';

const cursor = z.object({ after: z.string() });

export const listActivity = resource({
  id: 'listActivity',
  method: 'GET',
  path: '/',
  summary: 'Listar qué hizo la cuenta consigo misma, lo último primero',
  description:
    'Inicios de sesión, también los rechazados de un e-mail de la cuenta, y cambios de usuarios, contraseñas, segundos factores, ' +
    'tokens, empresas, certificados, webhooks y ajustes: quién, qué y cuándo, nunca secretos ni los textos que se enviaron. Se ' +
    `guardan ${ACT_DAYS} días. Los trámites están en GET /tramites, con quién los pidió. Cada acto se anota antes de hacerse: si ` +
    'no se puede anotar, no se hace. Una página puede tener menos de perPage actos, o ninguno, y haber más (continueToken).',
  access: 'owner',
  admits: notClients,
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    kind: kind.optional(),
    user: text(36, 'Identificador del usuario que lo hizo.').optional(),
    from: date('Desde este día, en España.').optional(),
    to: date('Hasta este día, en España.').optional(),
    perPage: perPage('Actos'),
    continueToken: text(4000, 'Página siguiente a la que dio este valor, con los mismos filtros.').optional(),
  }),
  response: z.object({
    data: z.array(activityResource),
    continueToken: z
      .string()
      .nullable()
      .meta({ description: 'Para la página siguiente; null en la última.' }),
  }),
  example: {
    request: { kind: 'user', from: '2026-11-16' },
    response: { data: [activityExample], continueToken: null },
  },
  run: async (request, ports) => {
    const { stores, caller, continuation, now } = ports;
    const { after } = (await takeUp(continuation, request, cursor)) ?? {};
    const { from, to } = request;
    const { acts, end } = await stores.audit.listActs(caller.accountId, {
      kind: request.kind,
      userId: request.user,
      from: from ? startOfMadridDay(from) : undefined,
      to: to ? new Date(startOfMadridDay(dayAfter(to, { days: 1 })).getTime() - 1) : undefined,
      now,
      limit: Math.min(request.perPage || MAX_PER_PAGE, MAX_PER_PAGE),
      after,
    });
    return {
      data: {
        data: await toActivity(acts, ports),
        continueToken: end ? await leave(continuation, request, { after: end }) : null,
      },
    };
  },
});
