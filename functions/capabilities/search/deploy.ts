import type { Deployment, Rights } from '../../../infra/deployment.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { PEOPLE } from './store/person-row.ts';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    search: typeof rights;
  }
}

const rights = {
  'people:find': ({ obligations }) => [
    onRows(obligations.tableArn, [PEOPLE], 'dynamodb:GetItem', 'dynamodb:Query'),
  ],
  'people:forget': ({ obligations }) => [
    onRows(obligations.tableArn, [PEOPLE], 'dynamodb:Query', 'dynamodb:DeleteItem'),
  ],
  'people:note': ({ obligations }) => [
    onRows(
      obligations.tableArn,
      [PEOPLE],
      ...['GetItem', 'PutItem', 'DeleteItem'].map((action) => `dynamodb:${action}`),
    ),
  ],
} satisfies Rights;

/** What is deployed for search entries of workers. */
export const search = {
  rights,
  joins: { follow: ['people:note'], workerData: ['people:forget'] },
} satisfies Deployment;
