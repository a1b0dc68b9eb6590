import { type BatchRow, columnsOf, kindsOf, ROW_STATES, remarksAt } from '../logic/batch.ts';
import { addressOf } from '../logic/route.ts';
import { useLoaded } from './context.ts';
import { readReference } from './reference.ts';
import { Badge } from './shown.tsx';

/** What operations are called; nothing until that is known. */
export const useTitles = (): Map<string, string> => {
  const { data } = useLoaded(
    async () =>
      new Map(kindsOf(await readReference()).map(({ operation, title }) => [operation, title] as const)),
    [],
  );
  return data ?? new Map();
};

const Remarks = ({ texts, kind }: { texts: string[]; kind: 'mistake' | 'small' }) =>
  texts.map((text) => (
    <p key={text} class={kind}>
      {text}
    </p>
  ));

/** Rows of a sheet as they were written, with what is wrong in each cell. */
export const RowTable = ({ rows, caption }: { rows: readonly BatchRow[]; caption: string }) => {
  const titles = useTitles();
  const columns = columnsOf(rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard a part that scrolls is reached no other way.
    <section class="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="small">{caption}</caption>
        <thead>
          <tr>
            {['Fila', 'Estado', 'Trámite', ...columns].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <th scope="row">{row.row}</th>
              <td>
                <Badge state={ROW_STATES[row.state]} />
                <Remarks texts={row.messages} kind="small" />
              </td>
              <td>
                {titles.get(row.operation) ?? row.operation}
                <Remarks texts={remarksAt(row.mistakes)} kind="mistake" />
                {(row.filings.length > 0 ? row.filings : row.dryRuns).map((id) => (
                  <p key={id} class="small">
                    <a href={addressOf('tramites', id)}>
                      {row.filings.length > 0 ? 'Ver el trámite' : 'Ver la prueba'}
                      <span class="unseen"> de la fila {row.row}</span>
                    </a>
                  </p>
                ))}
              </td>
              {columns.map((column) => {
                const mistakes = remarksAt(row.mistakes, column);
                return (
                  <td key={column} class={mistakes.length > 0 ? 'wrong' : ''}>
                    {row.cells?.[column]}
                    <Remarks texts={mistakes} kind="mistake" />
                    <Remarks texts={remarksAt(row.notes, column)} kind="small" />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
