import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useAction } from '../../shared/context.ts';
import { Drop } from '../../shared/drop.tsx';
import { Failure } from '../../shared/shown.tsx';
import type { Sheet } from './chosen-columns.ts';
import { MapColumns } from './map-columns.tsx';
import { type ReadSheet, useSheet } from './sheet.ts';

/** The extension of pasted rows: what spreadsheet programs copy is divided by tabulators, as such a file may be. */
const PASTED = 'filas pegadas.csv';

/**
 * A form for a sheet: it is dropped, chosen or pasted, its tab, headers and columns are asked about, and it is sent. What is sent is
 * gone from the form afterwards.
 */
export const SheetForm = ({
  label,
  accept,
  act,
  operation,
  replaced,
  given,
  givenName,
  isReady: hasFields = true,
  check,
  onFile,
  onSend,
  children,
}: {
  /** Says which file is expected. */
  label: string;
  /** Accepted file extensions, such as `.xlsx,.csv`. */
  accept: string;
  /** The text of the button that sends it. */
  act: string;
  /** The kind of its rows. */
  operation: string | undefined;
  /** Columns that were chosen for the sheet that it replaces. */
  replaced?: ReadSheet['mapping'] | undefined;
  /** A file that is there from the start, and its name for people. No rows are pasted in its place. */
  given?: File | undefined;
  givenName?: string | undefined;
  /** Whether the further fields are there, so that it can be sent. */
  isReady?: boolean;
  /** Rejects a sheet by its headers. @throws Error with the reason for a person */
  check?(headers: Sheet): void;
  /** Called when another file, or none, is chosen. */
  onFile?(): void;
  onSend(sheet: ReadSheet): Promise<void>;
  /** Further fields, which are shown once there is a file. */
  children?: ComponentChildren;
}) => {
  const { run, isBusy, problem } = useAction();
  const { file, take, sheet, mapped, place, open, isReady, isTooLarge, read } = useSheet(operation, {
    replaced,
    given,
  });
  const [pasted, setPasted] = useState('');
  const id = useId();
  const begin = (chosen: File | undefined) => {
    onFile?.();
    take(chosen);
  };
  const send = () =>
    run(async () => {
      const sheetRead = await read(check);
      if (!sheetRead) return;
      await onSend(sheetRead);
      take(undefined);
      setPasted('');
    });
  return (
    <>
      <Drop label={label} accept={accept} onFile={begin} onSubmit={() => void send()}>
        {!file && (
          <>
            <label for={id}>O pegue aquí las filas, con sus cabeceras</label>
            <textarea
              id={id}
              rows={3}
              value={pasted}
              onInput={({ currentTarget }) => setPasted(currentTarget.value)}
            />
            {pasted.trim() !== '' && (
              <button type="button" onClick={() => begin(new File([pasted], PASTED))}>
                Usar estas filas
              </button>
            )}
          </>
        )}
        {file && (
          <>
            <p class="strong">{file === given ? givenName : file.name}</p>
            {isTooLarge ? (
              <p class="mistake">Ocupa más de 3 MB: quite lo que no haga falta, o divídalo en varios.</p>
            ) : (
              <>
                {sheet && (
                  <MapColumns
                    sheet={sheet}
                    {...mapped}
                    isBusy={isBusy}
                    onPlace={(chosen) => void run(() => place(chosen), false)}
                  />
                )}
                {children}
                <button type="submit" class="main" disabled={isBusy || !hasFields || !isReady}>
                  {isBusy ? 'Leyendo…' : act}
                </button>
                {open.length > 0 && <p class="small">Elija antes: {open.join(', ')}.</p>}
              </>
            )}
          </>
        )}
      </Drop>
      <Failure problem={problem} />
    </>
  );
};
