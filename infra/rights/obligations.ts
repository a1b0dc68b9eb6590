import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { WORKFORCE } from '../../functions/capabilities/reconciliation/store/workforce-row.ts';
import { PEOPLE } from '../../functions/capabilities/search/store/person-row.ts';
import type { Storage } from '../storage.ts';
import { allow, onRows, queries } from './statements.ts';

/** IAM statements for facts, obligations and the search entries of workers, by grant. */
export const OF_OBLIGATIONS = {
  // Facts and their obligations. Nothing is deleted: an obligation is closed or withdrawn.
  'obligations:learn': ({ obligations }: Storage) => [
    allow(obligations.tableArn, 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'),
  ],
  'obligations:list': ({ obligations }: Storage) => [
    allow(obligations.tableArn, 'dynamodb:GetItem'),
    ...queries(obligations, 'byAccount', 'byCompany', 'byWorker'),
  ],
  // Obligations by their ids.
  'obligations:get': ({ obligations }: Storage) => [allow(obligations.tableArn, 'dynamodb:BatchGetItem')],
  // Facts and obligations of one worker.
  'obligations:worker': ({ obligations }: Storage) => [
    allow(obligations.tableArn, 'dynamodb:Query'),
    ...queries(obligations, 'byWorker'),
  ],
  'obligations:due': ({ obligations }: Storage) => queries(obligations, 'byAccount', 'byCompany'),
  'obligations:see': ({ obligations }: Storage) => [allow(obligations.tableArn, 'dynamodb:PutItem')],
  // All that is known and due of one worker, who wants it erased.
  'obligations:forget': ({ obligations }: Storage) => [
    allow(
      obligations.tableArn,
      ...['BatchGetItem', 'Query', 'DeleteItem', 'PutItem'].map((action) => `dynamodb:${action}`),
    ),
    ...queries(obligations, 'byWorker'),
  ],
  // Of a world whose clock moves, or that starts again.
  'obligations:pass': ({ obligations }: Storage) => [
    allow(obligations.tableArn, 'dynamodb:DeleteItem'),
    ...queries(obligations, 'byAccount'),
  ],
  'people:find': ({ obligations }: Storage) => [
    onRows(obligations.tableArn, [PEOPLE], 'dynamodb:GetItem', 'dynamodb:Query'),
  ],
  'people:forget': ({ obligations }: Storage) => [
    onRows(obligations.tableArn, [PEOPLE], 'dynamodb:Query', 'dynamodb:DeleteItem'),
  ],
  'people:note': ({ obligations }: Storage) => [
    onRows(
      obligations.tableArn,
      [PEOPLE],
      ...['GetItem', 'PutItem', 'DeleteItem'].map((action) => `dynamodb:${action}`),
    ),
  ],
  'workforce:write': ({ obligations }: Storage) => [
    onRows(
      obligations.tableArn,
      [WORKFORCE],
      ...['GetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'].map(
        (action) => `dynamodb:${action}`,
      ),
    ),
  ],
  'workforce:read': ({ obligations }: Storage) => [
    onRows(obligations.tableArn, [WORKFORCE], 'dynamodb:GetItem', 'dynamodb:Query'),
  ],
  'workforce:forget': ({ obligations }: Storage) => [
    onRows(obligations.tableArn, [WORKFORCE], 'dynamodb:Query', 'dynamodb:DeleteItem'),
  ],
  'workforce:keep': ({ obligations }: Storage) => [
    onRows(
      obligations.tableArn,
      [WORKFORCE],
      ...['GetItem', 'PutItem', 'DeleteItem'].map((action) => `dynamodb:${action}`),
    ),
  ],
} satisfies Record<string, (storage: Storage) => PolicyStatementProps[]>;
