import type { Deployment } from '../../../infra/deployment.ts';
import { CHANGES } from '../../../infra/names.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { PEOPLE } from './store/person-row.ts';

/** What is deployed for search entries of workers. */
export const search = {
  rights: {
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
  },
  joins: { [CHANGES]: ['people:note'] },
} satisfies Deployment;
