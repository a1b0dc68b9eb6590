import { useState } from 'preact/hooks';
import { base64 } from '../../../../client/src/batches.ts';
import type { Data } from '../../../../client/src/types.ts';
import { useAction, useShared } from '../../shared/context.ts';
import { save } from '../../shared/download.ts';
import { Drop } from '../../shared/drop.tsx';
import { addressOf } from '../../shared/route.ts';
import { Failure, Success } from '../../shared/shown.tsx';
import { Table } from '../../shared/table.tsx';
import { inPlainWords } from '../../shared/words.ts';
import { MapColumns } from '../batches/map-columns.tsx';
import { useSheet } from '../batches/sheet.ts';
import { inTitle, savedText } from './saved-companies.ts';

/** The name of companies in requests for columns and templates. */
const COMPANIES = 'companies';

/** Saves the companies of a file, or of rows that are pasted. A row that was wrong is corrected in the sheet, which is sent whole again. */
export const ImportCompanies = ({ onSaved }: { onSaved(): void }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const { file, take, sheet, mapped, open, isTooLarge, read } = useSheet(COMPANIES);
  const [result, setResult] = useState<Data<'importCompanies'>>();
  const [pasted, setPasted] = useState('');
  const begin = (chosen: File | undefined) => {
    setResult(undefined);
    take(chosen);
  };
  const send = () =>
    run(async () => {
      const sheetRead = await read();
      if (!sheetRead) return;
      const { name, bytes } = sheetRead.file;
      const { data } = await session.gateway.importCompanies({
        file: { name, content: base64(bytes) },
        ...(sheetRead.mapping.length > 0 && { mapping: sheetRead.mapping }),
      });
      take(undefined);
      setPasted('');
      setResult(data);
      onSaved();
    });
  const template = () =>
    run(async () => {
      const { data } = await session.gateway.getBatchTemplate({ operation: COMPANIES, format: 'xlsx' });
      await save(session, data.file);
    }, false);
  return (
    <details class="box">
      <summary>Añadir las de una hoja</summary>
      <p class="small">
        Una fila por cuenta de cotización: nombre, CIF, régimen y cuenta; el e-mail no hace falta. Las que ya
        están no se guardan dos veces.
      </p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => void template()}>
          Descargar un modelo (xlsx)
        </button>
      </div>
      <Drop
        label="la hoja de empresas (xlsx o csv)"
        accept=".xlsx,.csv"
        onFile={begin}
        onSubmit={() => void send()}
      >
        {!file && (
          <>
            <label for="pasted-companies">O pegue aquí las filas, con sus cabeceras</label>
            <textarea
              id="pasted-companies"
              rows={3}
              value={pasted}
              onInput={({ currentTarget }) => setPasted(currentTarget.value)}
            />
            {pasted.trim() !== '' && (
              <button type="button" onClick={() => begin(new File([pasted], 'filas pegadas.csv'))}>
                Usar estas filas
              </button>
            )}
          </>
        )}
        {file && (
          <>
            <p class="strong">{file.name}</p>
            {isTooLarge ? (
              <p class="mistake">Ocupa más de 3 MB: quite lo que no sea de las empresas.</p>
            ) : (
              <>
                {sheet && <MapColumns sheet={sheet} {...mapped} />}
                <button type="submit" class="main" disabled={isBusy || open.length > 0}>
                  {isBusy ? 'Leyendo…' : 'Guardar las empresas'}
                </button>
                {open.length > 0 && <p class="small">Elija antes: {open.join(', ')}.</p>}
              </>
            )}
          </>
        )}
      </Drop>
      <Failure problem={problem} />
      {result && <Result of={result} />}
    </details>
  );
};

const Result = ({ of: { companies, wrong, notes } }: { of: Data<'importCompanies'> }) => (
  <>
    <Success text={savedText(companies)} />
    {wrong.length > 0 && (
      <>
        <p class="notice warn">
          {wrong.length === 1 ? 'Una fila no se ha guardado' : `${wrong.length} filas no se han guardado`}:
          corríjalas en su hoja y envíela otra vez, entera.
        </p>
        <Table caption="Filas sin guardar" columns={['Fila', 'Empresa', 'Qué le pasa']}>
          {wrong.map(({ row, nombre, mistakes }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              <td>{nombre}</td>
              <td>
                {mistakes.map((text) => (
                  <p key={text} class="mistake">
                    {inPlainWords(inTitle(text))}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </Table>
      </>
    )}
    {[
      ...notes.map((text) => ({ text, id: undefined })),
      ...companies.flatMap(({ customerID, nombre, state, messages }) =>
        state === 'unchanged' && messages.length === 1
          ? []
          : messages.map((text) => ({ text: `${nombre}: ${text}`, id: customerID })),
      ),
    ].map(({ text, id }) => (
      <p key={text} class="small">
        {id === undefined ? inPlainWords(text) : <a href={addressOf('empresas', String(id))}>{text}</a>}
      </p>
    ))}
  </>
);
