import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { bool, ccc, date, flag, integer, regimen, text } from '../../../shared/kernel/fields.ts';
import { rule, together } from '../../../shared/kernel/rules.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import {
  answerInstant,
  answerInstantOrNull,
  answerTextOrNull,
  withFile,
} from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated, pagination } from '../../../shared/operation/pagination.ts';
import { sentFile, sentMapping } from '../../../shared/operation/sent-sheet.ts';
import { notComparedText } from './compared.ts';
import {
  customerID,
  differenceKey,
  exampleDifference,
  exampleImport,
  exampleListed,
  exampleReconciliation,
  exampleShownWorker,
  exampleWorkforceWorker,
  listedReconciliation,
  MOST_WORKERS,
  reconciliationId,
  shownDifference,
  shownImport,
  shownNightly,
  shownReconciliation,
  shownWorker,
  toDifference,
  toImport,
  toListed,
  toNightly,
  toReconciliation,
  toWorker,
  workforceWorker,
} from './fields.ts';
import { MOST_OPEN, MOST_QUESTIONS } from './limits.ts';
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
  run: async ({ customerID, ...sent }, { reconciliation, authorityNow }) => {
    const company = await reconciliation.company(customerID);
    const { count, notes } = await reconciliation.save(company, sent, madridDay(authorityNow));
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
    saved_at: answerInstant(
      'Cuándo se guardó la lista, ISO 8601; si nunca hubo, cuándo se consultó lo que se importó.',
    ),
    imported_at: answerInstantOrNull(
      'Cuándo se importó por última vez lo que consta en los organismos, ISO 8601.',
    ),
    not_compared: answerTextOrNull(
      'Por qué la plantilla no se compara, si no se compara: está vacía o incompleta.',
    ),
    nightly: shownNightly.meta({ description: 'Su cuadre nocturno.' }),
  }),
  example: {
    request: { customerID: 10_000 },
    response: {
      data: [exampleShownWorker],
      pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 },
      saved_at: '2026-11-23T08:00:00.000Z',
      imported_at: null,
      not_compared: null,
      nightly: { enabled: false, next_at: null, last: null },
    },
  },
  run: async ({ customerID, ...request }, { reconciliation, caller, stores, authorityNow }) => {
    const company = await reconciliation.company(customerID);
    const { id } = company;
    const [head, rows, nightly] = await Promise.all([
      stores.reconciliation.findWorkforce(caller.accountId, id),
      stores.reconciliation.listWorkforce(caller.accountId, id),
      reconciliation.nightly(company),
    ]);
    if (!head) throw notFound('El cliente no tiene plantilla guardada.');
    const { position, limit, pagination } = pageOf(request);
    const today = madridDay(authorityNow);
    const shown = rows.slice(position, position + limit).map((row) => toWorker(row, today));
    return {
      data: {
        data: shown,
        pagination: pagination(rows.length),
        saved_at: head.at,
        imported_at: head.importedAt ?? null,
        not_compared: notComparedText(company, head, rows),
        nightly: toNightly(nightly),
      },
    };
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
    'Con only_cost=1 responde cuántas se harían, como mínimo, y no consulta nada. Puede haber uno en marcha por empresa, ' +
    `${MOST_OPEN.account} por cuenta y ${MOST_OPEN.reader} de quien solo consulta, y los de un día hacen ${MOST_QUESTIONS} consultas como máximo. Se sigue con GET /reconciliations/{reconciliationId}.`,
  access: 'reads',
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
  run: async ({ customerID, only_cost, ...asked }, { reconciliation, authorityNow }) => {
    const company = await reconciliation.company(customerID);
    const wanted = { ...asked, today: madridDay(authorityNow) };
    const readings = await reconciliation.cost(company, wanted);
    if (only_cost) return { data: { reconciliation: null, readings } };
    const begun = await reconciliation.begin(company, { ...wanted, questions: readings });
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
  run: async ({ company, regimen, ccc, open, ...page }, { reconciliation }) => {
    const { position, limit, pagination } = pageOf(page);
    // An unknown company is a 404, and not an empty list.
    if (company !== undefined) await reconciliation.company(company);
    const wanted = { company, account: ccc && regimen + ccc, open };
    const { found, total } = await reconciliation.list(wanted, { position, limit });
    return { data: { data: found.map(toListed), pagination: pagination(total) } };
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
    const found = await reconciliation.find(reconciliationId);
    const { one, differences } = found;
    const { position, limit, pagination } = pageOf(request);
    return {
      ...(one.state === 'asking' && { headers: { 'Retry-After': '5' } }),
      data: {
        reconciliation: toReconciliation(found),
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

export const switchNightly = resource({
  id: 'switchNightly',
  method: 'PUT',
  path: '/reconciliations/nightly/{customerID}',
  summary: 'Cuadrar una empresa cada noche, o dejar de hacerlo',
  description:
    'Cada noche, entre las 22:00 y las 6:00 (hora peninsular), se hace un cuadre como el de POST /reconciliations, con los certificados que ' +
    'aquí se dan y en nombre de quien lo activa. Si hay diferencias que la noche anterior no había, o que han cambiado, hay un aviso ' +
    '(drift.found). GET /workforce/{customerID} dice cuándo es el siguiente y cuál fue el último.',
  access: 'files',
  onlyDefined: true,
  rate: 'write',
  standing: 'chosen',
  takesCertificate: 'afterwards',
  alsoAnswers: { 404: 'El cliente no existe.', 409: 'El cliente no tiene plantilla guardada.' },
  request: z.object({
    customerID,
    enabled: bool('Verdadero lo activa, con el certificado de X-Cert-Secret; falso lo desactiva.'),
    cert_secret_sepe: text(1000, 'Certificado ante el SEPE, si es otro.').optional(),
  }),
  response: shownNightly,
  example: {
    request: { customerID: 10_000, enabled: true },
    response: { enabled: true, next_at: '2026-11-24T00:17:00.000Z', last: null },
  },
  run: async ({ customerID, enabled, cert_secret_sepe }, { reconciliation, authorityNow }) => {
    const company = await reconciliation.company(customerID);
    if (enabled) {
      const today = madridDay(authorityNow);
      return { data: toNightly(await reconciliation.switchOn(company, { cert_secret_sepe, today })) };
    }
    await reconciliation.switchOff(company);
    return { data: toNightly(await reconciliation.nightly(company)) };
  },
});

export const acceptDifference = resource({
  id: 'acceptDifference',
  method: 'POST',
  path: '/reconciliations/{reconciliationId}/accept',
  summary: 'Aceptar una diferencia de un cuadre',
  description:
    'Los cuadres nocturnos de la empresa dejan de avisar de ella hasta que cambie uno de sus dos valores. Se sigue viendo, con accepted.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'El cuadre no existe.' },
  request: z.object({ reconciliationId, key: differenceKey }),
  response: shownDifference,
  example: {
    request: { reconciliationId: exampleReconciliation.id, key: exampleDifference.key },
    response: { ...exampleDifference, accepted: true },
  },
  run: async ({ reconciliationId, key }, { reconciliation }) => ({
    data: toDifference(await reconciliation.accept(reconciliationId, key)),
  }),
});

export const fillWorkforce = resource({
  id: 'fillWorkforce',
  method: 'POST',
  path: '/reconciliations/{reconciliationId}/import',
  summary: 'Importar en la plantilla lo que consta en los organismos',
  description:
    'Pone en la plantilla de la empresa lo que un cuadre leyó en la Seguridad Social: entra quien está de alta, con los datos de su alta que se ' +
    'pudieron leer, y quien ya no lo está queda con su fecha de baja. No quita a nadie, y lo que no consta queda como estaba. Sin preview es una ' +
    'vista previa, que no guarda nada; con el preview de su respuesta se guarda justo eso. Si la plantilla ha cambiado entretanto, es un 409. ' +
    'Vale un cuadre de las últimas 24 horas; sin plantilla, el de POST /reconciliations con for_import=1. No presenta nada.',
  access: 'files',
  onlyDefined: true,
  rate: 'heavy',
  standing: 'chosen',
  alsoAnswers: {
    404: 'El cuadre o el cliente no existe.',
    409: 'El cuadre no ha terminado o es de hace más de un día, o la plantilla ha cambiado desde la vista previa.',
  },
  request: z.object({
    reconciliationId,
    preview: differenceKey
      .meta({
        description: 'Clave de la vista previa (preview), para guardarla. Sin ella no se guarda nada.',
      })
      .optional(),
  }),
  response: shownImport,
  example: {
    request: { reconciliationId: exampleReconciliation.id },
    response: exampleImport,
  },
  run: async ({ reconciliationId, preview }, { reconciliation }) => {
    const data = toImport(await reconciliation.import(reconciliationId, preview));
    return { data, message: data.imported ? 'Plantilla guardada.' : 'Vista previa: no se ha guardado nada.' };
  },
});

export const unacceptDifference = resource({
  id: 'unacceptDifference',
  method: 'DELETE',
  path: '/reconciliations/{reconciliationId}/accept/{key}',
  summary: 'Dejar de aceptar una diferencia de un cuadre',
  description:
    'Como si no se hubiera aceptado, también en los demás cuadres de la empresa: si el cuadre nocturno siguiente la encuentra, avisa de ella. ' +
    'Si no estaba aceptada, no cambia nada.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'El cuadre no existe.' },
  request: z.object({ reconciliationId, key: differenceKey }),
  response: shownDifference,
  example: {
    request: { reconciliationId: exampleReconciliation.id, key: exampleDifference.key },
    response: exampleDifference,
  },
  run: async ({ reconciliationId, key }, { reconciliation }) => ({
    data: toDifference(await reconciliation.unaccept(reconciliationId, key)),
  }),
});
