/** Statements of policies, of which the rights of functions are made. */
import { Aws } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';

/** Whoever writes a row, such as a hash, does not get the former one as the answer. */
export const RETURNS_NOTHING = {
  conditions: { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } },
} satisfies PolicyStatementProps;

/** Actions on one resource. */
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

/** Changes of these members of rows whose partition key begins so, and of nothing else of them. */
export const onlyMember = (table: string, beginning: string, ...members: string[]): PolicyStatementProps => ({
  ...allow(table, 'dynamodb:UpdateItem'),
  conditions: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${beginning}*`] },
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', ...members] },
    ...RETURNS_NOTHING.conditions,
  },
});

/** Queries of these indexes of a table. */
export const queries = ({ tableArn }: ITable, ...indexes: string[]): PolicyStatementProps[] =>
  indexes.map((name) => allow(`${tableArn}/index/${name}`, 'dynamodb:Query'));

/** Allows use of the key only through this service. So a function that reads secrets cannot decrypt documents. */
export const viaService = (service: string, key: string, ...actions: string[]): PolicyStatementProps => ({
  actions,
  resources: [key],
  conditions: { StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.amazonaws.com` } },
});
