import * as z from 'zod';
import {
  ccc,
  date,
  digits,
  digitsUpTo,
  dni,
  integer,
  notZeros,
  nss,
  regimen,
  text,
  ulid,
} from '../../../shared/kernel/fields.ts';
import { notBefore } from '../../../shared/kernel/rules.ts';
import {
  answerInstant,
  answerInstantOrNull,
  answerText,
  answerTextOrNull,
  meaningsOf,
} from '../../../shared/operation/answer-fields.ts';
import { type Believed, COMPARED_FIELDS, type DifferenceKind, KIND_TEXT } from './compare.ts';
import type { Import } from './import.ts';
import type { FoundReconciliation, KeyedDifference, NamedReconciliation } from './ports.ts';
import type { Nightly, NotComparedOfAccount } from './store/reconciliation-row.ts';
import type { WorkforceRow } from './store/workforce-row.ts';
import { believedOn } from './workforce.ts';

/** `{customerID}` of the path. */
export const customerID = integer('Identificador del cliente.');

/** The most workers of a company: they fit in one request. */
export const MOST_WORKERS = 5_000;

/** Schema of a sent worker. */
export const workforceWorker = z
  .object({
    regimen,
    ccc,
    dni,
    nss: nss.optional(),
    nombre: text(200, 'Nombre y apellidos, para mostrarlos y compararlos con los del organismo.').optional(),
    fecha_alta: date('Fecha de alta.'),
    fecha_baja: date('Fecha de baja, el último día; sin ella, sigue.').optional(),
    tipo_contrato: digits(3, 'Clave del contrato.').meta({ codeList: 'contracts' }).optional(),
    coeficiente: digitsUpTo(3, 'Coeficiente de tiempo parcial, en milésimas; 0 si es a tiempo completo.')
      .meta({ workingShare: 'zero' })
      .optional(),
    grupo_cotizacion: notZeros(digitsUpTo(2, 'Grupo de cotización.')).meta({ codeList: 'groups' }).optional(),
    cno: notZeros(digitsUpTo(4, 'Ocupación según la CNO.')).meta({ codeList: 'occupations' }).optional(),
  })
  .check(notBefore('fecha_baja', 'fecha_alta', 'No puede ser anterior a fecha_alta.'));
export type WorkforceWorker = z.output<typeof workforceWorker>;

export const exampleWorkforceWorker: z.input<typeof workforceWorker> = {
  regimen: '0111',
  ccc: '28000000097',
  dni: '12345678Z',
  nss: '280000000097',
  fecha_alta: '2025-11-03',
  tipo_contrato: '200',
  coeficiente: '500',
  grupo_cotizacion: '07',
  cno: '4309',
};

/** Schema of an answered worker, as of today. */
export const shownWorker = z
  .object({
    regimen: answerText('Régimen.'),
    ccc: answerText('Cuenta de cotización.'),
    dni: answerText('Documento.'),
    nss: answerTextOrNull('Número de la Seguridad Social, si se conoce.'),
    nombre: answerTextOrNull('Nombre y apellidos, si se conocen.'),
    fecha_alta: answerText('Fecha de alta, AAAA-MM-DD.'),
    fecha_baja: answerTextOrNull('Fecha de baja, AAAA-MM-DD; null si sigue.'),
    tipo_contrato: answerTextOrNull('Clave del contrato; null si no se dijo, y no se compara.'),
    coeficiente: answerTextOrNull(
      'Coeficiente, en milésimas; vacío o 0 a tiempo completo, null si no se dijo.',
    ),
    grupo_cotizacion: answerTextOrNull('Grupo de cotización; null si no se dijo.'),
    cno: answerTextOrNull('CNO; null si no se dijo.'),
  })
  .meta({ id: 'WorkforceWorker' });

/** @param day today by the authorities' clock */
export const toWorker = (row: WorkforceRow, day: string): z.output<typeof shownWorker> =>
  toShown(row.account, believedOn(row, day));

const toShown = (
  account: string,
  { document, nss, name, since, until, contract, coefficient, group, cno }: Believed,
): z.output<typeof shownWorker> => {
  return {
    regimen: account.slice(0, 4),
    ccc: account.slice(4),
    dni: document,
    nss: nss ?? null,
    nombre: name ?? null,
    fecha_alta: since,
    fecha_baja: until ?? null,
    tipo_contrato: contract ?? null,
    coeficiente: coefficient ?? null,
    grupo_cotizacion: group ?? null,
    cno: cno ?? null,
  };
};

export const exampleShownWorker: z.output<typeof shownWorker> = {
  regimen: '0111',
  ccc: '28000000097',
  dni: '12345678Z',
  nss: '280000000097',
  nombre: 'ANA GARCIA LOPEZ',
  fecha_alta: '2025-11-03',
  fecha_baja: null,
  tipo_contrato: '200',
  coeficiente: '500',
  grupo_cotizacion: '07',
  cno: '4309',
};

/** Id of a comparison, as a path parameter. */
export const reconciliationId = ulid('un cuadre', 'Identificador del cuadre.');

const KINDS = Object.keys(KIND_TEXT) as DifferenceKind[];

/** Schema of a company's nightly comparison in an answer. */
export const shownNightly = z
  .object({
    enabled: z.boolean().meta({ description: 'Si se cuadra cada noche.' }),
    next_at: answerInstantOrNull('Cuándo empieza el siguiente, ISO 8601; null si no se cuadra.'),
    last: answerTextOrNull('Identificador del último cuadre nocturno; se conserva 30 días.'),
  })
  .meta({ id: 'NightlyReconciliation' });

export const toNightly = (one: Nightly | undefined): z.output<typeof shownNightly> => ({
  enabled: one?.enabled === true,
  next_at: one?.dueAt ?? null,
  last: one?.last ?? null,
});

/** The key of a difference. */
export const differenceKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'Debe ser la clave de una diferencia.' })
  .meta({ description: 'Clave de la diferencia (key).' });

/** Schema of a difference in an answer. */
export const shownDifference = z
  .object({
    key: answerText('Su clave, para aceptarla; la misma en cada cuadre mientras no cambie.'),
    accepted: z.boolean().meta({ description: 'Si una persona la ha aceptado.' }),
    new: z.boolean().meta({ description: 'En un cuadre nocturno: si no estaba en el de la noche anterior.' }),
    kind: z.enum(KINDS).meta({ description: `Qué pasa: ${meaningsOf(KIND_TEXT)}.`, codes: KIND_TEXT }),
    account: answerText('Régimen y cuenta de cotización, 15 dígitos.'),
    dni: answerText('Documento del trabajador: el de la plantilla, si está en ella.'),
    nss: answerTextOrNull('Número de la Seguridad Social, si se conoce.'),
    name: answerTextOrNull('Nombre y apellidos, si se conocen.'),
    field: z.enum(COMPARED_FIELDS).nullable().meta({ description: 'El dato, si es uno.' }),
    believed: answerTextOrNull('Lo que dice la plantilla; null si nada. Fechas, AAAA-MM-DD.'),
    found: answerTextOrNull('Lo que consta en el organismo; null si nada. Fechas, AAAA-MM-DD.'),
    since: answerTextOrNull('Desde qué día, AAAA-MM-DD.'),
    mends: z
      .object({
        operation: answerText('Nombre, en la referencia, del trámite que lo arreglaría.'),
        body: z.record(z.string(), z.unknown()).meta({
          description: 'Su cuerpo, con lo que se conoce, para probarlo con test=1. No se presenta solo.',
        }),
        lacks: z
          .array(z.string())
          .meta({ description: 'Campos obligatorios que faltan en body, o no valen.' }),
      })
      .nullable()
      .meta({
        description:
          'El trámite que haría que el organismo tuviera lo que dice la plantilla; null si lo que consta en los dos lados no basta para ' +
          'saber cuál hace falta: hay que mirar primero cuál de los dos es correcto.',
      }),
  })
  .meta({ id: 'ReconciliationDifference' });

export const toDifference = ({
  document,
  lacks,
  mends,
  ...one
}: KeyedDifference): z.output<typeof shownDifference> => ({
  key: one.key,
  accepted: one.isAccepted,
  new: one.isNew === true,
  kind: one.kind,
  account: one.account,
  dni: document,
  nss: one.nss,
  name: one.name,
  field: one.field,
  believed: one.believed,
  found: one.found,
  since: one.since,
  mends: mends && { ...mends, lacks },
});

/** Subject of each question to an authority, in Spanish. */
export const ABOUT_TEXT = {
  registered: 'quién está de alta en la cuenta',
  situation: 'los datos del alta del trabajador',
  contracts: 'los contratos de la cuenta en el SEPE',
  certificates: 'los certificados de empresa del trabajador en el SEPE',
} as const;
type AboutText = keyof typeof ABOUT_TEXT;

/** Schema of something that was not compared, in an answer. */
const shownNotCompared = z
  .object({
    about: z
      .enum(Object.keys(ABOUT_TEXT) as AboutText[])
      .meta({ description: `Qué no se pudo comparar: ${meaningsOf(ABOUT_TEXT)}.`, codes: ABOUT_TEXT }),
    account: answerText('Régimen y cuenta de cotización, 15 dígitos.'),
    dni: answerTextOrNull('Documento del trabajador; null si es de toda la cuenta.'),
    name: answerTextOrNull('Su nombre y apellidos, si se conocen.'),
    because: answerText('Por qué.'),
  })
  .meta({ id: 'ReconciliationGap' });

const toNotCompared = ({
  document,
  name,
  ...one
}: NotComparedOfAccount): z.output<typeof shownNotCompared> => ({
  ...one,
  dni: document,
  name,
});

/** Schema of a comparison in an answer. */
export const shownReconciliation = z
  .object({
    id: answerText('Identificador.'),
    customerID: z.int().meta({ description: 'Cliente.' }),
    state: z
      .enum(['asking', 'ended'])
      .meta({ description: 'asking: se está consultando; ended: terminado.' }),
    from: answerText('Primer día de los contratos y las bajas que se comparan, AAAA-MM-DD.'),
    today: answerText('Día en que se compara, AAAA-MM-DD.'),
    readings: z.object({
      asked: z.int().meta({ description: 'Consultas hechas a los organismos.' }),
      answered: z.int().meta({ description: 'Las respondidas.' }),
      failed: z.int().meta({ description: 'Las que se dan por perdidas: lo suyo consta en not_compared.' }),
    }),
    waits_for: answerTextOrNull('A qué espera, si espera.'),
    message: answerTextOrNull('Por qué terminó antes de tiempo, si lo hizo.'),
    nightly: z.boolean().meta({ description: 'Si es un cuadre nocturno.' }),
    for_import: z.boolean().meta({ description: 'Si se hizo para importar lo que consta.' }),
    stoppable: z.boolean().meta({ description: 'Si usted puede detenerlo ahora.' }),
    counts: z
      .object({
        differences: z.int().meta({ description: 'Diferencias.' }),
        accepted: z.int().meta({ description: 'Las que una persona ha aceptado.' }),
        new: z.int().meta({
          description: 'Las que no estaban la noche anterior ni se han aceptado; en un cuadre nocturno.',
        }),
        not_compared: z.int().meta({ description: 'Cuánto no se ha podido comparar.' }),
      })
      .nullable()
      .meta({ description: 'Cuántas diferencias hay; null hasta que termina.' }),
    not_compared: z
      .array(shownNotCompared)
      .meta({ description: 'Lo que no se ha podido comparar, que no cuenta como igual.' }),
    created_at: answerInstant('Inicio, ISO 8601.'),
    ended_at: answerInstantOrNull('Fin, ISO 8601.'),
  })
  .meta({ id: 'Reconciliation' });

/** Schema of a comparison in a list, which only counts what was not compared. */
export const listedReconciliation = shownReconciliation
  .omit({ not_compared: true })
  .extend({ company_name: answerTextOrNull('Nombre del cliente; null si se eliminó.') })
  .meta({ id: 'ListedReconciliation' });

export const toListed = (found: NamedReconciliation): z.output<typeof listedReconciliation> => ({
  ...toShort(found),
  company_name: found.companyName ?? null,
});

const toShort = ({ one, differences, notCompared, mayStop }: FoundReconciliation) => {
  const { id, company, state, from, today, asked, answered, failed, waitsFor, message } = one;
  const countOf = (isSo: (one: KeyedDifference) => boolean) => differences.filter(isSo).length;
  return {
    id,
    customerID: company,
    state,
    from,
    today,
    readings: { asked, answered, failed },
    waits_for: waitsFor || null,
    message: message ?? null,
    nightly: one.night !== undefined,
    for_import: one.forImport === true,
    stoppable: mayStop,
    counts:
      state === 'ended'
        ? {
            differences: differences.length,
            accepted: countOf(({ isAccepted }) => isAccepted),
            new: countOf(({ isNew, isAccepted }) => isNew === true && !isAccepted),
            not_compared: notCompared.length,
          }
        : null,
    created_at: one.createdAt,
    ended_at: one.endedAt ?? null,
  };
};

export const toReconciliation = (found: FoundReconciliation): z.output<typeof shownReconciliation> => ({
  ...toShort(found),
  not_compared: found.notCompared.map(toNotCompared),
});

export const exampleReconciliation: z.output<typeof shownReconciliation> = {
  id: '01KAQ3C6D8Q2Z5R7T9V1W3X5Y7',
  customerID: 10_000,
  state: 'ended',
  from: '2025-11-23',
  today: '2026-11-23',
  readings: { asked: 3, answered: 3, failed: 0 },
  waits_for: null,
  message: null,
  nightly: false,
  for_import: false,
  stoppable: false,
  not_compared: [],
  counts: { differences: 1, accepted: 0, new: 0, not_compared: 0 },
  created_at: '2026-11-23T08:00:00.000Z',
  ended_at: '2026-11-23T08:02:00.000Z',
};

/** Schema of an import in an answer, planned or done. */
export const shownImport = z.object({
  imported: z.boolean().meta({ description: 'Si se ha guardado; si no, es la vista previa.' }),
  preview: answerText('Clave de lo que aquí se muestra, para guardarlo.'),
  added: z.int().meta({ description: 'Trabajadores que entran en la plantilla.' }),
  changed: z.int().meta({ description: 'Trabajadores de la plantilla que cambian.' }),
  kept: z.int().meta({ description: 'Trabajadores de la plantilla que quedan como están.' }),
  workers: z
    .array(
      z.object({
        before: shownWorker.nullable().meta({ description: 'Como está en la plantilla; null si no está.' }),
        after: shownWorker.meta({ description: 'Como queda.' }),
        partly: z.boolean().meta({
          description:
            'Si no se pudieron leer los datos de su alta (contrato, coeficiente, grupo y CNO): quedan como estaban, o sin decir.',
        }),
      }),
    )
    .meta({ description: 'Los que entran o cambian.' }),
  skipped: z
    .array(
      z.object({
        account: answerText('Régimen y cuenta de cotización, 15 dígitos.'),
        because: answerText('Por qué.'),
      }),
    )
    .meta({
      description: 'Cuentas de las que no se importa nada, porque no se pudo leer quién está de alta.',
    }),
});

export const toImport = ({
  isDone,
  workers,
  preview,
  kept,
  skipped,
}: Import): z.output<typeof shownImport> => {
  const added = workers.filter(({ before }) => !before).length;
  return {
    imported: isDone,
    preview,
    added,
    changed: workers.length - added,
    kept,
    workers: workers.map(({ account, before, after, isPartly }) => ({
      before: before ? toShown(account, before) : null,
      after: toShown(account, after),
      partly: isPartly,
    })),
    skipped,
  };
};

export const exampleImport: z.output<typeof shownImport> = {
  imported: false,
  added: 1,
  changed: 0,
  kept: 0,
  skipped: [],
  preview: '9f2d64c1e0b7a8534612fedcba0987653b8c1f0e5a7d4c29b6e1f2a0d9c8b7a6',
  workers: [{ before: null, after: exampleShownWorker, partly: false }],
};

const { not_compared: _, ...ofList } = exampleReconciliation;
export const exampleListed: z.output<typeof listedReconciliation> = {
  ...ofList,
  company_name: 'Calzados SL',
};

export const exampleDifference: z.output<typeof shownDifference> = {
  key: '3b8c1f0e5a7d4c29b6e1f2a0d9c8b7a6543210fedcba98765432100123456789',
  accepted: false,
  new: false,
  kind: 'field',
  account: '011128000000097',
  dni: '12345678Z',
  nss: '280000000097',
  name: 'ANA GARCIA LOPEZ',
  field: 'grupo_cotizacion',
  believed: '05',
  found: '07',
  since: '2025-11-03',
  mends: {
    operation: 'updateGroup',
    body: {
      regimen: '0111',
      ccc: '28000000097',
      dni: '12345678Z',
      nss: '280000000097',
      fecha_real: '2026-11-23',
      grupo_cotizacion: '05',
    },
    lacks: [],
  },
};
