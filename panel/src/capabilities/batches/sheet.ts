import { useRef, useState } from 'preact/hooks';
import type { BatchOptions, SheetFile } from '../../../../client/src/types.ts';
import { useShared } from '../../shared/context.ts';
import { isAsked, isFaulty, lacksReading } from './batch.ts';
import { type Chosen, mappingOf, openHeaders, proposed, type Sheet, type Values } from './chosen-columns.ts';

/** Names of files that have headers. */
export const SHEET = /\.(?:xlsx|csv)$/i;
/** Size of the largest file that the gateway accepts, in bytes. */
const MOST_BYTES = 3 * 1024 * 1024;

/** Where a person says that the rows of a file are. */
export type Place = Pick<SheetFile, 'tab' | 'headerRow'>;

/** A file to send, and the columns that a person chose for its headers. */
export interface ReadSheet {
  file: SheetFile;
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
  const [placed, setPlaced] = useState<Place>({});
  const isTooLarge = file !== undefined && file.size > MOST_BYTES;
  const sheet = asked?.operation === operation ? asked?.sheet : undefined;
  const wasReadAgain = asked?.wasReadAgain === true;
  const open = sheet ? openHeaders(sheet, chosen) : [];
  const isReady = open.length === 0 && !(sheet && isFaulty(sheet));
  /** The file that is there now, for readings that end later. */
  const current = useRef(file);
  const take = (chosenFile: File | undefined) => {
    current.current = chosenFile;
    setFile(chosenFile);
    setAsked(undefined);
    setChosen({});
    setValues({});
    setPlaced({});
  };
  const fileAt = async (of: File, at: Place): Promise<SheetFile> => ({
    name: of.name,
    bytes: new Uint8Array(await of.arrayBuffer()),
    ...at,
  });
  const columnsOf = (sent: SheetFile, mapping = replaced) =>
    session.gateway.batches.columnsOf(sent, {
      ...(operation && { operation }),
      ...(mapping.length > 0 && { mapping }),
    });
  const ask = (headers: Sheet, at: Place) => {
    if (current.current !== file) return;
    setAsked({ sheet: headers, operation });
    setChosen(proposed(headers));
    // Only a tab that a person picked is sent as chosen: without it, the service refuses a book with an equal tab.
    setPlaced(at);
  };
  /** Reads the headers in another tab or row. What was chosen for others is gone. */
  const place = async (at: Place) => {
    if (file) ask(await columnsOf(await fileAt(file, at)), at);
  };
  /** The file to be sent; `undefined` while headers are still to be chosen. @param check throws to reject the headers */
  const read = async (check?: (headers: Sheet) => void): Promise<ReadSheet | undefined> => {
    if (!file || isTooLarge || !isReady) return undefined;
    const sent = await fileAt(file, placed);
    if (!sheet && SHEET.test(file.name)) {
      const headers = await columnsOf(sent);
      if (current.current !== file) return undefined;
      check?.(headers);
      if (headers.columns.some(isAsked) || headers.tabs.length > 1) {
        ask(headers, placed);
        return undefined;
      }
    }
    const mapping = SHEET.test(file.name) ? [...replaced, ...(sheet ? mappingOf(chosen, values) : [])] : [];
    if (sheet && !wasReadAgain) {
      // The cells of a column that was just chosen may be in several codes, and another tab may have all chosen columns, too.
      const again = await columnsOf(sent, mapping);
      if (current.current !== file) return undefined;
      if (
        again.header_row === null ||
        again.columns.some((column) => lacksReading(column) && chosen[column.header] === column.column)
      ) {
        setAsked({ sheet: again, operation, wasReadAgain: true });
        return undefined;
      }
    }
    return { file: sent, mapping };
  };
  const mapped = { placed, chosen, onChange: setChosen, values, onValues: setValues };
  return { file, take, sheet, mapped, place, open, isReady, isTooLarge, read };
};
