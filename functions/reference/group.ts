import type { Group } from '../../shared/operation.ts';
import { getOpenApi } from './operations/get-openapi.ts';
import { getReferenceScript } from './operations/get-reference-script.ts';
import { getReferenceStyle } from './operations/get-reference-style.ts';
import { showGuide } from './operations/show-guide.ts';
import { showReferencePage } from './operations/show-reference-page.ts';

/** The reference, for programs and for people. Its function also answers requests to addresses that no group has. */
export const reference: Group = {
  name: 'reference',
  prefix: '/api/v4',
  title: 'Referencia',
  operations: [getOpenApi, showGuide, showReferencePage, getReferenceScript, getReferenceStyle],
};
