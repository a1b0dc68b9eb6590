import * as z from 'zod';
import { notFound } from '../../shared/kernel/errors.ts';
import { ccc, date, flag, regimen, text } from '../../shared/kernel/fields.ts';
import { rule, together } from '../../shared/kernel/rules.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { answerInstant, withFile } from '../../shared/operation/answer-fields.ts';
import { resource } from '../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated, pagination } from '../../shared/operation/pagination.ts';
import { sentFile, sentMapping } from '../../shared/operation/sent-sheet.ts';
import {
  customerID,
  exampleDifference,
  exampleReconciliation,
  exampleShownWorker,
  exampleWorkforceWorker,
  MOST_WORKERS,
  reconciliationId,
  shownDifference,
  shownReconciliation,
  shownWorker,
  toDifference,
  toReconciliation,
  toWorker,
  workforceWorker,
} from './fields.ts';
import type {} from './ports.ts';

/** Largest request, and largest file within it, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;
const MAX_FILE = 3 * 1024 * 1024;

const file = sentFile('Nombre; su final dice el formato: .xlsx o .csv.').refine(
  ({ name }) => /\.(xlsx|csv)$/i.test(name),
  { path: ['name'], error: 'Debe terminar en .xlsx o .csv.' },
);

const mapping = sentMapping.meta({
  description:
    'Con file: qué es cada cabecera que no se reconoce; POST /batches/columns con operation: workforce dice cuáles son.',
});

export const saveWorkforce = resource({
  id: 'saveWorkforce',
  method: 'PUT',
  path: '/workforce/{customerID}',
  summary: 'Guardar la plantilla de una empresa',
  description:
    'Los trabajadores que la empresa cree tener, para compararlos con lo que consta en los organismos: la lista entera, que sustituye ' +
    'a la anterior. Lo que no se dice de un trabajador no se compara. Después la ponen al día las altas, bajas y variaciones que se ' +
    `presentan aquí y se aceptan. Hasta ${MOST_WORKERS} trabajadores. La hoja es la de GET /batches/templates/workforce, o una propia.`,
  access: 'files',
  onlyDefined: true,
  rate: 'heavy',
  maxBody: MAX_BODY,
  maxFile: MAX_FILE,
  mostValues: 100_000,
  standing: 'chosen',
  request: z
    .object({
      customerID,
      rows: z
        .array(workforceWorker, { error: 'Debe ser una lista.' })
        .max(MOST_WORKERS, { error: `Debe tener como máximo ${MOST_WORKERS} trabajadores.` })
        .meta({ description: 'Trabajadores; ninguno, si la empresa no tiene.' })
        .optional(),
      file: file.optional().meta({ description: 'En vez de rows: una hoja con un trabajador por fila.' }),
      mapping,
    })
    .check(
      rule(
        'rows',
        'Envíe rows o file, uno de los dos.',
        ({ rows, file }) => (rows === undefined) === (file === undefined),
      ),
      rule('mapping', 'Solo con file.', ({ mapping, file }) => mapping !== undefined && file === undefined),
    ),
  response: z.object({
    workers: z.int().meta({ description: 'Trabajadores que tiene la plantilla.' }),
    notes: z.array(z.string()).meta({ description: 'Lo que conviene saber de lo enviado.' }),
  }),
  example: {
    request: { customerID: 10_000, rows: [exampleWorkforceWorker] },
    response: { workers: 1, notes: [] },
  },
  run: async ({ customerID, ...sent }, { reconciliation }) => {
    const company = await reconciliation.company(customerID);
    const { count, notes } = await reconciliation.save(company, sent);
    return { data: { workers: count, notes }, message: 'Plantilla guardada.' };
  },
});

export const getWorkforce = resource({
  id: 'getWorkforce',
  method: 'GET',
  path: '/workforce/{customerID}',
  summary: 'Consultar la plantilla de una empresa',
  description:
    'La última guardada, con lo que desde entonces se ha presentado aquí y se ha aceptado, a día de hoy.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ customerID, ...pageFields }),
  response: paginated(shownWorker).extend({
    saved_at: answerInstant('Cuándo se guardó la lista, ISO 8601.'),
  }),
  example: {
    request: { customerID: 10_000 },
    response: {
      data: [exampleShownWorker],
      pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 },
      saved_at: '2026-11-23T08:00:00.000Z',
    },
  },
  run: async ({ customerID, ...request }, { reconciliation, caller, stores, authorityNow }) => {
    const { id } = await reconciliation.company(customerID);
    const [head, rows] = await Promise.all([
      stores.reconciliation.findWorkforce(caller.accountId, id),
      stores.reconciliation.listWorkforce(caller.accountId, id),
    ]);
    if (!head) throw notFound('El cliente no tiene plantilla guardada.');
    const { position, limit, pagination } = pageOf(request);
    const today = madridDay(authorityNow);
    const shown = rows.slice(position, position + limit).map((row) => toWorker(row, today));
    return { data: { data: shown, pagination: pagination(rows.length), saved_at: head.at } };
  },
});

export const createReconciliation = resource({
  id: 'createReconciliation',
  method: 'POST',
  path: '/reconciliations',
  summary: 'Cuadrar la plantilla de una empresa con los organismos',
  description:
    'Compara la plantilla guardada con la Seguridad Social (trabajadores de la cuenta y datos de su alta) y con el SEPE (contratos y ' +
    'certificados de empresa), con el certificado de X-Cert-Secret. Solo consulta: no presenta nada. Cada consulta es una petición como ' +
    'las demás, una o dos por cuenta y una por trabajador, y otra por quien está de baja y puede necesitar certificado de empresa. ' +
    'Con only_cost=1 responde cuántas se harían, como mínimo, y no consulta nada. Se sigue con GET /reconciliations/{reconciliationId}.',
  access: 'reads',
  onlyDefined: true,
  rate: 'heavy',
  standing: 'chosen',
  alsoAnswers: { 404: 'El cliente no existe.', 409: 'El cliente no tiene plantilla guardada.' },
  request: z
    .object({
      customerID,
      regimen: regimen.optional(),
      ccc: ccc.optional().meta({ description: 'Solo esta cuenta; sin ella, todas las del cliente.' }),
      from: date(
        'Primer día de los contratos y las bajas que se comparan; si se omite, hace un año.',
      ).optional(),
      cert_secret_sepe: text(1000, 'Certificado ante el SEPE, si es otro.').optional(),
      only_cost: flag('Con valor 1, solo dice cuántas consultas se harían.'),
    })
    .check(...together('regimen', 'ccc')),
  response: z.object({
    reconciliation: shownReconciliation.nullable().meta({ description: 'El cuadre; null con only_cost=1.' }),
    readings: z.int().meta({ description: 'Consultas a los organismos que se harán, como mínimo.' }),
  }),
  example: {
    request: { customerID: 10_000 },
    response: {
      reconciliation: {
        ...exampleReconciliation,
        ...{ state: 'asking', ended_at: null, readings: { asked: 2, answered: 0, failed: 0 } },
      },
      readings: 3,
    },
  },
  run: async ({ customerID, only_cost, ...asked }, { reconciliation, authorityNow }) => {
    const company = await reconciliation.company(customerID);
    const wanted = { ...asked, today: madridDay(authorityNow) };
    const readings = await reconciliation.cost(company, wanted);
    if (only_cost) return { data: { reconciliation: null, readings } };
    const begun = await reconciliation.begin(company, wanted);
    return { data: { reconciliation: toReconciliation(begun), readings } };
  },
});

export const getReconciliation = resource({
  id: 'getReconciliation',
  method: 'GET',
  path: '/reconciliations/{reconciliationId}',
  summary: 'Ver un cuadre y sus diferencias',
  description:
    'Las diferencias constan cuando termina. Lo que no se pudo consultar está en reconciliation.not_compared, y no cuenta como igual. Se conserva 30 días.',
  access: 'reads',
  rate: 'read',
  sendsRetryAfter: true,
  standing: 'chosen',
  request: z.object({ reconciliationId, ...pageFields }),
  response: z.object({
    reconciliation: shownReconciliation,
    differences: z.array(shownDifference),
    pagination,
  }),
  example: {
    request: { reconciliationId: exampleReconciliation.id },
    response: {
      reconciliation: exampleReconciliation,
      differences: [exampleDifference],
      pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 },
    },
  },
  run: async ({ reconciliationId, ...request }, { reconciliation }) => {
    const { one, differences, notCompared } = await reconciliation.find(reconciliationId);
    const { position, limit, pagination } = pageOf(request);
    return {
      ...(one.state === 'asking' && { headers: { 'Retry-After': '5' } }),
      data: {
        reconciliation: toReconciliation(one, notCompared),
        differences: differences.slice(position, position + limit).map(toDifference),
        pagination: pagination(differences.length),
      },
    };
  },
});

export const getReconciliationResult = resource({
  id: 'getReconciliationResult',
  method: 'GET',
  path: '/reconciliations/{reconciliationId}/result',
  summary: 'Obtener el resultado de un cuadre en una hoja',
  access: 'reads',
  rate: 'heavy',
  standing: 'chosen',
  alsoAnswers: { 409: 'Todavía no ha terminado.' },
  request: z.object({
    reconciliationId,
    format: z
      .enum(['xlsx', 'csv'], { error: 'Debe ser xlsx o csv.' })
      .optional()
      .default('xlsx')
      .meta({ description: 'Formato.' }),
  }),
  response: withFile,
  example: {
    request: { reconciliationId: exampleReconciliation.id, format: 'csv' },
    response: {
      file: {
        ...{ contentType: 'text/csv; charset=utf-8', content: '' },
        name: `cuadre-${exampleReconciliation.id}.csv`,
      },
    },
  },
  run: async ({ reconciliationId, format }, { reconciliation, keep }) => ({
    data: { file: await keep(await reconciliation.sheet(reconciliationId, format)) },
  }),
});
