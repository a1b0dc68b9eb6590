import type { Data } from '../../../client/src/types.ts';
import { isAsked, type SheetColumn } from '../logic/batch.ts';
import { Table } from './table.tsx';

/** The headers of a sheet, and which columns they mean. */
export type Sheet = Data<'readBatchColumns'>;
/** The column that a person chose, by header; an empty text for a column that is not read. */
export type Chosen = Record<string, string>;

/** The choices that are proposed for uncertain headers. */
export const proposed = ({ columns }: Sheet): Chosen =>
  Object.fromEntries(columns.filter(isAsked).flatMap((one) => offeredFor(one)));

const offeredFor = ({ header, column, how }: SheetColumn): [string, string][] => {
  // Not reading a column must be chosen by the person, unless it was chosen for an earlier sheet.
  if (column === null) return how === 'remembered' ? [[header, '']] : [];
  return how === 'twice' ? [] : [[header, column]];
};

/** Headers for which no column is chosen yet. */
export const openHeaders = ({ columns }: Sheet, chosen: Chosen): string[] =>
  columns.flatMap((one) => (isAsked(one) && chosen[one.header] === undefined ? one.header : []));

const HOW: Partial<Record<SheetColumn['how'], string>> = {
  remembered: 'como la última vez',
  twice: 'hay otra igual',
};

/** Asks the person which columns the uncertain headers mean. */
export const MapColumns = ({
  sheet,
  chosen,
  onChange,
}: {
  sheet: Sheet;
  chosen: Chosen;
  onChange(chosen: Chosen): void;
}) => {
  const asked = sheet.columns.filter(isAsked);
  const certain = sheet.columns.filter((one) => !isAsked(one) && one.column !== null);
  const titleOf = (column: string | null) =>
    sheet.fields.find((one) => one.column === column)?.title ?? column ?? '';
  const given = new Set([...Object.values(chosen), ...certain.map(({ column }) => column)]);
  const missing = sheet.missing.filter((column) => !given.has(column));
  return (
    <>
      <p>
        <b>Compruebe las columnas de su hoja</b> ({sheet.rows} filas). Se recuerda para la próxima.
      </p>
      {sheet.faults.map((fault) => (
        <p key={fault} class="mistake">
          {fault}
        </p>
      ))}
      {sheet.fields.length === 0 && (
        <p class="notice">Elija arriba qué trámite hace cada fila, y se le ofrecerán sus datos.</p>
      )}
      <Table caption="Lo que no es seguro" columns={['Su columna', 'Qué es', 'Valores']}>
        {asked.map((one) => (
          <tr key={one.header}>
            <th scope="row">{one.header}</th>
            <td>
              <select
                aria-label={`Qué es ${one.header}`}
                value={chosen[one.header] ?? '?'}
                onChange={({ currentTarget: { value } }) => {
                  const { [one.header]: _, ...others } = chosen;
                  onChange(value === '?' ? others : { ...others, [one.header]: value });
                }}
              >
                <option value="?">Elija…</option>
                <option value="">No leer esta columna</option>
                {sheet.fields.map(({ column, title, required }) => (
                  <option key={column} value={column}>
                    {title} ({column}){required && ' *'}
                  </option>
                ))}
              </select>
              {HOW[one.how] && <p class="small">{HOW[one.how]}</p>}
            </td>
            <td class="small">{one.samples.join(' · ')}</td>
          </tr>
        ))}
      </Table>
      {certain.length > 0 && (
        <p class="small">
          Se entiende: {certain.map(({ header, column }) => `${header} → ${titleOf(column)}`).join('; ')}.
        </p>
      )}
      {missing.length > 0 && (
        <p class="notice warn">Falta, y es obligatorio: {missing.map(titleOf).join('; ')}.</p>
      )}
    </>
  );
};
