import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { dynamo, ifConditionHolds, withRetries } from '../dynamo/dynamo.ts';
import { readKeys, readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey } from '../keyspace.ts';
import { absent, all, exists, update } from '../table.ts';
import { type Client, type ClientBrief, parseClientBrief, parseClientRecord } from './company.ts';

/** How the stores of client companies read and write rows of the `accounts` table. */

/** The client company with this id, if the account has it. Two reads, one after the other. */
export const findClient = async (accountId: string, clientId: number): Promise<Client | undefined> => {
  const brief = await findClientBrief(accountId, clientId);
  const record = brief && (await readRow(parseClientRecord, accountsKey.client(accountId, brief.cif)));
  // The CIF may be that of another client by now.
  return record?.id === clientId ? { ...record, active: brief!.active } : undefined;
};

/** What of a client company says whether it may act: one unit of reading, however many contribution accounts it has. */
export const findClientBrief = (accountId: string, clientId: number): Promise<ClientBrief | undefined> =>
  readRow(parseClientBrief, accountsKey.clientBrief(accountId, clientId));

/** The records of the clients of an account with these CIFs, in no particular order, as they were up to a second ago. */
export const recordsOf = (accountId: string, cifs: string[]) =>
  readKeys(parseClientRecord, {
    table: setting('ACCOUNTS_TABLE'),
    keys: [...new Set(cifs)].map((cif) => accountsKey.client(accountId, cif)),
  });

/**
 * Client companies of an account by their ids, with their contribution accounts (15 digits), as they were up to a second ago; those
 * that are gone are left out.
 */
export const companiesOf = async (
  accountId: string,
  clientIds: Iterable<number>,
): Promise<Map<number, { name: string; active: boolean; accounts: string[] }>> => {
  const keys = [...new Set(clientIds)].map((id) => accountsKey.clientBrief(accountId, id));
  const briefs = await readKeys(parseClientBrief, { table: setting('ACCOUNTS_TABLE'), keys });
  const clients = await recordsOf(
    accountId,
    briefs.map(({ cif }) => cif),
  );
  const active = new Map(briefs.map((brief) => [brief.cif, brief.active]));
  return new Map(
    clients.map(({ id, cif, companyName, name, accounts }) => [
      id,
      {
        name: companyName || name,
        active: active.get(cif) === true,
        accounts: Object.values(accounts).map(({ regimen, ccc }) => regimen + ccc),
      },
    ]),
  );
};

/** Their names. */
export const companyNames = async (
  accountId: string,
  clientIds: Iterable<number>,
): Promise<Map<number, string>> =>
  new Map([...(await companiesOf(accountId, clientIds))].map(([id, { name }]) => [id, name]));

const parseEmail = rowParser('Email', 'email', () => z.object({ clientId: z.int().optional() }));

/** The client of the account with this e-mail. */
export const findByEmail = async (accountId: string, email: string): Promise<Client | undefined> => {
  const clientId = (await readRow(parseEmail, accountsKey.email(email)))?.clientId;
  return clientId === undefined ? undefined : findClient(accountId, clientId);
};

/**
 * Changes the brief of a client.
 * @returns false if the account has no such client, or it is being removed and this is no part of its removal
 */
export const changeBrief = async (
  accountId: string,
  clientId: number,
  { active, removing }: Pick<ClientBrief, 'active' | 'removing'>,
): Promise<boolean> => {
  const change = new UpdateCommand(
    update(setting('ACCOUNTS_TABLE'), accountsKey.clientBrief(accountId, clientId), {
      set: { active, removing },
      if: all(exists('pk'), removing ? undefined : absent('removing')),
    }),
  );
  return (await ifConditionHolds(withRetries(() => dynamo().send(change)))) !== undefined;
};
