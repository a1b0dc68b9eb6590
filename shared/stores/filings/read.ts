import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type FilingEntry, filingEntry } from '../../kernel/reply.ts';
import { dynamo, epochSeconds } from '../dynamo/dynamo.ts';
import { readRow, rowsUnder } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { type Filing, filingRow } from './filing.ts';
import { filingKey, filingsTable } from './filing-keys.ts';

/** Reads the row of a filing. */
export const parseFiling = rowParser('Filing', 'head', filingRow);
const guardRow = () => z.object({ filingId: z.string(), requestHash: z.string() });
/** What stands in the way of a second filing: the first one, and the hash of the request that made it. */
export type Guard = z.infer<ReturnType<typeof guardRow>>;

/** Reads the row of a guard. */
export const parseGuard = rowParser('Guard', 'guard', guardRow);
const parseEntry = rowParser('FilingEntry', 'entry', filingEntry);

/** The filing with this id, whatever account it is of. */
export const getFiling = (id: string): Promise<Filing | undefined> =>
  readRow(parseFiling, filingKey.head(id), filingsTable());

/** The filing that has this guard, if any. @param name as of `guardName` */
export const findGuarded = async (name: string, now: Date): Promise<Filing | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: filingsTable(), Key: filingKey.guard(name), ConsistentRead: true }),
  );
  const isHeld = Item && (Item.expires === undefined || Number(Item.expires) > epochSeconds(now));
  return isHeld ? getFiling(parseGuard(Item).filingId) : undefined;
};

/** The several things that a filing filed, in order; none where it filed one. */
export const listEntries = (id: string): Promise<FilingEntry[]> =>
  rowsUnder({ pk: filingKey.head(id).pk, sk: 'entry#' }, parseEntry, filingsTable());
