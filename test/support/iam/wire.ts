import { join } from 'node:path';

/** Reads a request to AWS as IAM sees it. */

/** A call on which IAM decides, without anything that differs from run to run. */
export interface Call {
  /** Name of the function that makes it. */
  by: string;
  /** Such as `dynamodb:GetItem`. */
  action: string;
  /** Resource of the call, such as `accounts`, `filings/index/byDue`, `documents/*` or `queue sepe`. */
  on: string;
  /** Values of the condition keys that the request determines. */
  keys?: Record<string, string[]>;
}

/**
 * Attributes that identify calls which are granted by a separate statement, next to other statements for the same rows: the
 * time of an account's last call, and the name that users change themselves.
 */
const OF_OWN_STATEMENTS = ['calledAt', 'removedAt'];

/** Merges calls that differ only in their attributes into one call with all of these attributes. */
export const merged = (calls: Call[]): Call[] => {
  const ATTRIBUTES = 'dynamodb:Attributes';
  const groups = Map.groupBy(calls, ({ keys, ...call }) =>
    JSON.stringify([
      call,
      { ...keys, [ATTRIBUTES]: keys?.[ATTRIBUTES] !== undefined },
      OF_OWN_STATEMENTS.map((attribute) => keys?.[ATTRIBUTES]?.includes(attribute)),
    ]),
  );
  return [...groups.values()].map(([call, ...others]) => {
    if (others.length === 0) return call!;
    const attributes = [call!, ...others].flatMap(({ keys }) => keys![ATTRIBUTES]!);
    return { ...call!, keys: { ...call!.keys, [ATTRIBUTES]: sorted(attributes) } };
  });
};

/** The environment variable that names the folder for recorded calls. */
export const FOLDER = 'RECORDED_CALLS';

/** Prefix of the files that list opened notifications. */
export const OPENED = 'opened-';

/** All calls of all tests, written by `npm run record:calls`. */
export const RECORD = join(import.meta.dirname, 'calls.jsonl');

export interface Sent {
  method: string;
  /** Including the query. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

type Json = Record<string, unknown>;

/** The prefix of a partition key up to the first `#`, which policies check. An id has no prefix. */
const beginningOf = (key: unknown): string => {
  const text = String((key as { S?: string } | undefined)?.S ?? '');
  return /^[a-z-]+(#|$)/.exec(text)?.[0] ?? '*';
};

const KEYWORDS =
  /^(SET|ADD|REMOVE|DELETE|AND|OR|NOT|IN|BETWEEN|size|contains|attribute_\w+|begins_with|if_not_exists|list_append)$/;

/** The attributes in expressions, up to the first dot or `#`. */
const attributesIn = (names: Record<string, string> = {}, ...expressions: unknown[]): string[] =>
  expressions.flatMap((expression) =>
    [...String(expression ?? '').matchAll(/[:#]?[A-Za-z_]\w*(\.[#\w]+)*/g)]
      .map(([found]) => found.split('.')[0]!)
      .filter((found) => !found.startsWith(':') && !KEYWORDS.test(found))
      .map((found) => (names[found] ?? found).replace(/#.*/, '#')),
  );

const sorted = (values: string[]): string[] => [...new Set(values)].sort();

/** The condition keys of a request for rows, as far as policies use them. */
const keysOf = (rows: unknown[], attributes: string[] | undefined, returns?: unknown) => ({
  'dynamodb:LeadingKeys': sorted(rows.map(beginningOf)),
  ...(attributes && { 'dynamodb:Attributes': sorted(attributes) }),
  ...(returns !== undefined && { 'dynamodb:ReturnValues': [String(returns)] }),
});

/** The name and the keys of each table, by its name in requests. */
export type Tables = Record<string, { name: string; partitionKey: string; sortKey?: string | undefined }>;

type Made = Omit<Call, 'by'>;

const dynamo = (operation: string, input: Json, tables: Tables): Made[] => {
  const tableOf = (name: unknown) =>
    tables[String(name)] ?? { name: `unknown table ${name}`, partitionKey: '' };
  const one = (action: string, part: Json): Made => {
    const { name, partitionKey, sortKey } = tableOf(part.TableName);
    const row = ((part.Key ?? part.Item) as Json | undefined)?.[partitionKey];
    const names = part.ExpressionAttributeNames as Record<string, string> | undefined;
    const own = [partitionKey, ...(sortKey ? [sortKey] : [])];
    const expressions = [part.ProjectionExpression, part.UpdateExpression, part.ConditionExpression];
    const attributes =
      part.ProjectionExpression || part.UpdateExpression
        ? [...own, ...attributesIn(names, ...expressions)]
        : part.Item
          ? Object.keys(part.Item).map((attribute) => attribute.replace(/#.*/, '#'))
          : undefined;
    return {
      action: `dynamodb:${action}`,
      on: name,
      keys: keysOf([row], attributes, part.ReturnValues),
    };
  };
  switch (operation) {
    case 'Query': {
      const values = input.ExpressionAttributeValues as Json;
      const [, placeholder] = /=\s*(:\w+)/.exec(String(input.KeyConditionExpression)) ?? [];
      const { name } = tableOf(input.TableName);
      return [
        {
          action: 'dynamodb:Query',
          on: input.IndexName ? `${name}/index/${input.IndexName}` : name,
          keys: keysOf([values[placeholder!]], undefined),
        },
      ];
    }
    case 'Scan':
      return [{ action: 'dynamodb:Scan', on: tableOf(input.TableName).name }];
    case 'BatchGetItem': {
      const all = Object.entries(input.RequestItems as Record<string, { Keys: Json[] } & Json>);
      // AWS does not document to which of several tables a condition on rows applies, so it is applied to all of them together.
      const rows = all.flatMap(([table, { Keys }]) => Keys.map((key) => key[tableOf(table).partitionKey]));
      return all.map(([table, part]) => {
        const made = one('BatchGetItem', { ...part, TableName: table });
        return { ...made, keys: { ...made.keys, 'dynamodb:LeadingKeys': sorted(rows.map(beginningOf)) } };
      });
    }
    case 'BatchWriteItem':
      return Object.entries(input.RequestItems as Record<string, Json[]>).map(([table, writes]) => ({
        action: 'dynamodb:BatchWriteItem',
        on: tableOf(table).name,
        keys: keysOf(
          writes.map((write) => {
            const { Key, Item } = Object.values(write)[0] as { Key?: Json; Item?: Json };
            return (Key ?? Item)?.[tableOf(table).partitionKey];
          }),
          undefined,
        ),
      }));
    case 'TransactWriteItems':
      return (input.TransactItems as Record<string, Json>[]).map((item) => {
        const [[kind, part]] = Object.entries(item) as [[string, Json]];
        return one(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, part);
      });
    case 'TransactGetItems':
      return (input.TransactItems as { Get: Json }[]).map(({ Get }) => one('GetItem', Get));
    default:
      return [one(operation, input)];
  }
};

/** Names of buckets, secrets and queues, by their names in requests. */
export interface Names {
  tables: Tables;
  buckets: Record<string, string>;
  /** By ARN or name. */
  secrets: Record<string, string>;
  certificatePrefix: string;
  /** By URL. */
  queues: Record<string, string>;
  /** By function name in the path. */
  functions: Record<string, string>;
}

/** The name of the function that a path invokes. */
const functionIn = (path: string): string =>
  decodeURIComponent(/\/functions\/([^/]+)\//.exec(path)?.[1] ?? '');

const s3 = ({ method, path }: Sent, { buckets }: Names): Made[] => {
  const url = new URL(path, 'http://s3');
  const [, bucket = '', ...key] = url.pathname.split('/');
  const name = buckets[bucket] ?? `unknown bucket ${bucket}`;
  const on = key.join('/') ? `${name}/*` : name;
  if (on === name) {
    if (method === 'POST' && url.searchParams.has('delete'))
      return [{ action: 's3:DeleteObject', on: `${name}/*` }];
    return [{ action: url.searchParams.has('versions') ? 's3:ListBucketVersions' : 's3:ListBucket', on }];
  }
  const version = url.searchParams.has('versionId') ? 'Version' : '';
  const actions: Record<string, string> = {
    GET: `GetObject${version}`,
    HEAD: `GetObject${version}`,
    PUT: 'PutObject',
    POST: 'PutObject',
    DELETE: `DeleteObject${version}`,
  };
  return [{ action: `s3:${actions[method]}`, on }];
};

const secretOf = (id: unknown, { secrets, certificatePrefix }: Names): string => {
  const text = String(id);
  if (secrets[text]) return secrets[text];
  return text.includes(certificatePrefix) ? 'certificate-secrets' : `unknown secret ${text}`;
};

/** Calls in a request; empty if it does not go to AWS. */
export const callsOf = (sent: Sent, names: Names): Made[] => {
  const { headers, body, path } = sent;
  const [, service] = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  if (!service) return [];
  const operation = headers['x-amz-target']?.split('.').at(-1) ?? '';
  const input = (): Json => JSON.parse(body || '{}');
  switch (service) {
    case 'dynamodb':
      return dynamo(operation, input(), names.tables);
    case 's3':
      return s3(sent, names);
    case 'secretsmanager':
      return [
        {
          action: `secretsmanager:${operation}`,
          on: secretOf(input().SecretId ?? input().Name, names),
        },
      ];
    case 'sqs': {
      const url = String(input().QueueUrl);
      const queue = names.queues[url.split('/').at(-1)!] ?? `unknown ${url}`;
      return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, on: `queue ${queue}` }];
    }
    case 'ses':
      return [
        {
          action: path.includes('outbound-emails') ? 'ses:SendEmail' : `ses:${path}`,
          on: 'identity',
          keys: {
            'ses:FromAddress': [input().FromEmailAddress === process.env.MAIL_SENDER ? 'sender' : '?'],
          },
        },
      ];
    case 'lambda':
      return [
        { action: 'lambda:InvokeFunction', on: `function ${names.functions[functionIn(path)] ?? path}` },
      ];
    case 'monitoring':
      return [{ action: `cloudwatch:${operation}`, on: 'alarms' }];
    default:
      return [{ action: `${service}:${operation}`, on: '?' }];
  }
};
