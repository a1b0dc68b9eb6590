import type { Group } from '../../shared/operation.ts';
import { checkFiling } from './operations/check-filing.ts';
import { getFiling } from './operations/get-filing.ts';
import { getFilingDocument } from './operations/get-filing-document.ts';
import { getFilingEvidence } from './operations/get-filing-evidence.ts';
import { listFilings } from './operations/list-filings.ts';
import { resolveFiling } from './operations/resolve-filing.ts';

/** Filings (trámites): what was submitted, what became of it, and how to find out. */
export const tramites: Group = {
  name: 'tramites',
  prefix: '/api/v4/tramites',
  title: 'Trámites',
  looksUpFilings: true,
  operations: [listFilings, getFiling, getFilingDocument, getFilingEvidence, checkFiling, resolveFiling],
};
