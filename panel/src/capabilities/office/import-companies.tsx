import { useState } from 'preact/hooks';
import { sentFile } from '../../../../client/src/batches.ts';
import type { Data } from '../../../../client/src/types.ts';
import { useAction, useShared } from '../../shared/context.ts';
import { save } from '../../shared/download.ts';
import { addressOf } from '../../shared/route.ts';
import { Failure, Success } from '../../shared/shown.tsx';
import { Table } from '../../shared/table.tsx';
import { inPlainWords } from '../../shared/words.ts';
import { SheetForm } from '../batches/sheet-form.tsx';
import { inTitle, savedText } from './saved-companies.ts';

/** The name of companies in requests for columns and templates. */
const COMPANIES = 'companies';

/** Saves the companies of a file, or of rows that are pasted. A row that was wrong is corrected in the sheet, which is sent whole again. */
export const ImportCompanies = ({ onSaved }: { onSaved(): void }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [result, setResult] = useState<Data<'importCompanies'>>();
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
      <SheetForm
        label="la hoja de empresas (xlsx o csv)"
        accept=".xlsx,.csv"
        act="Guardar las empresas"
        operation={COMPANIES}
        onFile={() => setResult(undefined)}
        onSend={async ({ file, mapping }) => {
          const { data } = await session.gateway.importCompanies({
            file: sentFile(file),
            ...(mapping.length > 0 && { mapping }),
          });
          setResult(data);
          onSaved();
        }}
      />
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
