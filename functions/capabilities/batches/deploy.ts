import { Aws, Duration } from 'aws-cdk-lib';
import type { Deployment, Rights, Variables } from '../../../infra/deployment.ts';
import { calledName } from '../../../infra/names.ts';
import { allow, listed, onRows } from '../../../infra/rights/statements.ts';
import { BATCH, BATCHES, LOCKS } from '../../../shared/stores/filings/filing-keys.ts';

/** Name of the function that parses files; it has no rights. */
const SHEETS = 'sheets';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    batches: typeof rights;
  }
}

declare module '../../../shared/kernel/config.ts' {
  interface CapabilityVariables {
    batches: typeof variables;
  }
}

const rights = {
  'batches:list': ({ filings }) => listed(filings, (name) => name === 'byAccount'),
  // Which open batch has an obligation.
  'batches:holding': ({ filings }) => [onRows(filings.tableArn, [BATCHES, LOCKS], 'dynamodb:BatchGetItem')],
  // The lock that keeps a batch from being created twice is a row like a filing's lock.
  'batches:write': ({ filings }) => [
    onRows(filings.tableArn, [BATCHES], 'dynamodb:PutItem', 'dynamodb:UpdateItem'),
  ],
  // The called function has no rights, so its caller gains none.
  'sheets:ask': (_, { stage }) => [
    allow(
      `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${calledName(stage, SHEETS)}`,
      'lambda:InvokeFunction',
    ),
  ],
} satisfies Rights;

const variables = {
  SHEETS_FUNCTION: { value: (stage) => calledName(stage, SHEETS), onlyWith: 'sheets:ask' },
} satisfies Variables;

/** What is deployed for batches, and the function that reads their files. */
export const batches = {
  rights,
  changes: {
    filings: { newImages: [{ sk: { S: [BATCH] }, state: { S: ['previewed', 'ended', 'cancelled'] } }] },
  },
  functions: [
    {
      name: SHEETS,
      module: 'functions/capabilities/batches/sheets/handler.ts',
      grants: [],
      // Shorter than the timeout of the function that waits for it.
      timeout: Duration.seconds(22),
      calledWith: 'sheets:ask',
    },
  ],
  joins: {
    // Rows of batches: the owners of their contribution accounts, the names of their workers, and whether the tokens that they
    // were sent with are still valid. Also whether a worker's contract was communicated meanwhile.
    scheduled: [
      'batches:write',
      'clients:find',
      'obligations:worker',
      'tokens:check',
      'users:names',
      'filings:of-worker',
    ],
    workerData: ['batches:list'],
    openBatchesOf: ['batches:holding'],
  },
  variables,
} satisfies Deployment;
