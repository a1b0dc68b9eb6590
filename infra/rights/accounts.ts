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
 * IAM statements for writing rows of accounts. IAM sees the partition key of a row and the names of its attributes;
 * by these the statements tell apart the rows of one partition, such as the account, its members and its
 * certificates.
 */

const KEYS = ['pk', 'sk'];

/** The names without `others`, and without duplicates. */
const without = (others: string[], names: string[]): string[] =>
  [...new Set(names)].filter((name) => !others.includes(name));

const USER = Object.keys(userRow().shape);
/** Attributes of a new user of a client company, which has neither a role nor a second factor. */
const CLIENT_USER = without(['role', 'hasSecondFactor', 'removedAt'], USER);
/** Attributes of the row that maps an e-mail to its user. */
const EMAIL = ['userId', 'accountId', 'generation', 'hasShortPassword'];

/** Attributes that are written after a certificate was stored, and the account's count of certificates. */
const OF_CERTIFICATES = [
  ...['sepe', 'watches', 'fingerprint', 'total'],
  // The rows that say which certificates share a secret.
  ...['secretId', 'chainHash', 'certificateIds'],
];

/** Allows putting password hashes, but not second factors, which are in the same table. */
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
    // Checks that the client company that will own it is not being removed.
    onRows(accounts.tableArn, [CLIENT_BRIEFS], 'dynamodb:ConditionCheckItem'),
  ],
  // Client companies with their users, and on removal their certificates, API tokens and mails.
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
    // The count of certificates, which of them share a secret, and the latest creation of a client company.
    onlyMember(accounts.tableArn, ACCOUNTS, 'total', 'certificateIds', 'version'),
  ],
  'clients:passwords': ({ passwords }: Storage) => [ofClientCompany(putHashes(passwords.tableArn))],
  'clients:links': ({ windows }: Storage) => [
    ofClientCompany(onRows(windows.tableArn, [LINKS], 'dynamodb:PutItem')),
  ],
  'passwords:write': ({ passwords }: Storage) => [putHashes(passwords.tableArn)],
  // The effects of a new password, and whether a user signs in with a code.
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
  // The name that a user gives herself, and no other attribute of a row.
  'users:rename': ({ accounts }: Storage) => [
    onlyAttributes(
      onRows(accounts.tableArn, [USERS], 'dynamodb:UpdateItem'),
      ...[...KEYS, 'name', 'updatedAt', 'removedAt'],
    ),
  ],
  // Members of an account and its owners. Their API tokens and mails are removed with them.
  'users:write': ({ accounts }: Storage) => [
    onlyAttributes(
      onRows(accounts.tableArn, [USERS, EMAILS], 'dynamodb:PutItem'),
      ...without(['clientId'], [...KEYS, ...CLIENT_USER, ...EMAIL, 'role']),
    ),
    onlyAttributes(
      onRows(accounts.tableArn, [USERS, EMAILS], 'dynamodb:UpdateItem'),
      ...without(['accountId', 'clientId', 'email'], [...KEYS, ...USER, 'userId']),
    ),
    // The account's members and its security requirements, but no other attribute, such as the operator's flag.
    onlyMember(accounts.tableArn, ACCOUNTS, 'users', 'owners', 'secondFactor', 'previews'),
    onRows(accounts.tableArn, [EMAILS, API_TOKENS, MAIL_CHOICES], 'dynamodb:DeleteItem'),
  ],
} satisfies Record<string, (storage: Storage) => PolicyStatementProps[]>;
