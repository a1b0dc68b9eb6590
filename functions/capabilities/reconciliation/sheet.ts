import type { SheetOperation } from '../batches/sheets/types.ts';
import { exampleWorkforceWorker, workforceWorker } from './fields/worker.ts';

/** The sheet of a company's workforce: one row for each worker, with the columns of a batch, whose readers parse it. */
export const workforceSheet: SheetOperation = {
  id: 'workforce',
  summary: 'Plantilla de una empresa',
  request: workforceWorker,
  ignores: [],
  example: { request: exampleWorkforceWorker, response: undefined },
};
