import type { SheetOperation } from '../batches/sheets/types.ts';
import { companyRow, exampleCompanyRow } from './company-row.ts';

/** The sheet of an office's client companies: a row for each contribution account, read as batches are. */
export const companiesSheet: SheetOperation = {
  id: 'companies',
  summary: 'Empresas de la asesoría',
  request: companyRow,
  ignores: [],
  example: { request: exampleCompanyRow, response: undefined },
};
