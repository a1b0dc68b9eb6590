import * as z from 'zod';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors.ts';
import { bool, ccc, date, dni, integer, text } from '../../../shared/kernel/fields.ts';
import { dayAfter, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import {
  answerInstantOrNull,
  answerText,
  exampleFile,
  withFile,
} from '../../../shared/operation/answer-fields.ts';
import { leave, takeUp } from '../../../shared/operation/continuation.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { MAX_PER_PAGE } from '../../../shared/operation/pagination.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { onlyUsers, ownerOf } from '../../../shared/operation/signed-in.ts';
import { KEPT_BECAUSE } from '../../../shared/operation/worker-data.ts';
import { evidenceOf, evidenceResource, exampleEvidence } from './evidence.ts';
import {
  exampleDeclared,
  exampleFiling,
  filingResource,
  id,
  ownFiling,
  state,
  statesOf,
  toResource,
  toResources,
  wantedState,
} from './fields.ts';

const cursor = z.object({ after: z.string() });

const worker = dni.meta({ description: 'Documento del trabajador.' });
const from = date('Iniciados desde este día, en España.');
const to = date('Iniciados hasta este día, en España.');

export const listFilings = resource({
  id: 'listFilings',
  method: 'GET',
  path: '/',
  summary: 'Listar los trámites, los últimos primero',
  description:
    'Los que cumplen todas las condiciones. continueToken, si viene, da la página siguiente. Una ' +
    'página puede tener menos de perPage trámites, o ninguno. dni, startDate y endDate son los ' +
    'nombres antiguos de worker, from y to.',
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
    const { after } = (await takeUp(continuation, request, cursor)) ?? {};
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

/** @throws ServiceError 422 for a name that no operation with trámites has */
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

/** Why acts on a filing are not noted as acts of the account. */
const OF_RECORD = 'it is work on a filing, whose record says what became of it';

const parts = (each: z.ZodType) =>
  z.record(z.string(), each).meta({ description: 'Por parte del servicio que los guarda.' });

export const showWorkerData = resource({
  id: 'showWorkerData',
  method: 'GET',
  path: '/worker-data',
  summary: 'Obtener los datos que se guardan de un trabajador',
  description:
    'Todo lo que la cuenta guarda de un trabajador, para su derecho de acceso (RGPD, artículo 15). ' +
    'Los documentos y las pruebas se piden por trámite. No incluye lo que se presentó en un fichero ' +
    'de varios trabajadores.',
  access: 'owner',
  noted: { kind: 'workerData' },
  admits: onlyUsers,
  rate: 'heavy',
  standing: 'chosen',
  request: z.object({ worker }),
  response: z.object({ data: parts(z.array(z.unknown())) }),
  example: {
    request: { worker: '12345678Z' },
    response: {
      data: {
        filings: [{ id: exampleFiling.id, operation: exampleFiling.operation }],
        obligations: [],
        search: [],
      },
    },
  },
  run: async ({ worker }, { workerData, listMac }) => ({
    data: { data: await workerData.show(await listMac('worker', worker)) },
  }),
});

const kept = z
  .object({
    id: answerText('Identificador del trámite, de la obligación o del lote.'),
    because: z.enum(KEPT_BECAUSE).meta({
      description:
        'law (se presentó y hay que poder probarlo cuatro años: artículo 21.1 del texto refundido de la LISOS), unknown (no se sabe ' +
        'todavía si se presentó), underWay (no ha terminado), open (es una obligación pendiente) o expires (documentos, ' +
        'peticiones y filas de lotes guardados, que se borran solos).',
    }),
    until: answerInstantOrNull('Fecha desde la que se puede borrar, ISO 8601; null si no se conoce.'),
  })
  .meta({ id: 'KeptOfWorker' });

export const eraseWorkerData = resource({
  id: 'eraseWorkerData',
  method: 'POST',
  path: '/worker-data/erase',
  summary: 'Borrar los datos de un trabajador que la ley no obliga a guardar',
  description:
    'Para su derecho de supresión (RGPD, artículo 17). No se puede deshacer. Se borran los trámites ' +
    'que no se presentaron, los simulacros, las consultas, los borradores que lo nombran, sus datos de ' +
    'búsqueda y de plantilla y sus plazos, si no queda ninguno pendiente. kept dice lo que queda, por qué y ' +
    'hasta cuándo: los documentos y los lotes se borran solos a los 37 días como máximo. La prueba de un ' +
    'rechazo se borra cuando vence. Se puede repetir.',
  access: 'owner',
  noted: { kind: 'workerData' },
  admits: onlyUsers,
  rate: 'heavy',
  standing: 'chosen',
  request: z.object({
    worker,
    confirm: text(20, 'El mismo documento, para confirmar.'),
  }),
  response: z.object({
    data: parts(z.object({ erased: z.array(z.string()), kept: z.array(kept) })),
  }),
  example: {
    request: { worker: '12345678Z', confirm: '12345678Z' },
    response: {
      data: {
        filings: {
          erased: [],
          kept: [{ id: exampleFiling.id, because: 'law', until: '2030-11-23T09:30:00.000Z' }],
        },
        obligations: { erased: [], kept: [] },
        search: { erased: ['12345678Z'], kept: [] },
      },
    },
  },
  run: async ({ worker, confirm }, { workerData, listMac }) => {
    if (confirm.trim().toUpperCase() !== worker)
      throw invalid({ confirm: ['Debe repetir el documento del trabajador. No se ha borrado nada.'] });
    const done = await workerData.erase(await listMac('worker', worker));
    return {
      data: {
        data: Object.fromEntries(
          Object.entries(done).map(([part, { erased, kept }]) => [
            part,
            { erased, kept: kept.map((one) => ({ ...one, until: one.until ?? null })) },
          ]),
        ),
      },
    };
  },
});

/** States that soon change on their own. */
const UNDER_WAY = new Set(['queued', 'claimed', 'committing']);
/** When a caller that waits should look again, in seconds. */
const LOOK_AGAIN_S = 5;

export const getFiling = resource({
  id: 'getFiling',
  method: 'GET',
  path: '/{id}',
  summary: 'Consultar un trámite',
  description:
    'Con la petición tal como se tramitó, cada comunicación de un fichero y la respuesta que se dio.',
  access: 'reads',
  rate: 'read',
  sendsRetryAfter: true,
  standing: 'chosen',
  request: z.object({ id }),
  response: filingResource.extend({
    request: z.unknown().meta({ description: 'La petición, normalizada.' }),
    entries: z
      .array(
        z.object({
          number: z.int(),
          state,
          kind: z.string(),
          reference: z.string().nullable(),
          messages: z.array(z.string()),
        }),
      )
      .meta({ description: 'Comunicaciones de un fichero.' }),
    answer: z.unknown().meta({ description: 'La respuesta que se dio; los documentos, sin contenido.' }),
  }),
  example: {
    request: { id: exampleFiling.id },
    response: { ...exampleFiling, request: {}, entries: [], answer: null },
  },
  run: async ({ id }, ports) => {
    const filing = await ownFiling(ports, id);
    const [resource, request, answer, entries] = await Promise.all([
      toResource(filing, ports),
      ports.filings.request(filing),
      ports.filings.answer(filing),
      ports.stores.filings.listEntries(id),
    ]);
    return {
      ...(UNDER_WAY.has(filing.state) && { headers: { 'Retry-After': String(LOOK_AGAIN_S) } }),
      data: {
        ...resource,
        request,
        entries: entries.map((entry) => ({ ...entry, reference: entry.reference ?? null })),
        answer,
      },
    };
  },
});

export const checkFiling = resource({
  id: 'checkFiling',
  method: 'POST',
  path: '/{id}/check',
  summary: 'Comprobar en el organismo un trámite de resultado desconocido',
  description:
    'Se consulta con el certificado del trámite; si ya no existe, con el de la cabecera X-Cert-Secret, que debe ser del ' +
    'mismo titular. Si se encuentra, el trámite pasa a accepted; que no se encuentre no prueba nada.',
  access: 'reads',
  noted: { none: OF_RECORD },
  rate: 'write',
  standing: 'chosen',
  takesCertificate: 'now',
  alsoAnswers: {
    409: 'El trámite no es de resultado desconocido, o falta un certificado del titular con el que consultar.',
    503: 'El organismo no está operativo; véase Retry-After.',
    504: 'El organismo no ha respondido a tiempo.',
  },
  request: z.object({ id }),
  response: filingResource,
  example: { request: { id: exampleFiling.id }, response: exampleFiling },
  run: async ({ id }, ports) => {
    const filing = await ownFiling(ports, id);
    await ports.filings.check(filing);
    return { data: await toResource(await ownFiling(ports, id), ports) };
  },
});

export const resolveFiling = resource({
  id: 'resolveFiling',
  method: 'POST',
  path: '/{id}/resolve',
  summary: 'Declarar qué pasó con un trámite de resultado desconocido',
  description:
    'Lo declara una persona que lo ha visto en el organismo; se guarda como declarado (declaredFiled o declaredNotFiled), ' +
    'nunca como probado. Si consta (filed), ' +
    'una petición igual se contesta con lo declarado y no se envía; si no consta, se puede volver a enviar.',
  access: 'files',
  noted: { none: OF_RECORD },
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El resultado del trámite no es desconocido.' },
  request: z.object({
    id,
    filed: bool('Verdadero si la operación consta en el organismo.'),
    note: text(500, 'Qué se vio, y dónde.', 'lines'),
  }),
  response: filingResource,
  example: {
    request: { id: exampleFiling.id, filed: true, note: 'Consta en el informe de trabajadores en alta.' },
    response: exampleDeclared,
  },
  run: async ({ id, filed, note }, ports) => {
    const { stores, caller, now } = ports;
    const filing = await ownFiling(ports, id);
    const stated = { filed, note, userId: caller.userId, at: now.toISOString() };
    if (!(await stores.filings.stateFiling(filing, stated)))
      throw conflict('El resultado de este trámite no es desconocido.');
    return { data: await toResource(await ownFiling(ports, id), ports) };
  },
});

export const cancelFiling = resource({
  id: 'cancelFiling',
  method: 'DELETE',
  path: '/{id}',
  summary: 'Cancelar un trámite que aún no ha empezado',
  description:
    'Para las peticiones con Prefer: respond-async que siguen en espera (queued). No se envía nada: ' +
    'el trámite pasa a notSent; un simulacro, a dryRun, y una consulta, a failed. Si ya ha empezado, ' +
    'no se puede cancelar.',
  access: 'files',
  noted: { none: OF_RECORD },
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El trámite ya ha empezado o ha terminado; no se cancela.' },
  request: z.object({ id }),
  response: filingResource,
  example: {
    request: { id: exampleFiling.id },
    response: {
      ...exampleFiling,
      state: 'notSent',
      committing_at: null,
      message: 'Se canceló antes de empezar. No se ha enviado nada.',
      documents: [],
    },
  },
  run: async ({ id }, ports) => {
    await ports.filings.cancel(await ownFiling(ports, id));
    return {
      message: 'Cancelado; no se ha enviado nada.',
      data: await toResource(await ownFiling(ports, id), ports),
    };
  },
});

export const getFilingDocument = resource({
  id: 'getFilingDocument',
  method: 'GET',
  path: '/{id}/documents/{n}',
  summary: 'Obtener un documento de un trámite',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: { 503: 'El documento no se puede leer en este momento; véase Retry-After.' },
  request: z.object({ id, n: integer('Número del documento, desde 1.') }),
  response: withFile,
  example: {
    request: { id: exampleFiling.id, n: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: async ({ id, n }, ports) => {
    const filing = await ownFiling(ports, id);
    const document = filing.documents?.[n - 1];
    const file = document && (await ports.filings.document(document));
    if (!file) throw notFound('El documento no existe o ya no se conserva.');
    return { data: { file } };
  },
});

export const getFilingEvidence = resource({
  id: 'getFilingEvidence',
  method: 'GET',
  path: '/{id}/evidence',
  summary: 'Obtener las evidencias de un trámite',
  description:
    'Un zip con manifest.json (quién, cuándo, con qué certificado, resultado y SHA-256 de cada parte), la petición ' +
    'normalizada, lo que respondió el organismo al presentarla, tal como se recibió, y los documentos. De un resultado que ' +
    'se comprobó después lleva las consultas que lo prueban (lookUps) y sus respuestas. Los simulacros y lo que no se envió no ' +
    'tienen evidencias, salvo que se pidan con POST. A una empresa cliente no se le dice quiénes son los usuarios de la cuenta: ' +
    'su manifest.json nombra en withheld lo que omite, y el SHA-256 del completo.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: { 503: 'Las evidencias no se pueden leer en este momento; véase Retry-After.' },
  request: z.object({ id }),
  response: evidenceResource,
  example: { request: { id: exampleFiling.id }, response: exampleEvidence },
  run: async ({ id }, ports) => ({ data: await evidenceOf(ports, await ownFiling(ports, id)) }),
});

export const makeFilingEvidence = resource({
  id: 'makeFilingEvidence',
  method: 'POST',
  path: '/{id}/evidence',
  summary: 'Hacer las evidencias de un trámite que no se envió porque el organismo no funcionaba',
  description:
    'Para acreditar una incidencia técnica (art. 32.4 de la Ley 39/2015). manifest.json dice quién ' +
    'lo intentó, cuándo y con qué certificado; con él van la petición normalizada y la respuesta ' +
    '(reply.json). Lo acredita este servicio, sin intervención del organismo. Si el trámite ya tiene ' +
    'evidencias, se responden esas.',
  access: 'files',
  noted: { none: OF_RECORD },
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: {
    409: 'No se envió por otra causa, o se envió y aún no tiene evidencias.',
    503: 'Las evidencias no se pueden leer en este momento; véase Retry-After.',
  },
  request: z.object({ id }),
  response: evidenceResource,
  example: { request: { id: exampleFiling.id }, response: exampleEvidence },
  run: async ({ id }, ports) => {
    await ports.filings.witnessOutage(await ownFiling(ports, id));
    return { data: await evidenceOf(ports, await ownFiling(ports, id)) };
  },
});
