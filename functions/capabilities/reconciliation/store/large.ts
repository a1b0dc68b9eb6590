import { createHash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dynamo } from '../../../../shared/stores/dynamo/dynamo.ts';
import { rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { filingsTable } from '../../../../shared/stores/filings/filing-keys.ts';
import type { RowKey } from '../../../../shared/stores/keyspace.ts';
import { put } from '../../../../shared/stores/table.ts';
import { PACKED, type Reconciliation } from './reconciliation-row.ts';

/**
 * A comparison of thousands of workers is larger than DynamoDB's limit for a row (400 KB), even compressed. Its row has the
 * beginning of each compressed member, and further rows of the same partition have the rest.
 */

/** The most bytes of a packed member in one row, so that all three fit. */
const MOST = 100_000;

/** Prefix of the sort keys of these rows. */
export const PARTS = 'part#';

type Facts = Partial<Reconciliation>;

const parsePart = rowParser('ReconciliationPart', 'part', () =>
  z.object({ bytes: z.instanceof(Uint8Array<ArrayBuffer>) }),
);

/**
 * Writes what does not fit into the row of a comparison. Idempotent: the same content has the same keys, and other content has
 * other keys.
 * @param pk of the comparison
 * @param expires of these rows, in seconds since the epoch
 * @returns the members for the row
 */
export const writeLarge = async <Given extends Facts>(
  facts: Given,
  { pk, expires }: Pick<RowKey, 'pk'> & { expires: number },
): Promise<Given> => {
  const kept: Facts = { ...facts };
  for (const member of PACKED) {
    const packed = facts[member];
    if (!packed || packed.length <= MOST) continue;
    const name = `${member}#${createHash('sha256').update(packed).digest('hex')}#`;
    let count = 0;
    for (let from = MOST; from < packed.length; from += MOST) {
      const sk = `${PARTS}${name}${String(count).padStart(4, '0')}`;
      const row = { pk, sk, bytes: packed.slice(from, from + MOST), expires };
      await dynamo().send(new PutCommand(put(filingsTable(), row)));
      count += 1;
    }
    kept[member] = packed.slice(0, MOST);
    kept.rest = { ...kept.rest, [member]: { name, count } };
  }
  return kept as Given;
};

/** A comparison with its whole packed members. @throws Error if a part is missing */
export const readLarge = async (
  reconciliation: Reconciliation,
  { pk }: Pick<RowKey, 'pk'>,
): Promise<Reconciliation> => {
  const { rest, ...whole } = reconciliation;
  for (const member of PACKED) {
    const more = rest?.[member];
    const begin = reconciliation[member];
    if (!more || !begin) continue;
    const parts = await rowsUnder({ pk, sk: PARTS + more.name }, parsePart, filingsTable());
    if (parts.length !== more.count) throw new Error('a comparison lacks a part');
    whole[member] = new Uint8Array(Buffer.concat([begin, ...parts.map(({ bytes }) => bytes)]));
  }
  return { ...whole, ...(rest && { rest }) };
};
