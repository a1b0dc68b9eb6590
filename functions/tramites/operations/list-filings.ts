import * as z from 'zod';
import { invalid } from '../../../shared/kernel/errors.ts';
import { bool, ccc, date, dni, integer, text } from '../../../shared/kernel/fields.ts';
import { dayAfter, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import { leave, takeUp } from '../../../shared/operation/continuation.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { MAX_PER_PAGE } from '../../../shared/operation/pagination.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { exampleFiling, filingResource, statesOf, toResources, wantedState } from '../fields.ts';

const left = z.object({ after: z.string() });

const worker = dni.meta({ description: 'Documento del trabajador.' });
const from = date('Iniciados desde este día, en España.');
const to = date('Iniciados hasta este día, en España.');

export const listFilings = resource({
  id: 'listFilings',
  method: 'GET',
  path: '/',
  summary: 'Listar los trámites, los últimos primero',
  description:
    'Los que cumplen todo lo que se pide. continueToken, si viene, da la página siguiente; una página puede tener menos de ' +
    'perPage, y ninguno. dni, startDate y endDate son los nombres antiguos de worker, from y to.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    state: wantedState.optional(),
    operation: text(
      100,
      'Nombre de la operación, por ejemplo registerEmployee, o método y dirección, por ejemplo POST /seg-social/alta.',
    ).optional(),
    company: integer('Cliente que tiene la cuenta de cotización.').optional(),
    clientId: integer('Cliente del certificado.').optional(),
    ccc: ccc.optional(),
    worker: worker.optional(),
    user: text(36, 'Identificador del usuario que lo pidió.').optional(),
    dry: bool('Verdadero: solo simulacros; falso: sin ellos.').optional(),
    certificateId: z
      .string({ error: 'Debe ser un texto.' })
      .regex(/^[0-9a-f]{32}$/, {
        error: 'Debe tener 32 cifras hexadecimales, como certificate.id en un trámite.',
      })
      .meta({ description: 'Certificado con el que se actuó: certificate.id en un trámite.' })
      .optional(),
    key: text(202, 'Idempotency-Key, con comillas o sin ellas.').optional(),
    requestId: text(36, 'X-Request-Id de la petición.').optional(),
    from: from.optional(),
    to: to.optional(),
    dni: worker.optional(),
    startDate: from.optional(),
    endDate: to.optional(),
    perPage: integer('Trámites por página, 50 como máximo.').optional(),
    continueToken: text(4000, 'Página siguiente a la que dio este valor, con los mismos filtros.').optional(),
  }),
  response: z.object({
    data: z.array(filingResource),
    continueToken: z
      .string()
      .nullable()
      .meta({ description: 'Para la página siguiente; null en la última.' }),
  }),
  example: {
    request: { state: 'refused', from: '2026-11-16' },
    response: {
      data: [
        {
          ...exampleFiling,
          state: 'refused',
          committing_at: null,
          message: '3408* AFILIADO EN ALTA EN ESTA EMPRESA',
          messages: ['3408* AFILIADO EN ALTA EN ESTA EMPRESA'],
          messageCodes: ['3408'],
          documents: [],
        },
      ],
      continueToken: null,
    },
  },
  run: async (request, ports) => {
    const { stores, caller, continuation, listMac, now } = ports;
    const owned = async (wanted: number | undefined) =>
      wanted === undefined ? undefined : (await ownerOf(wanted, ports)).clientId;
    const { after } = (await takeUp(continuation, request, left)) ?? {};
    const { worker = request.dni, from = request.startDate, to = request.endDate } = request;
    const [operations] = await Promise.all([
      operationsOf(request.operation, ports),
      checkUser(request.user, ports),
    ]);
    const { filings, end } = await stores.filings.listFilings({
      accountId: caller.accountId,
      clientId: (await owned(request.clientId)) ?? caller.clientId,
      companyId: await owned(request.company),
      worker: worker && (await listMac('worker', worker)),
      ccc: request.ccc && (await listMac('ccc', request.ccc)),
      userId: request.user,
      operations,
      states: request.state && statesOf(request.state),
      dry: request.dry,
      key: request.key,
      requestId: request.requestId,
      certificateId: request.certificateId,
      from: from ? startOfMadridDay(from) : undefined,
      to: to ? new Date(startOfMadridDay(dayAfter(to, { days: 1 })).getTime() - 1) : undefined,
      now,
      limit: Math.min(Math.max(request.perPage ?? MAX_PER_PAGE, 1), MAX_PER_PAGE),
      after,
    });
    return {
      data: {
        data: await toResources(filings, ports),
        continueToken: end ? await leave(continuation, request, { after: end }) : null,
      },
    };
  },
});

/** @throws ServiceError 422 for a name that no operation has of which there are trámites */
const operationsOf = async (
  name: string | undefined,
  { filings }: Pick<Ports, 'filings'>,
): Promise<string[] | undefined> => {
  if (name === undefined) return undefined;
  const { found, ids } = await filings.operationsNamed(name);
  if (found.length === 0)
    throw invalid({ operation: [`No existe. Debe ser método y dirección, o uno de: ${ids.join(', ')}.`] });
  return found;
};

/**
 * A user that was removed has their trámites still. A client company is not told which other users there are.
 * @throws ServiceError 422 for a user that the account never had
 */
const checkUser = async (
  userId: string | undefined,
  { stores, caller }: Pick<Ports, 'stores' | 'caller'>,
): Promise<void> => {
  if (userId === undefined || caller.clientId !== undefined) return;
  const names = await stores.users.namesOf(caller.accountId, [userId]);
  if (!names.has(userId))
    throw invalid({
      user: ['No existe en esta cuenta. Los usuarios, con su identificador, los da GET /users.'],
    });
};
