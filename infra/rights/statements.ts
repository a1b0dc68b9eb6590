import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { type Storage, USES_OF_KEY } from '../storage.ts';
import { TABLES } from '../tables.ts';
import { REGION } from './region.ts';

/** IAM statements, as narrow as IAM allows. */

/** A writer of a row, such as a password hash, does not get the previous row in the answer. */
export const RETURNS_NOTHING = {
  conditions: { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } },
} satisfies PolicyStatementProps;

/** Allows actions on a resource. */
export const allow = (resource: string, ...actions: string[]): PolicyStatementProps => ({
  actions,
  resources: [resource],
});

/** Rows whose partition key begins with one of these. */
export const onRows = (table: string, beginnings: string[], ...actions: string[]): PolicyStatementProps => ({
  ...allow(table, ...actions),
  conditions: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': beginnings.map((beginning) => `${beginning}*`) },
  },
});

/** Restricts a statement to these attributes of a row. A writer may still leave out any of them. */
export const onlyAttributes = (
  { conditions, ...statement }: PolicyStatementProps,
  ...attributes: string[]
): PolicyStatementProps => ({
  ...statement,
  conditions: { ...conditions, 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } },
});

/**
 * Restricts a statement to rows that name a client company, so that it cannot write rows of an account's own users.
 */
export const ofClientCompany = ({
  conditions,
  ...statement
}: PolicyStatementProps): PolicyStatementProps => ({
  ...statement,
  conditions: { ...conditions, 'ForAnyValue:StringEquals': { 'dynamodb:Attributes': ['clientId'] } },
});

/** Allows updating these attributes, and no others, of rows whose partition key has this prefix. */
export const onlyMember = (table: string, beginning: string, ...members: string[]): PolicyStatementProps => ({
  ...allow(table, 'dynamodb:UpdateItem'),
  conditions: {
    ...onlyAttributes(onRows(table, [beginning]), 'pk', 'sk', ...members).conditions,
    ...RETURNS_NOTHING.conditions,
  },
});

/** Allows querying these indexes of a table. */
export const queries = ({ tableArn }: ITable, ...indexes: string[]): PolicyStatementProps[] =>
  indexes.map((name) => allow(`${tableArn}/index/${name}`, 'dynamodb:Query'));

/** Allows querying the matching indexes of the table of filings. */
const indexesOf = (table: ITable, fits: (name: string) => boolean): PolicyStatementProps[] =>
  queries(table, ...TABLES.FILINGS_TABLE.indexes.map(({ name }) => name).filter(fits));

/** Allows finding filings in the matching indexes and reading several of them. */
export const listed = (filings: ITable, fits: (name: string) => boolean): PolicyStatementProps[] => [
  ...indexesOf(filings, fits),
  allow(filings.tableArn, 'dynamodb:BatchGetItem'),
];

/** Allows reading the generation, and no other attribute, of rows whose partition key has this prefix. */
export const onlyGeneration = (
  table: string,
  keys: string[],
  beginnings: string[],
): PolicyStatementProps => ({
  ...allow(table, 'dynamodb:GetItem'),
  conditions: {
    ...onRows(table, beginnings).conditions,
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...keys, 'generation'] },
    StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  },
});

/**
 * Allows using the key only through this service, so that a function that reads secrets cannot decrypt documents.
 */
export const viaService = (service: string, key: string, ...actions: string[]): PolicyStatementProps => ({
  actions,
  resources: [key],
  conditions: { StringEquals: { 'kms:ViaService': `${service}.${REGION}.amazonaws.com` } },
});

/** Allows reading and decrypting a secret. */
export const readSecret = (secret: string, key: string): PolicyStatementProps[] => [
  allow(secret, 'secretsmanager:GetSecretValue'),
  viaService('secretsmanager', key, 'kms:Decrypt'),
];

/** KMS rights that reading and writing tables needs, on a stage whose own key encrypts them. */
export const throughTables = ({ ownKey }: Storage): PolicyStatementProps[] =>
  ownKey ? [viaService('dynamodb', ownKey.keyArn, ...USES_OF_KEY, 'kms:DescribeKey')] : [];
