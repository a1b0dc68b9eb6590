import * as z from 'zod';
import { ccc, date, flag, integer, regimen, text } from '../../../../shared/kernel/fields.ts';
import { together } from '../../../../shared/kernel/rules.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { withFile } from '../../../../shared/operation/answer-fields.ts';
import { resource } from '../../../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated, pagination } from '../../../../shared/operation/pagination.ts';
import { exampleDifference, shownDifference, toDifference } from '../fields/difference.ts';
import {
  customerID,
  exampleListed,
  exampleReconciliation,
  listedReconciliation,
  reconciliationId,
  shownReconciliation,
  toListed,
  toReconciliation,
} from '../fields/reconciliation.ts';
import { MOST_OPEN, MOST_QUESTIONS } from '../limits.ts';
import type {} from '../shown.ts';

/** Operations on comparisons. */

export const createReconciliation = resource({
  id: 'createReconciliation',
  method: 'POST',
  path: '/reconciliations',
  summary: 'Cuadrar la plantilla de una empresa con los organismos',
  description:
    'Compara la plantilla guardada con la Seguridad Social (trabajadores de la cuenta y datos de su alta) y con el SEPE (contratos y ' +
    'certificados de empresa), con el certificado de X-Cert-Secret. Solo consulta: no presenta nada. Cada consulta es una petición como ' +
    'las demás, una o dos por cuenta y una por trabajador, y otra por quien está de baja y puede necesitar certificado de empresa. ' +
    'Con only_cost=1 responde cuántas se harían, como mínimo, y no consulta nada. Puede haber uno en marcha por empresa, ' +
    `${MOST_OPEN.account} por cuenta y ${MOST_OPEN.reader} de quien solo consulta, y los de un día hacen ${MOST_QUESTIONS} consultas como máximo. Se sigue con GET /reconciliations/{reconciliationId}.`,
  access: 'reads',
  noted: { none: 'it is work with data of workers, and changes nothing of the account' },
  onlyDefined: true,
  rate: 'heavy',
  standing: 'chosen',
  takesCertificate: 'afterwards',
  alsoAnswers: {
    404: 'El cliente no existe.',
    409: 'El cliente no tiene plantilla guardada, o está vacía o incompleta; o hay ya otro cuadre de la empresa, o tantos como puede haber.',
  },
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
      for_import: flag(
        'Con valor 1, para importar después lo que conste: no hace falta una plantilla guardada, y se consulta también la ocupación (CNO) de cada trabajador.',
      ),
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
        state: 'asking',
        ended_at: null,
        readings: { asked: 2, answered: 0, failed: 0 },
        counts: null,
      },
      readings: 3,
    },
  },
  run: async ({ customerID, only_cost, ...request }, { reconciliation, authorityNow }) => {
    const company = await reconciliation.company(customerID);
    const asked = { ...request, today: madridDay(authorityNow) };
    const readings = await reconciliation.cost(company, asked);
    if (only_cost) return { data: { reconciliation: null, readings } };
    const begun = await reconciliation.begin(company, { ...asked, questions: readings });
    return { data: { reconciliation: toReconciliation(begun), readings } };
  },
});

export const listReconciliations = resource({
  id: 'listReconciliations',
  method: 'GET',
  path: '/reconciliations',
  summary: 'Listar los cuadres, los últimos primero',
  description:
    'Los de los últimos 30 días, de un cliente o de una de sus cuentas, o todos. Con open=1, de cada cuenta solo el último que terminó, si ' +
    'hay diferencias en él o algo sin comparar: lo que está por mirar. Las diferencias están en GET /reconciliations/{reconciliationId}.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z
    .object({
      company: integer('Solo los de este cliente.').optional(),
      regimen: regimen.optional(),
      ccc: ccc.optional().meta({ description: 'Solo los que comparan esta cuenta.' }),
      open: flag('Con valor 1, solo lo que está por mirar.'),
      ...pageFields,
    })
    .check(...together('regimen', 'ccc')),
  response: paginated(listedReconciliation),
  example: {
    request: { open: 1 },
    response: {
      data: [exampleListed],
      pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 },
    },
  },
  run: async ({ company, regimen, ccc, open, ...request }, { reconciliation }) => {
    const { position, limit, pagination } = pageOf(request);
    // An unknown company is a 404, and not an empty list.
    if (company !== undefined) await reconciliation.company(company);
    const filter = { company, account: ccc && regimen + ccc, open };
    const { page, total } = await reconciliation.list(filter, { position, limit });
    return { data: { data: page.map(toListed), pagination: pagination(total) } };
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
    const comparison = await reconciliation.find(reconciliationId);
    const { differences } = comparison;
    const { position, limit, pagination } = pageOf(request);
    return {
      ...(comparison.reconciliation.state === 'asking' && { headers: { 'Retry-After': '5' } }),
      data: {
        reconciliation: toReconciliation(comparison),
        differences: differences.slice(position, position + limit).map(toDifference),
        pagination: pagination(differences.length),
      },
    };
  },
});

export const stopReconciliation = resource({
  id: 'stopReconciliation',
  method: 'DELETE',
  path: '/reconciliations/{reconciliationId}',
  summary: 'Detener un cuadre',
  description:
    'Deja de consultar y termina con lo que ya se ha respondido; lo demás queda en not_compared. Lo detiene quien lo empezó, o quien presenta ' +
    'trámites. Si ya había terminado, no cambia nada.',
  access: 'reads',
  noted: { none: 'it is work with data of workers, and changes nothing of the account' },
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'El cuadre no existe.' },
  request: z.object({ reconciliationId }),
  response: shownReconciliation,
  example: {
    request: { reconciliationId: exampleReconciliation.id },
    response: { ...exampleReconciliation, message: 'Lo detuvo una persona.' },
  },
  run: async ({ reconciliationId }, { reconciliation }) => ({
    data: toReconciliation(await reconciliation.stop(reconciliationId)),
  }),
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
        contentType: 'text/csv; charset=utf-8',
        content: '',
        name: `cuadre-${exampleReconciliation.id}.csv`,
      },
    },
  },
  run: async ({ reconciliationId, format }, { reconciliation, keep }) => ({
    data: { file: await keep(await reconciliation.sheet(reconciliationId, format)) },
  }),
});
