import { useState } from 'preact/hooks';
import type { BatchOptions } from '../../../../client/src/types.ts';
import { useShared } from '../../shared/context.ts';
import { isAsked, lacksReading } from './batch.ts';
import { type Chosen, mappingOf, openHeaders, proposed, type Sheet, type Values } from './map-columns.tsx';

/** Names of files that have headers. */
export const SHEET = /\.(?:xlsx|csv)$/i;
/** Size of the largest file that the gateway accepts, in bytes. */
const MOST_BYTES = 3 * 1024 * 1024;

/** A file to send, and the columns that a person chose for its headers. */
export interface ReadSheet {
  file: { name: string; bytes: Uint8Array };
  mapping: NonNullable<BatchOptions['mapping']>;
}

/**
 * The state of a sheet that is dropped or chosen: its headers are read, and the person is asked about the uncertain ones.
 * @param operation the kind of its rows
 * @param more.replaced columns that were chosen for the sheet that it replaces, and are not asked for again
 * @param more.given a file that is there from the start
 */
export const useSheet = (
  operation: string | undefined,
  { replaced = [], given }: { replaced?: ReadSheet['mapping'] | undefined; given?: File | undefined } = {},
) => {
  const { session } = useShared();
  const [file, setFile] = useState(given);
  /** The headers to ask about, and the kind of row for which they were read. */
  const [asked, setAsked] = useState<{
    sheet: Sheet;
    operation: string | undefined;
    wasReadAgain?: boolean;
  }>();
  const [chosen, setChosen] = useState<Chosen>({});
  const [values, setValues] = useState<Values>({});
  const isTooLarge = file !== undefined && file.size > MOST_BYTES;
  const sheet = asked?.operation === operation ? asked?.sheet : undefined;
  const wasReadAgain = asked?.wasReadAgain === true;
  const open = sheet ? openHeaders(sheet, chosen) : [];
  const take = (chosenFile: File | undefined) => {
    setFile(chosenFile);
    setAsked(undefined);
    setChosen({});
    setValues({});
  };
  /** The file to be sent; `undefined` while headers are still to be chosen. @param check throws to reject the headers */
  const read = async (check?: (headers: Sheet) => void): Promise<ReadSheet | undefined> => {
    if (!file || isTooLarge || open.length > 0) return undefined;
    const sent = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    if (!sheet && SHEET.test(file.name)) {
      const headers = await session.gateway.batches.columnsOf(sent, {
        ...(operation && { operation }),
        ...(replaced.length > 0 && { mapping: replaced }),
      });
      check?.(headers);
      if (headers.columns.some(isAsked)) {
        setAsked({ sheet: headers, operation });
        setChosen(proposed(headers));
        return undefined;
      }
    }
    const mapping = SHEET.test(file.name) ? [...replaced, ...(sheet ? mappingOf(chosen, values) : [])] : [];
    if (sheet && !wasReadAgain) {
      // The cells of a column that was just chosen may be in several codes.
      const again = await session.gateway.batches.columnsOf(sent, {
        ...(operation && { operation }),
        mapping,
      });
      if (again.columns.some((column) => lacksReading(column) && chosen[column.header] === column.column)) {
        setAsked({ sheet: again, operation, wasReadAgain: true });
        return undefined;
      }
    }
    return { file: sent, mapping };
  };
  const mapped = { chosen, onChange: setChosen, values, onValues: setValues };
  return { file, take, sheet, mapped, open, isTooLarge, read };
};
