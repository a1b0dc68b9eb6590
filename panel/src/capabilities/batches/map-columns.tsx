import { TextField } from '../../shared/field.tsx';
import { Table } from '../../shared/table.tsx';
import { chosenTabOf, isAsked, isFaulty, type SheetColumn } from './batch.ts';
import { type Chosen, givenIn, type Sheet, type Values } from './chosen-columns.ts';
import type { Place } from './sheet.ts';

/** The codes in which cells may be, as a person chooses them. */
const READINGS: Record<NonNullable<SheetColumn['reading']>, string> = {
  HM: 'M es mujer (y H o V, hombre)',
  MF: 'M es hombre (y F, mujer)',
  percent: 'En porcentaje: 50 es el 50 % de la jornada',
  thousandths: 'En milésimas: 50 es el 5 % de la jornada',
  fraction: 'En tanto por uno: 1 es la jornada completa',
};

const HOW: Partial<Record<SheetColumn['how'], string>> = {
  remembered: 'como la última vez',
  twice: 'hay otra igual',
};

/** Asks the person which columns the uncertain headers mean, and lets another tab, row of headers or column be chosen. */
export const MapColumns = ({
  sheet,
  isBusy,
  placed,
  onPlace,
  chosen,
  onChange,
  values,
  onValues,
}: {
  sheet: Sheet;
  isBusy: boolean;
  /** What a person chose. */
  placed: Place;
  /** Reads the sheet anew from there. */
  onPlace(place: Place): void;
  chosen: Chosen;
  onChange(chosen: Chosen): void;
  values: Values;
  onValues(values: Values): void;
}) => {
  const asked = sheet.columns.filter(isAsked);
  const certain = sheet.columns.filter((column) => !isAsked(column) && column.column !== null);
  const titleOf = (column: string | null) =>
    sheet.fields.find((field) => field.column === column)?.title ?? column ?? '';
  const given = givenIn(chosen);
  const missing = sheet.missing.filter((name) => !given.has(name));
  // What the service names itself, such as the column of trámites, is no choice.
  const changeable = certain.filter(({ column }) => sheet.fields.some((field) => field.column === column));
  const choiceFor = (column: SheetColumn) => (
    <select
      aria-label={`Qué es ${column.header}`}
      value={chosen[column.header]?.split(':')[0] ?? (isAsked(column) ? '?' : (column.column ?? ''))}
      onChange={({ currentTarget: { value } }) => {
        const { [column.header]: _, ...others } = chosen;
        onChange(value === '?' ? others : { ...others, [column.header]: value });
      }}
    >
      {isAsked(column) && <option value="?">Elija…</option>}
      <option value="">No leer esta columna</option>
      {sheet.fields.map(({ column, title, required }) => (
        <option key={column} value={column}>
          {title}
          {required && ' (obligatorio)'}
        </option>
      ))}
    </select>
  );
  return (
    <>
      <p>
        <b>Compruebe las columnas de su hoja</b> ({sheet.rows} filas). Se recuerda para la próxima.
      </p>
      <ChoosePlace sheet={sheet} isBusy={isBusy} placed={placed} onPlace={onPlace} />
      {sheet.faults.map((fault) => (
        <p key={fault} class="mistake">
          {fault}
        </p>
      ))}
      {sheet.fields.length === 0 && (
        <p class="notice">Elija arriba qué trámite hace cada fila, y se le ofrecerán sus datos.</p>
      )}
      {asked.length > 0 && (
        <Table caption="Lo que no es seguro" columns={['Su columna', 'Qué es']}>
          {asked.map((column) => (
            <tr key={column.header}>
              <th scope="row">{column.header}</th>
              <td>
                {choiceFor(column)}
                {column.readings && chosen[column.header]?.split(':')[0] === column.column && (
                  <p>
                    <select
                      aria-label={`Cómo está escrita ${column.header}`}
                      value={chosen[column.header]!.split(':')[1] ?? '?'}
                      onChange={({ currentTarget: { value } }) =>
                        onChange({
                          ...chosen,
                          [column.header]: value === '?' ? column.column! : `${column.column}:${value}`,
                        })
                      }
                    >
                      <option value="?">¿Cómo está escrita? Elija…</option>
                      {column.readings.map((reading) => (
                        <option key={reading} value={reading}>
                          {READINGS[reading]}
                        </option>
                      ))}
                      <option value="">No lo sé: corregir después esas celdas</option>
                    </select>
                  </p>
                )}
                {HOW[column.how] && <p class="small">{HOW[column.how]}</p>}
                {column.samples.length > 0 && <p class="small">Valores: {column.samples.join(' · ')}</p>}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {certain.length > 0 && (
        <details>
          <summary>
            Se entiende: {certain.map(({ header, column }) => `${header} → ${titleOf(column)}`).join('; ')}
          </summary>
          <Table caption="Lo que se entiende" columns={['Su columna', 'Qué es']}>
            {changeable.map((column) => (
              <tr key={column.header}>
                <th scope="row">{column.header}</th>
                <td>{choiceFor(column)}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
      {missing.length > 0 && (
        <fieldset>
          <legend>Falta en la hoja: si es igual en todas las filas, escríbalo aquí</legend>
          {missing.map((column) => (
            <TextField
              key={column}
              label={titleOf(column)}
              value={values[column] ?? ''}
              onChange={(value) => onValues({ ...values, [column]: value })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
};

/** The tab of the book that is read, and the row of its headers, among its first rows as they are written. */
const ChoosePlace = ({
  sheet,
  sheet: { tabs, header_row, first_rows },
  isBusy,
  placed,
  onPlace,
}: {
  sheet: Sheet;
  isBusy: boolean;
  placed: Place;
  onPlace(place: Place): void;
}) => (
  <>
    {tabs.length > 1 && (
      <div class="field">
        <label for="tab">Hoja del libro que se lee</label>
        <select
          id="tab"
          disabled={isBusy}
          value={chosenTabOf(sheet, placed.tab)}
          onChange={({ currentTarget: { value } }) => onPlace({ tab: value })}
        >
          <option value="" hidden>
            Elija…
          </option>
          {tabs.map(({ name, hidden }) => (
            <option key={name} value={name}>
              {name}
              {hidden && ' (oculta)'}
            </option>
          ))}
        </select>
      </div>
    )}
    {first_rows.length > 0 && (
      <details open={isFaulty(sheet)}>
        <summary>
          {header_row === null ? 'Elija la fila de las cabeceras' : `Cabeceras: las de la fila ${header_row}`}
        </summary>
        <fieldset class="rows" disabled={isBusy}>
          <legend class="small">¿Qué fila tiene las cabeceras? Lo que hay encima no se lee.</legend>
          {first_rows.map(({ row, cells }) => (
            <label key={row} class="check">
              <input
                type="radio"
                name="header-row"
                checked={row === (isFaulty(sheet) ? placed.headerRow : header_row)}
                onChange={() => onPlace({ ...placed, headerRow: row })}
              />{' '}
              {row}: {cells.filter(Boolean).join(' · ')}
            </label>
          ))}
        </fieldset>
      </details>
    )}
  </>
);
