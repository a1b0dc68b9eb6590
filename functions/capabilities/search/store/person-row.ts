import * as z from 'zod';
import { setting } from '../../../../shared/kernel/config.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';

/**
 * Rows by which workers and filings are found, in the table of obligations. Keys contain MACs in place of names and
 * numbers. The rows themselves name the worker, as rows of filings do.
 *
 * - `person#<mac of the document>#<reader>`: a worker, as one reader may know it;
 * - `word#<mac>#<mac of the document>#<reader>`: the same, once for the beginning of each word of the name and once
 *   for the NSS;
 * - `reference#<mac>`: the filing with a number that an authority gave it.
 */

/** A worker, as one reader knows it. */
const personRow = () =>
  z.object({
    /** MAC of the document, as of `listMac`. */
    mac: z.string(),
    /** Client company that may see it; 0 for what only users of the account may. */
    reader: z.int(),
    /** Client company of the worker; 0 if none is known. */
    company: z.int(),
    document: z.string(),
    nss: z.string().optional(),
    name: z.string().optional(),
  });
export type Person = z.infer<ReturnType<typeof personRow>>;
export const parsePerson = rowParser<Person>('Person', 'person', personRow);

/** Name and numbers of a worker, from a filing or an answer. */
export type Seen = Omit<Person, 'mac'>;

export const parseReference = rowParser('FoundReference', 'reference', () =>
  z.object({ filing: z.string() }),
);

/** How the partition keys begin: all rows of an account are in one partition. */
export const PEOPLE = 'people#';

/** Keys of these rows. */
export const personKey = {
  person: (accountId: string, mac: string, reader: number | '') => ({
    pk: `${PEOPLE}${accountId}`,
    sk: `person#${mac}#${reader}`,
  }),
  /** @param of MAC of a beginning of a word, or of an NSS; without the rest, how the keys of all with it begin */
  word: (accountId: string, of: string, person?: Pick<Person, 'mac' | 'reader'>) => ({
    pk: `${PEOPLE}${accountId}`,
    sk: `word#${of}#${person ? `${person.mac}#${person.reader}` : ''}`,
  }),
  reference: (accountId: string, mac: string) => ({ pk: `${PEOPLE}${accountId}`, sk: `reference#${mac}` }),
};

export const peopleTable = () => setting('OBLIGATIONS_TABLE');
