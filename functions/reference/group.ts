import type { Group } from '../../shared/operation.ts';
import { getOpenApi } from './operations/get-openapi.ts';

/** The reference itself. Its function also answers whatever address no other group has. */
export const reference: Group = {
  name: 'reference',
  prefix: '/api/v4',
  title: 'Referencia',
  operations: [getOpenApi],
};
