import type { Data } from '../../../../client/src/types.ts';
import { isAsked, lacksReading, type SheetColumn } from './batch.ts';

/** The columns that a person chose for the headers of a sheet. */

/** The headers of a sheet, and which columns they mean. */
export type Sheet = Data<'readBatchColumns'>;
/**
 * The column that a person chose, by header; an empty text for a column that is not read. The code of its cells follows a colon,
 * as in `sexo:HM`; after the colon nothing stands for a person who does not know it.
 */
export type Chosen = Record<string, string>;

type Reading = NonNullable<SheetColumn['reading']>;

/** The values that a person gives to all rows, by column. */
export type Values = Record<string, string>;

/** The columns that a person chose. */
export const givenIn = (chosen: Chosen): Set<string | undefined> =>
  new Set(Object.values(chosen).map((text) => text.split(':')[0]));

/** The choice for a header as the interface takes it, and the values of all rows. A chosen column needs no value. */
export const mappingOf = (chosen: Chosen, values: Values = {}) => [
  ...Object.entries(chosen).map(([header, text]) => {
    const [column, reading] = text.split(':');
    return { header, ...(column && { column }), ...(reading && { reading: reading as Reading }) };
  }),
  ...Object.entries(values).flatMap(([column, text]) => {
    const value = text.trim();
    return value && !givenIn(chosen).has(column) ? [{ column, value }] : [];
  }),
];

/** The choices that are proposed for uncertain headers. */
export const proposed = ({ columns }: Sheet): Chosen =>
  Object.fromEntries(columns.filter(isAsked).flatMap((column) => offeredFor(column)));

const offeredFor = ({ header, column, how, reading }: SheetColumn): [string, string][] => {
  // Not reading a column must be chosen by the person, unless it was chosen for an earlier sheet.
  if (column === null) return how === 'remembered' ? [[header, '']] : [];
  if (how === 'twice') return [];
  return [[header, reading ? `${column}:${reading}` : column]];
};

/** Headers for which no column is chosen yet. */
export const openHeaders = ({ columns }: Sheet, chosen: Chosen): string[] =>
  columns.flatMap((column) => {
    const choice = chosen[column.header];
    // Another column than the one that was read has no code to choose.
    const isOpen = choice === undefined || (lacksReading(column) && choice === column.column);
    return isAsked(column) && isOpen ? column.header : [];
  });
