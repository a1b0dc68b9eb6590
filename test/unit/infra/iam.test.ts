import { readFileSync } from 'node:fs';
import { Token } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { evenToken } from '../../../infra/rights/region.ts';
import { deniedIn, roles } from '../../support/iam/denied.ts';
import { lacks, unused } from '../../support/iam/policies.ts';
import { type Call, RECORD } from '../../support/iam/wire.ts';
import { context, gatewayOf, propertiesOf, resourcesOf } from '../../support/infra/templates.ts';
import { functionsThat } from '../../support/of-capabilities.ts';

/**
 * Compares the calls that functions made during all tests (`npm run record:calls`) with the policies of both stages, because
 * emulators do not enforce policies.
 */

const calls = readFileSync(RECORD, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Call);

test('each function has made calls, except the one that has no rights', () => {
  expect([...new Set(calls.map(({ by }) => by)), 'sheets'].sort()).toEqual(
    [...roles.sandbox.statements.keys()].sort(),
  );
});

test('a token in a condition is equally long however the CDK numbers it, so that policies are always split alike', () => {
  const lengths = [1, 10, 100, 1000].map((more) => {
    for (let made = 0; made < more; made += 1) Token.asString({ Ref: 'AWS::Region' });
    return evenToken('AWS::Region').length;
  });
  expect(new Set(lengths).size).toBe(1);
});

test('every call is granted in both stages', () => {
  expect(deniedIn(calls)).toEqual([]);
});

describe('calls that no policy grants', () => {
  const of = (row: string) => ({ 'dynamodb:LeadingKeys': [row] });
  const generation = ['generation', 'id'];
  test.each<[string, Call]>([
    ['a hash of a password', { by: 'customer', action: 'dynamodb:GetItem', on: 'passwords', keys: of('*') }],
    [
      'a former hash, as the answer to a new one',
      {
        by: 'password',
        action: 'dynamodb:PutItem',
        on: 'passwords',
        keys: { ...of('*'), 'dynamodb:ReturnValues': ['ALL_OLD'] },
      },
    ],
    [
      'a record, by the reference',
      { by: 'reference', action: 'dynamodb:GetItem', on: 'accounts', keys: of('user#') },
    ],
    [
      'a session, by the reference',
      { by: 'reference', action: 'dynamodb:UpdateItem', on: 'windows', keys: of('session#') },
    ],
    [
      'the keys of tokens, by the reference',
      { by: 'reference', action: 'secretsmanager:GetSecretValue', on: 'token-keys' },
    ],
    [
      'what else a session has, by the authorizer',
      {
        by: 'authorizer',
        action: 'dynamodb:GetItem',
        on: 'windows',
        keys: { ...of('session#'), 'dynamodb:Attributes': [...generation, 'userId'] },
      },
    ],
    [
      'rows of two tables at once, by the authorizer',
      {
        by: 'authorizer',
        action: 'dynamodb:BatchGetItem',
        on: 'windows',
        keys: { 'dynamodb:LeadingKeys': ['session#', 'user#'], 'dynamodb:Attributes': generation },
      },
    ],
    ['the end of evidence', { by: 'seg-social', action: 's3:DeleteObject', on: 'evidence/*' }],
    ['a new key of tokens', { by: 'auth', action: 'secretsmanager:PutSecretValue', on: 'token-keys' }],
    [
      'any other secret, by the canary',
      { by: 'canary', action: 'secretsmanager:GetSecretValue', on: 'token-keys' },
    ],
    ['another plan of its own', { by: 'canary', action: 'secretsmanager:PutSecretValue', on: 'canary' }],
    [
      'the key of a certificate, by who signs in',
      { by: 'auth', action: 'secretsmanager:GetSecretValue', on: 'certificate-secrets' },
    ],
    ['a new secret', { by: 'seg-social', action: 'secretsmanager:CreateSecret', on: 'certificate-secrets' }],
    [
      'a mail of another sender',
      {
        by: 'customer',
        action: 'ses:SendEmail',
        on: 'identity',
        keys: { 'ses:FromAddress': ['another@example.com'] },
      },
    ],
    [
      'who issues test certificates',
      { by: 'seg-social', action: 'secretsmanager:GetSecretValue', on: 'authority' },
    ],
  ])('no policy grants a call for %s', (_, call) => {
    for (const [stage, of] of Object.entries(roles)) {
      if (!of.arnOf(call.on) || !of.statements.has(call.by)) continue;
      expect(lacks(call, of), stage).not.toEqual([]);
    }
  });
});

describe('the functions that may do something', () => {
  const who = (action: string, on: string, keys: Call['keys'] = {}) =>
    [...roles.sandbox.statements.keys()]
      .filter((by) => lacks({ by, action, on, keys }, roles.sandbox).length === 0)
      .sort();
  const row = { 'dynamodb:LeadingKeys': ['*'] };
  const atAuthorities = [
    ...['aeat', 'aeat-consumer', 'dehu', 'dehu-consumer', 'due-filings', 'seg-social', 'seg-social-consumer'],
    ...['sepe', 'sepe-consumer', 'tramites'],
  ];

  test.each<[string, string[], string[]]>([
    [
      'read the key of a certificate',
      who('secretsmanager:GetSecretValue', 'certificate-secrets'),
      atAuthorities,
    ],
    ['store one', who('secretsmanager:CreateSecret', 'certificate-secrets'), ['certificate']],
    ['change one', who('secretsmanager:PutSecretValue', 'certificate-secrets'), []],
    ['add a key of tokens', who('secretsmanager:PutSecretValue', 'token-keys'), []],
    ['read the hash of a password', who('dynamodb:GetItem', 'passwords', row), ['auth']],
    [
      'write one',
      who('dynamodb:PutItem', 'passwords', {
        ...row,
        'dynamodb:Attributes': ['hash', 'userId'],
        'dynamodb:ReturnValues': ['NONE'],
      }),
      ['password'],
    ],
    [
      'write one that is for the user of a client company only',
      who('dynamodb:PutItem', 'passwords', {
        ...row,
        'dynamodb:Attributes': ['clientId', 'hash', 'userId'],
        'dynamodb:ReturnValues': ['NONE'],
      }),
      ['customer', 'customer-legacy', 'password'],
    ],
    ['read what the canary does', who('secretsmanager:GetSecretValue', 'canary'), ['canary']],
    ['make test certificates', who('secretsmanager:GetSecretValue', 'authority'), ['sandbox']],
    ['delete evidence', who('s3:DeleteObject', 'evidence/*'), []],
    [
      'send mails',
      who('ses:SendEmail', 'identity', { 'ses:FromAddress': ['sender'] }),
      ['customer', 'customer-legacy', 'password', 'users', ...functionsThat('sendsMails')].sort(),
    ],
    [
      'write second factors',
      who('dynamodb:UpdateItem', 'passwords', {
        'dynamodb:LeadingKeys': ['second-factor#'],
        'dynamodb:ReturnValues': ['NONE'],
      }),
      ['auth'],
    ],
  ])('only the functions that need it may %s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  test('no function may send mails on a stage without a sender', () => {
    const { mailSender: _, ...described } = context.stages.sandbox;
    const silent = resourcesOf(
      gatewayOf({ stages: { sandbox: described }, mailSender: undefined }, ['customer', 'password']),
    );
    expect(JSON.stringify(propertiesOf('IAM::Policy', silent))).not.toContain('ses:');
  });
});

/** Rights that are granted and never used, with the reason why they stay. */
const KEPT: [what: RegExp, why: string][] = [
  [/: (logs:|xray:)/, 'Lambda makes these calls, not our code.'],
  [
    /(-consumer|^deliveries|^send-mails): sqs:(ReceiveMessage|DeleteMessage|ChangeMessageVisibility|GetQueue\w+) /,
    'Lambda takes the messages with the role of the consumer.',
  ],
  [
    /^changes: (dynamodb:(ListStreams|DescribeStream|GetRecords|GetShardIterator)|sqs:\w+|kms:\w+) /,
    'Lambda reads streams with the role of the function, and sends what failed for good.',
  ],
  [
    /: kms:(Encrypt|ReEncrypt\w+|GenerateDataKeyWithoutPlaintext|DescribeKey) .*\(dynamodb\./,
    'What DynamoDB may ask of the key in the name of the user of a table. No request shows which of it.',
  ],
  [
    /: s3:ListBucket on s3 (storagedocuments|storageevidence|sandboxworlds)$/,
    'Without it S3 answers 403, not 404, where an object does not exist.',
  ],
  [
    /: dynamodb:\w+Item on dynamodb table\/Filings( \(.*\))?$|: dynamodb:Query on dynamodb table\/Filings$/,
    'All that act before authorities share one store of filings. Which of its calls a function makes depends on its operations, and on what goes wrong while they run.',
  ],
  [
    /: dynamodb:UpdateItem on dynamodb table\/Accounts \(api-tokens#\*\)$/,
    'The use of an API token is noted by whichever function it calls.',
  ],
  [
    /^password: dynamodb:UpdateItem on dynamodb table\/Obligations \(audit#\*\)$/,
    'A password is made in one transaction with its act, so its end is never noted afterwards.',
  ],
  [
    /: secretsmanager:GetSecretValue on secretsmanager secret:CertificateKey$/,
    'Every function with sessions looks which certificate a request names.',
  ],
  [
    /(-consumer|^due-filings): secretsmanager:GetSecretValue on secretsmanager secret:ServiceKey$/,
    'A dry run that is made later names its worker, whom a MAC finds in what was filed before.',
  ],
  [
    /^send-mails: (secretsmanager:GetSecretValue on secretsmanager secret:ServiceKey|kms:Decrypt .*\(secretsmanager\..*\))$/,
    'The link that ends mails is signed. A process of tests reads the key once, for the first function that needs it.',
  ],
  [
    /: dynamodb:GetItem on dynamodb table\/Windows \(session#\*\)$/,
    'Queued work is done only while its session or token lasts, whichever function does it.',
  ],
  [
    /^due-filings: dynamodb:Query on dynamodb table\/Filings\/index\/byWorker$/,
    'A batch that the schedule continues looks for filings of its workers, with the code of `batches`.',
  ],
  [
    /-consumer: secretsmanager:GetSecretValue on secretsmanager secret:TokenKeys$/,
    'An answer in parts has a token for the next part, also where it is made later.',
  ],
  [
    /: dynamodb:UpdateItem on dynamodb table\/Windows \(health#\*\)$/,
    'What an authority shows of itself is noted by whichever function asks it.',
  ],
  [
    /: dynamodb:UpdateItem on dynamodb table\/Accounts \(account#\*\)$/,
    'That an authority accepted a certificate, and that an account calls, is noted by whichever function is the first.',
  ],
  [
    /^(seg-social|sepe|aeat|dehu): dynamodb:GetItem on dynamodb table\/Accounts \(account#\*\)$/,
    'A certificate may get another secret between the reading of its row and that of its key; then the row is read again.',
  ],
  [
    /^(sepe|aeat|dehu)-consumer: s3:\w+ on s3 storageevidence\/\*$/,
    'It does what the consumer of TGSS does, for another authority; these are the same lines of code.',
  ],
  [
    /^(aeat|dehu)-consumer: dynamodb:GetItem on dynamodb table\/Accounts \(clients#\*\)$/,
    'What an answer proves is of the client company with a tax id, also where it is made later.',
  ],
  [
    /: sqs:SendMessage /,
    'A consumer sends the next filing before its authority, and the schedule begins work again that was lost, of any group.',
  ],
  [
    /: (s3:(GetObject|PutObject) on s3 storagedocuments\/\*|kms:(Decrypt|GenerateDataKey) .*\(s3\..*)$/,
    'Documents, and answers that are given again, are stored and read by whatever acts before an authority.',
  ],
  [
    /^customer-legacy: (dynamodb:PutItem on dynamodb table\/Passwords|secretsmanager:DeleteSecret .*)$/,
    'Both addresses of client companies save and delete them with the same code.',
  ],
  [
    /^office: (dynamodb:DeleteItem on dynamodb table\/\w+.*|dynamodb:PutItem on dynamodb table\/Accounts \(email#\*, user#\*\)|dynamodb:UpdateItem on dynamodb table\/Accounts \(clients#\*, briefs#\*, counter#\*\)|secretsmanager:DeleteSecret .*)$/,
    'Companies of a sheet are saved with the code of `customer`, which completes an interrupted removal of one with the same CIF.',
  ],
  [
    /^(seg-social|sepe|aeat|dehu)(-consumer)?: dynamodb:(Query|PutItem) on dynamodb table\/Obligations/,
    'What an answer proves of what is due is kept by whichever function asks.',
  ],
  [
    /^((sepe|aeat|dehu)-consumer|aeat|dehu): dynamodb:Query on dynamodb table\/Accounts \(contribution-accounts#\*\)$/,
    'It looks for the client company of a question as the consumer of TGSS does.',
  ],
  [
    /^due-filings: dynamodb:(Query|PutItem) on dynamodb table\/Obligations/,
    'On the first day of a month the schedule plans the next settlement, with the code of `changes`.',
  ],
];

const neverCalled = Object.values(roles).flatMap((of) => unused(calls, of));

test('each right that is granted is used, or has a reason', () => {
  expect(neverCalled.filter((one) => !KEPT.some(([what]) => what.test(one)))).toEqual([]);
});

test.each(KEPT)('the reason %s is still needed', (what) => {
  expect(neverCalled.some((one) => what.test(one))).toBe(true);
});
