import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { certificateRow } from '../../shared/stores/certificate-row.ts';
import { userRow } from '../../shared/stores/identity/user-row.ts';
import {
  ACCOUNTS,
  API_TOKENS,
  CLIENT_BRIEFS,
  CLIENTS,
  CONTRIBUTION_ACCOUNTS,
  COUNTERS,
  EMAILS,
  LINKS,
  MAIL_CHOICES,
  USERS,
} from '../../shared/stores/keyspace.ts';
import type { Storage } from '../storage.ts';
import { allow, ofClientCompany, onlyAttributes, onlyMember, onRows, RETURNS_NOTHING } from './statements.ts';

/**
 * What writing rows of accounts takes. IAM sees the partition key of a row and the names of its attributes: by these the rows
 * of one partition are told apart, such as the account itself, its members and its certificates.
 */

const KEYS = ['pk', 'sk'];

/** Each of some names once, without others. */
const without = (others: string[], names: string[]): string[] =>
  [...new Set(names)].filter((name) => !others.includes(name));

const USER = Object.keys(userRow().shape);
/** What a new user of a client company has: no role, and no second factor. */
const CLIENT_USER = without(['role', 'hasSecondFactor', 'removedAt'], USER);
/** What the row of an e-mail says of its user. */
const EMAIL = ['userId', 'accountId', 'generation', 'hasShortPassword'];

/** What is written about a certificate after it was stored, and the number of those of an account. */
const OF_CERTIFICATES = [
  ...['sepe', 'watches', 'fingerprint', 'total'],
  // Which of them share a secret, and those that get another one.
  ...['secretId', 'chainHash', 'certificateIds'],
];

/** Allows to put hashes, and no second factor, which the same table has. */
const putHashes = (passwords: string): PolicyStatementProps => {
  const { conditions, ...statement } = onlyAttributes(
    allow(passwords, 'dynamodb:PutItem'),
    ...['userId', 'hash', 'clientId'],
  );
  return { ...statement, conditions: { ...conditions, ...RETURNS_NOTHING.conditions } };
};

export const OF_ACCOUNTS = {
  // A transaction needs the actions of its parts; there is no action for the transaction itself.
  'certificates:write': ({ accounts }: Storage) => [
    onlyAttributes(
      onRows(accounts.tableArn, [ACCOUNTS], 'dynamodb:PutItem'),
      ...[...KEYS, ...Object.keys(certificateRow().shape), 'certificateId'],
    ),
    onlyAttributes(
      onRows(accounts.tableArn, [ACCOUNTS], 'dynamodb:UpdateItem'),
      ...[...KEYS, ...OF_CERTIFICATES],
    ),
    onRows(accounts.tableArn, [ACCOUNTS], 'dynamodb:DeleteItem'),
    // That the client company which is to own it is not being removed.
    onRows(accounts.tableArn, [CLIENT_BRIEFS], 'dynamodb:ConditionCheckItem'),
  ],
  // Client companies with their users, and what goes with those that are removed: certificates, API tokens and mails.
  'clients:write': ({ accounts }: Storage) => [
    onRows(accounts.tableArn, [CLIENTS, CLIENT_BRIEFS, CONTRIBUTION_ACCOUNTS], 'dynamodb:PutItem'),
    onRows(accounts.tableArn, [CLIENTS, CLIENT_BRIEFS, COUNTERS], 'dynamodb:UpdateItem'),
    onRows(
      accounts.tableArn,
      [CLIENTS, CLIENT_BRIEFS, CONTRIBUTION_ACCOUNTS, EMAILS, USERS, API_TOKENS, MAIL_CHOICES, ACCOUNTS],
      'dynamodb:DeleteItem',
    ),
    ofClientCompany(
      onlyAttributes(
        onRows(accounts.tableArn, [EMAILS, USERS], 'dynamodb:PutItem'),
        ...without([], [...KEYS, ...CLIENT_USER, ...EMAIL]),
      ),
    ),
    // The number of certificates, which of them share a secret, and which creation of a client company was the last.
    onlyMember(accounts.tableArn, ACCOUNTS, 'total', 'certificateIds', 'version'),
  ],
  'clients:passwords': ({ passwords }: Storage) => [ofClientCompany(putHashes(passwords.tableArn))],
  'clients:links': ({ windows }: Storage) => [
    ofClientCompany(onRows(windows.tableArn, [LINKS], 'dynamodb:PutItem')),
  ],
  'passwords:write': ({ passwords }: Storage) => [putHashes(passwords.tableArn)],
  // What follows from a new password, and that a user signs in with a code.
  'users:update': ({ accounts }: Storage) => [
    onRows(accounts.tableArn, [USERS, EMAILS, ACCOUNTS], 'dynamodb:GetItem'),
    onlyAttributes(
      onRows(accounts.tableArn, [USERS, EMAILS], 'dynamodb:UpdateItem'),
      ...[
        ...KEYS,
        'id',
        'userId',
        'generation',
        'hasShortPassword',
        'hasSecondFactor',
        'joinedAt',
        'updatedAt',
      ],
    ),
  ],
  // The people of an account, and which of them are owners; their API tokens and mails go with them.
  'users:write': ({ accounts }: Storage) => [
    onlyAttributes(
      onRows(accounts.tableArn, [USERS, EMAILS], 'dynamodb:PutItem'),
      ...without(['clientId'], [...KEYS, ...CLIENT_USER, ...EMAIL, 'role']),
    ),
    onlyAttributes(
      onRows(accounts.tableArn, [USERS, EMAILS], 'dynamodb:UpdateItem'),
      ...without(['accountId', 'clientId', 'email'], [...KEYS, ...USER, 'userId']),
    ),
    // Its members, and what it demands of them; nothing else of the account, such as whether it is an operator's.
    onlyMember(accounts.tableArn, ACCOUNTS, 'users', 'owners', 'secondFactor', 'previews'),
    onRows(accounts.tableArn, [EMAILS, API_TOKENS, MAIL_CHOICES], 'dynamodb:DeleteItem'),
  ],
} satisfies Record<string, (storage: Storage) => PolicyStatementProps[]>;
