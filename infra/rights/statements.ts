import { Aws } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { type Storage, USES_OF_KEY } from '../storage.ts';
import { TABLES } from '../tables.ts';

/** Statements of policies, as narrow as IAM has them. */

/** Whoever writes a row, such as a hash, does not get the former one as the answer. */
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

/** What a statement allows, of these attributes of a row and no other. Who may put a row may leave out any of them. */
export const onlyAttributes = (
  { conditions, ...statement }: PolicyStatementProps,
  ...attributes: string[]
): PolicyStatementProps => ({
  ...statement,
  conditions: { ...conditions, 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } },
});

/** What a statement allows, of rows that name a client company: by that, nothing can be written for a user of an account. */
export const ofClientCompany = ({
  conditions,
  ...statement
}: PolicyStatementProps): PolicyStatementProps => ({
  ...statement,
  conditions: { ...conditions, 'ForAnyValue:StringEquals': { 'dynamodb:Attributes': ['clientId'] } },
});

/** Changes of these members of rows whose partition key begins so, and of nothing else of them. */
export const onlyMember = (table: string, beginning: string, ...members: string[]): PolicyStatementProps => ({
  ...allow(table, 'dynamodb:UpdateItem'),
  conditions: {
    ...onlyAttributes(onRows(table, [beginning]), 'pk', 'sk', ...members).conditions,
    ...RETURNS_NOTHING.conditions,
  },
});

/** Allows to ask these indexes of a table. */
export const queries = ({ tableArn }: ITable, ...indexes: string[]): PolicyStatementProps[] =>
  indexes.map((name) => allow(`${tableArn}/index/${name}`, 'dynamodb:Query'));

/** Allows to ask indexes of the table of filings: those whose name fits. */
const indexesOf = (table: ITable, fits: (name: string) => boolean): PolicyStatementProps[] =>
  queries(table, ...TABLES.FILINGS_TABLE.indexes.map(({ name }) => name).filter(fits));

/** Allows to find filings in indexes that fit, and to read several of them. */
export const listed = (filings: ITable, fits: (name: string) => boolean): PolicyStatementProps[] => [
  ...indexesOf(filings, fits),
  allow(filings.tableArn, 'dynamodb:BatchGetItem'),
];

/** Allows to read the generation in rows whose partition key begins so, and nothing else of them. */
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

/** Allows use of the key only through this service. So a function that reads secrets cannot decrypt documents. */
export const viaService = (service: string, key: string, ...actions: string[]): PolicyStatementProps => ({
  actions,
  resources: [key],
  conditions: { StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.amazonaws.com` } },
});

/** Allows to read a secret, and to decrypt it. */
export const readSecret = (secret: string, key: string): PolicyStatementProps[] => [
  allow(secret, 'secretsmanager:GetSecretValue'),
  viaService('secretsmanager', key, 'kms:Decrypt'),
];

/** What reading and writing tables takes where the stage's key encrypts them. */
export const throughTables = ({ ownKey }: Storage): PolicyStatementProps[] =>
  ownKey ? [viaService('dynamodb', ownKey.keyArn, ...USES_OF_KEY, 'kms:DescribeKey')] : [];
