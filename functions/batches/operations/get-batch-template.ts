import * as z from 'zod';
import { text } from '../../../shared/kernel/fields.ts';
import { withFile } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { WORKFLOWS } from '../workflows/workflows.ts';

export const getBatchTemplate = resource({
  id: 'getBatchTemplate',
  method: 'GET',
  path: '/templates/{operation}',
  summary: 'Obtener la plantilla de una operación para un lote',
  description:
    'Una hoja con una columna por campo y una fila de ejemplo, que no se lee; cada fila es un trámite.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    operation: text(
      100,
      'Nombre de la operación en la referencia, como registerEmployee; o hire o leave.',
    ).meta({ codes: Object.fromEntries(WORKFLOWS.map(({ id, summary }) => [id, summary])) }),
    format: z
      .enum(['xlsx', 'csv'], { error: 'Debe ser xlsx o csv.' })
      .optional()
      .default('xlsx')
      .meta({ description: 'Formato.' }),
  }),
  response: withFile,
  example: {
    request: { operation: 'registerEmployee', format: 'csv' },
    response: {
      file: { contentType: 'text/csv; charset=utf-8', name: 'registerEmployee.csv', content: '' },
    },
  },
  run: async ({ operation, format }, { batches, keep }) => ({
    data: { file: await keep(await batches.template(operation, format)) },
  }),
});
