import * as z from 'zod';
import { date, dni, integer, text } from '../../../shared/kernel/fields.ts';
import { dayAfter, madridDay } from '../../../shared/kernel/spanish-time.ts';
import { leave, takeUp } from '../../../shared/operation/continuation.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { NOTICE, type Shown, shownOn } from '../due.ts';
import { exampleObligation } from '../examples.ts';
import { notice, obligationResource, state } from '../fields.ts';
import { toResources } from '../resource.ts';
import { ruleOf } from '../rules/index.ts';

const MOST = 250;
const left = z.object({ after: z.object({ id: z.string(), dueKey: z.string() }) });
/** What is listed where no state is asked for. */
const PENDING: readonly Shown[] = ['open', 'near', 'late'];

export const listObligations = resource({
  id: 'listObligations',
  method: 'GET',
  path: '/obligations',
  summary: 'Listar lo que hay que hacer, primero lo que antes vence',
  description:
    'Obligaciones que se deducen de los trámites aceptados y de lo que se ve en las consultas. Sin state, las abiertas ' +
    '(open, near y late) y las renovaciones de certificados, también si solo están previstas. Las de fecha desconocida van ' +
    'primero, y calendarNote dice por qué.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    company: integer('Cliente de quien son.').optional(),
    worker: dni.optional().meta({ description: 'Documento del trabajador.' }),
    state: state.optional(),
    'due-before': date('Que venzan antes de este día.').optional(),
    perPage: integer('Obligaciones por página, 250 como máximo.').optional(),
    continueToken: text(4000, 'Página siguiente a la que dio este valor, con los mismos filtros.').optional(),
  }),
  response: z.object({
    data: z.array(obligationResource),
    continueToken: z
      .string()
      .nullable()
      .meta({ description: 'Para la página siguiente; null en la última.' }),
    notice,
  }),
  example: {
    request: { 'due-before': '2026-12-01' },
    response: { data: [exampleObligation], continueToken: null, notice: NOTICE },
  },
  run: async (request, ports) => {
    const { stores, caller, continuation, listMac, authorityNow } = ports;
    const { state: wanted, worker, perPage = MOST } = request;
    const { after } = (await takeUp(continuation, request, left)) ?? {};
    const today = madridDay(authorityNow);
    const states = wanted ? [wanted] : PENDING;
    const before = [request['due-before'], wanted === 'late' ? today : undefined].filter(
      (day) => day !== undefined,
    );
    const company = request.company ?? caller.clientId;
    const { obligations, end } = await stores.obligations.listObligations({
      accountId: caller.accountId,
      companyId: company === undefined ? undefined : (await ownerOf(company, ports)).clientId,
      worker: worker && (await listMac('worker', worker)),
      state: wanted === 'closed' || wanted === 'withdrawn' ? wanted : 'open',
      // Whatever is late need not be read for it.
      dueFrom: wanted === 'near' ? today : undefined,
      dueTo: before.length > 0 ? dayAfter(before.toSorted()[0]!, { days: -1 }) : undefined,
      limit: Math.min(Math.max(perPage, 1), MOST),
      after,
      fits: (one) => {
        const shown = shownOn(one, today);
        // A certificate is renewed whenever it suits: what calendars show of it is in the list.
        return (
          states.includes(shown) || (!wanted && shown === 'planned' && ruleOf(one.rule).subject === 'owner')
        );
      },
    });
    return {
      data: {
        data: await toResources(obligations, ports),
        continueToken: end ? await leave(continuation, request, { after: end }) : null,
        notice: NOTICE,
      },
    };
  },
});
