import * as z from 'zod';
import { notFound } from '../../../../shared/kernel/errors.ts';
import { dni } from '../../../../shared/kernel/fields.ts';
import { rule } from '../../../../shared/kernel/rules.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import {
  answerInstant,
  answerInstantOrNull,
  answerTextOrNull,
} from '../../../../shared/operation/answer-fields.ts';
import { resource } from '../../../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated } from '../../../../shared/operation/pagination.ts';
import { sentFile, sentMapping } from '../../../../shared/operation/sent-sheet.ts';
import { notComparedText } from '../compared.ts';
import { differenceKey } from '../fields/difference.ts';
import { exampleImport, shownImport, toImport } from '../fields/import.ts';
import {
  customerID,
  exampleReconciliation,
  reconciliationId,
  shownNightly,
  toNightly,
} from '../fields/reconciliation.ts';
import {
  exampleShownWorker,
  exampleWorkforceWorker,
  MOST_WORKERS,
  shownWorker,
  toWorker,
  workforceWorker,
} from '../fields/worker.ts';
import type {} from '../shown.ts';

/** Operations on the list of a company's workers. */

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
  noted: { none: 'it is work with data of workers, and changes nothing of the account' },
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
  request: z.object({
    customerID,
    worker: dni.optional().meta({ description: 'Documento: solo lo de este trabajador.' }),
    ...pageFields,
  }),
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
  run: async ({ customerID, worker, ...request }, { reconciliation, caller, stores, authorityNow }) => {
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
    const document = worker === undefined ? undefined : plainDocument(worker);
    const asked = rows.filter((row) => document === undefined || row.document === document);
    const page = asked.slice(position, position + limit);
    return {
      data: {
        data: page.map((row) => toWorker(row, today)),
        pagination: pagination(asked.length),
        saved_at: head.at,
        imported_at: head.importedAt ?? null,
        not_compared: notComparedText(company, head, rows),
        nightly: toNightly(nightly),
      },
    };
  },
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
  noted: { none: 'it is work with data of workers, and changes nothing of the account' },
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
