import * as z from 'zod';
import { notFound } from '../../shared/kernel/errors.ts';
import { rule } from '../../shared/kernel/rules.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { answerText } from '../../shared/operation/answer-fields.ts';
import { resource } from '../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated } from '../../shared/operation/pagination.ts';
import { sentFile, sentMapping } from '../../shared/operation/sent-sheet.ts';
import {
  customerID,
  exampleShownWorker,
  exampleWorkforceWorker,
  MOST_WORKERS,
  shownWorker,
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
    saved_at: answerText('Cuándo se guardó la lista, ISO 8601.'),
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
