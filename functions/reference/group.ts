import type { Group } from '../../shared/operation.ts';
import { getOpenApi } from './operations/get-openapi.ts';
import { getStatus } from './operations/get-status.ts';

/** The API reference. Its function also answers requests to addresses that no group has. */
export const reference: Group = {
  name: 'reference',
  prefix: '/api/v4',
  title: 'Referencia',
  operations: [getOpenApi, getStatus],
};
