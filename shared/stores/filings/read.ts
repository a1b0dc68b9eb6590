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
const lockRow = () => z.object({ filingId: z.string(), requestHash: z.string() });
/** A lock's row: the first filing, and the hash of its request. */
export type Lock = z.infer<ReturnType<typeof lockRow>>;

/** Reads the row of a lock. */
export const parseLock = rowParser('Guard', 'guard', lockRow);
const parseEntry = rowParser('FilingEntry', 'entry', filingEntry);

/** The filing with this id, of any account. */
export const getFiling = (id: string): Promise<Filing | undefined> =>
  readRow(parseFiling, filingKey.head(id), filingsTable());

/** The filing that has this lock, if any. @param name as of `lockName` */
export const findLocked = async (name: string, now: Date): Promise<Filing | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: filingsTable(), Key: filingKey.lock(name), ConsistentRead: true }),
  );
  const isHeld = Item && (Item.expires === undefined || Number(Item.expires) > epochSeconds(now));
  return isHeld ? getFiling(parseLock(Item).filingId) : undefined;
};

/** The several things that a filing filed, in order; none where it filed one. */
export const listEntries = (id: string): Promise<FilingEntry[]> =>
  rowsUnder({ pk: filingKey.head(id).pk, sk: 'entry#' }, parseEntry, filingsTable());
