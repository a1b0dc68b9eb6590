import * as z from 'zod';
import { codesIn } from '../../../shared/authorities/exchange.ts';
import { AUTHORITY_CHOICE, notFound } from '../../../shared/kernel/errors.ts';
import { ulid } from '../../../shared/kernel/fields.ts';
import { companyNameIn, isShownTo, workerOf } from '../../../shared/operation/about.ts';
import {
  answerInstant,
  answerInstantOrNull,
  answerText,
  answerTextOrNull,
  answerUser,
  answerWorker,
  exampleUser,
  exampleWorker,
  meaningsOf,
} from '../../../shared/operation/answer-fields.ts';
import type { Caller, Ports } from '../../../shared/operation/ports.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import {
  DRY_RESULTS,
  dryResult,
  SHOWN_STATES,
  type ShownState,
  shownState,
} from '../../../shared/stores/filings/shown-state.ts';

/** Id of a filing, as a path parameter. */
export const id = ulid('un trámite', 'Identificador del trámite, como lo da la cabecera X-Tramite-Id.');

/** The meaning of each state, for people. */
const STATE_TEXT: Record<ShownState, string> = {
  queued: 'en espera',
  claimed: 'en curso, nada enviado',
  committing: 'enviándose',
  preparing: 'lo prepara el organismo',
  accepted: 'realizado',
  refused: 'lo rechazó el organismo, en el paso que fuera',
  unknown: 'puede haberse realizado: compruébese',
  declaredFiled: 'una persona declaró que consta en el organismo',
  declaredNotFiled: 'una persona declaró que no consta',
  notSent: 'no llegó a enviarse; message dice por qué',
  dryRun: 'simulacro terminado; result dice cómo',
  answered: 'consulta respondida',
  failed: 'consulta sin respuesta',
};

export const state = z.enum(SHOWN_STATES).meta({
  description: `Estado: ${meaningsOf(STATE_TEXT)}.`,
  codes: STATE_TEXT,
});

/** The states that `ended` stood for, which programs may still ask for. */
const ENDED: readonly ShownState[] = ['notSent', 'refused', 'dryRun'];

/** State of the wanted filings. */
export const wantedState = z.enum([...SHOWN_STATES, 'ended']).meta({
  description: `${state.meta()?.description} También ended: notSent, refused y dryRun, que antes tenían ese nombre.`,
});

/** The states that are wanted with it. */
export const statesOf = (wanted: z.output<typeof wantedState>): readonly ShownState[] =>
  wanted === 'ended' ? ENDED : [wanted];

/** A filing as it is listed. */
export const filingResource = z
  .object({
    id: answerText('Identificador.'),
    state,
    dry: z.boolean().meta({ description: 'Es un simulacro, sin efecto real.' }),
    result: z.enum(DRY_RESULTS).nullable().meta({
      description:
        'De un simulacro terminado: passed (correcto), refused (lo rechazó el organismo) o failed.',
    }),
    reading: z.boolean().meta({ description: 'Consulta que se responde después; no presenta nada.' }),
    operation: answerText('Método y dirección.'),
    operationName: answerText('Nombre de la operación.'),
    authority: answerText(`Organismo: ${AUTHORITY_CHOICE}.`),
    company: z
      .int()
      .nullable()
      .meta({ description: 'Cliente que tiene la cuenta de cotización, aunque el certificado sea de otro.' }),
    companyName: answerTextOrNull('Nombre de ese cliente; null si la cuenta de cotización no es de ninguno.'),
    clientId: z.int().nullable().meta({ description: 'Cliente del certificado, si es de uno.' }),
    regimen: answerTextOrNull('Régimen.'),
    ccc: answerTextOrNull('Cuenta de cotización.'),
    worker: answerWorker.meta({ description: 'Trabajador, si la petición nombra uno.' }),
    effectiveDate: answerTextOrNull(
      'Fecha de efecto de lo que se presenta, o por la que se pregunta de un trabajador, AAAA-MM-DD.',
    ),
    user: answerUser.meta({ description: 'Quién lo pidió.' }),
    certificate: z
      .object({ id: answerText('Identificador.'), nif: answerText('NIF del titular.') })
      .meta({ description: 'Certificado con el que se actúa.' }),
    nif: answerText('NIF del titular del certificado.'),
    requestId: answerText('Petición que lo inició (X-Request-Id).'),
    key: answerTextOrNull('Idempotency-Key, si se envió.'),
    preview: z
      .object({
        id: answerTextOrNull('Trámite del simulacro; null en una fila de un lote que no se puede simular.'),
        at: answerInstant('Cuándo terminó el simulacro, o el del lote, ISO 8601.'),
        user: answerUser,
      })
      .nullable()
      .meta({
        description: 'El simulacro del que se presentó el contenido (Preview-Token), y quién lo hizo.',
      }),
    repeats: answerTextOrNull('Trámite que repite a propósito (Repeats).'),
    repeated: answerTextOrNull('Trámite con el que ya se había aceptado lo mismo.'),
    created_at: answerInstant('Inicio, ISO 8601.'),
    committing_at: answerInstantOrNull('Cuándo iba a enviarse, ISO 8601.'),
    started_at: answerInstantOrNull('Cuándo se empezó, tras la espera, ISO 8601.'),
    ended_at: answerInstantOrNull('Fin, ISO 8601.'),
    reference: answerTextOrNull('Número del organismo.'),
    message: answerTextOrNull('Mensaje de la respuesta, o por qué no se envió.'),
    messages: z.array(z.string()).meta({ description: 'Mensajes del organismo.' }),
    messageCodes: z.array(z.string()).meta({ description: 'Códigos de esos mensajes, como 3408 o CCT0001.' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'Avisos. Conviene mirarlos, aunque puede ser lo que se quería.' }),
    documents: z
      .array(
        z.object({
          n: z.int().meta({ description: 'Número, desde 1.' }),
          name: answerText('Nombre.'),
          contentType: answerText('Tipo.'),
          size: z.int().meta({ description: 'Tamaño en bytes.' }),
        }),
      )
      .meta({ description: 'Documentos, que se descargan por su número.' }),
    looks: z.int().meta({ description: 'Consultas sin resultado de un desenlace desconocido.' }),
    stated: z
      .object({
        filed: z.boolean(),
        note: z.string(),
        at: answerInstant('Cuándo, ISO 8601.'),
        user: answerUser,
      })
      .nullable()
      .meta({
        description: 'Declaración de una persona sobre lo que vio en el organismo; no es una prueba.',
      }),
  })
  .meta({ id: 'Filing' });

/**
 * Filings with the interface's names, for a caller. A client company is not shown which other companies its account has, nor
 * who its other users are.
 */
export const toResources = async (
  filings: Filing[],
  { caller, stores }: Pick<Ports, 'caller' | 'stores'>,
): Promise<z.output<typeof filingResource>[]> => {
  const ids = filings.flatMap(({ userId, stated, preview }) =>
    [userId, stated?.userId, preview?.userId].filter((id) => id !== undefined),
  );
  const shown = caller.clientId === undefined ? ids : ids.filter((id) => id === caller.userId);
  const [names, companies] = await Promise.all([
    stores.users.namesOf(caller.accountId, shown),
    stores.clients.companiesOf(
      caller.accountId,
      filings.flatMap((filing) => (isShownTo(caller, filing) && filing.companyId) || []),
    ),
  ]);
  const userOf = (id: string) => ({ id, name: null, email: null, ...names.get(id) });
  return filings.map((filing) => resourceOf(filing, caller, { userOf, companies }));
};

/** One filing with the interface's names, for a caller. */
export const toResource = async (filing: Filing, ports: Pick<Ports, 'caller' | 'stores'>) => {
  const [resource] = await toResources([filing], ports);
  return resource!;
};

const resourceOf = (
  filing: Filing,
  caller: Caller,
  {
    userOf,
    companies,
  }: {
    userOf: (id: string) => z.output<typeof answerUser>;
    companies: Parameters<typeof companyNameIn>[0];
  },
): z.output<typeof filingResource> => {
  const { about = {}, companyId, certificate, messages = [], stated, preview } = filing;
  const isShown = isShownTo(caller, filing);
  return {
    id: filing.id,
    state: shownState(filing),
    dry: filing.dry,
    result: dryResult(filing) ?? null,
    reading: filing.reading ?? false,
    operation: filing.operation,
    operationName: filing.operationName ?? filing.operation,
    authority: filing.authority,
    company: (isShown && companyId) || null,
    companyName: companyNameIn(companies, filing),
    clientId: filing.clientId || null,
    regimen: about.regimen ?? null,
    ccc: about.ccc ?? null,
    worker: workerOf(filing),
    effectiveDate: about.date ?? null,
    user: userOf(filing.userId),
    certificate: { id: certificate.id, nif: certificate.nif },
    nif: certificate.nif,
    requestId: filing.requestId,
    key: filing.key ?? null,
    preview: preview ? { id: preview.id ?? null, at: preview.at, user: userOf(preview.userId) } : null,
    repeats: filing.repeats ?? null,
    repeated: (isShown && filing.repeated) || null,
    created_at: filing.claimedAt,
    committing_at: filing.committingAt ?? null,
    started_at: filing.startedAt ?? null,
    ended_at: filing.endedAt ?? null,
    reference: filing.reference ?? null,
    message: filing.message ?? null,
    messages,
    messageCodes: codesIn(messages),
    warnings: isShown ? (filing.warnings ?? []) : [],
    documents: (filing.documents ?? []).map(({ name, contentType, size }, index) => ({
      n: index + 1,
      name,
      contentType,
      size,
    })),
    looks: filing.looks ?? 0,
    stated: stated
      ? { filed: stated.filed, note: stated.note, at: stated.at, user: userOf(stated.userId) }
      : null,
  };
};

export const exampleFiling: z.output<typeof filingResource> = {
  id: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
  state: 'accepted',
  dry: false,
  result: null,
  reading: false,
  operation: 'POST /api/v4/seg-social/alta',
  operationName: 'Dar de alta a un trabajador',
  authority: 'tgss',
  company: 12,
  companyName: 'PANADERIA NUÑEZ S.L.',
  clientId: null,
  regimen: '0111',
  ccc: '28000000097',
  worker: exampleWorker,
  effectiveDate: '2026-12-01',
  user: exampleUser,
  certificate: { id: '5d0b9a6c1f2e4d3b8a7c6e5f4d3c2b1a', nif: '12345678Z' },
  nif: '12345678Z',
  requestId: '6b1f6c2e-2f5d-4c55-9f3a-3a1f0f6f1c11',
  key: null,
  preview: null,
  repeats: null,
  repeated: null,
  created_at: '2026-11-21T10:00:00.000Z',
  committing_at: '2026-11-21T10:00:01.000Z',
  started_at: null,
  ended_at: '2026-11-21T10:00:02.000Z',
  reference: null,
  message: 'OK',
  messages: [],
  messageCodes: [],
  warnings: [],
  documents: [{ n: 1, name: 'TA.pdf', contentType: 'application/pdf', size: 51234 }],
  looks: 0,
  stated: null,
};

/** The example after a person declared that it was filed. */
export const exampleDeclared: z.output<typeof filingResource> = {
  ...exampleFiling,
  state: 'declaredFiled',
  message:
    'No se sabe si la Seguridad Social ha registrado la operación. No la envíe de nuevo: compruébela primero.',
  documents: [],
  stated: {
    filed: true,
    note: 'Consta en el informe de trabajadores en alta.',
    at: '2026-11-21T12:30:00.000Z',
    user: exampleUser,
  },
};

/**
 * The filing with this id that the caller may see: of its account, and of its own where a client company calls.
 * @throws ServiceError 404 for any other, exactly as if it did not exist
 */
export const ownFiling = async ({ stores, caller }: Ports, filingId: string): Promise<Filing> => {
  const filing = await stores.filings.getFiling(filingId);
  const isOwn =
    filing?.accountId === caller.accountId &&
    (caller.clientId === undefined || filing.clientId === caller.clientId);
  if (!filing || !isOwn) throw notFound('El trámite no existe.');
  return filing;
};
