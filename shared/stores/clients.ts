import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import { recordKey } from './keyspace.ts';

/** A client company of an account. */
export interface Client {
  id: number;
  name: string;
  active: boolean;
}

/** The client company of an account with this id; another account's is not found. */
export const findClient = async (accountId: string, clientId: number): Promise<Client | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.client(accountId, clientId),
      ConsistentRead: true,
    }),
  );
  return Item as Client | undefined;
};
