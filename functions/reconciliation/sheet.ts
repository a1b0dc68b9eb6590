import type { SheetOperation } from '../batches/sheets/types.ts';
import { exampleWorkforceWorker, workforceWorker } from './fields.ts';

/** The workforce of a company as a sheet: one row for each worker, in the columns of a batch, so that its readers read it. */
export const workforceSheet: SheetOperation = {
  id: 'workforce',
  summary: 'Plantilla de una empresa',
  request: workforceWorker,
  ignores: [],
  example: { request: exampleWorkforceWorker, response: undefined },
};
