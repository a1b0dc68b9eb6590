import { useState } from 'preact/hooks';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { first } from '../../shared/first.ts';
import { readReference } from '../../shared/reference.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Failure, Line, Listed, Show, Title } from '../../shared/shown.tsx';
import { type Batch, type Kind, kindsOf, nameOf, stateOf } from './batch.ts';
import { SendSheet } from './send-sheet.tsx';

/** The most batches in the list. */
const MOST = 100;

/** The page to import a sheet: its template, a place for the file, and the batches of the last days. */
export const Import = () => {
  const { session } = useShared();
  const [operation, setOperation] = useState('');
  const kinds = useLoaded(async () => kindsOf(await readReference()), []);
  const batches = useLoaded(() => first(session.gateway.listBatches.each(), MOST), []);
  // Attempts that a corrected sheet replaced are no work any more.
  const cancelled = batches.data?.filter(({ state }) => state === 'cancelled') ?? [];
  const kind = kinds.data?.find((kind) => kind.operation === operation);
  return (
    <>
      <Title>Importar</Title>
      {session.role !== 'reads' && (
        <>
          <p>
            Sirve su propia hoja: se buscan las cabeceras y se le pregunta lo que no se entienda. Cada fila es
            un trámite. Primero se comprueban y se prueban todas, sin presentar nada; después se presentan las
            que usted confirme.
          </p>
          <Show of={kinds}>
            {(kinds) => <Template kinds={kinds} kind={kind} operation={operation} onChange={setOperation} />}
          </Show>
          <SendSheet label="la hoja (xlsx, csv, AFI, XML de Contrat@ o json)" kind={kind} />
        </>
      )}
      <h2>Lotes de los últimos 30 días</h2>
      <Listed
        of={{ ...batches, data: batches.data?.filter(({ state }) => state !== 'cancelled') }}
        cut={{ at: MOST, says: `Hay más: aquí se ven los ${MOST} últimos.` }}
        none="Todavía no hay ninguno. El primero: elija arriba qué trámite hace cada fila, y suelte su hoja."
      >
        {(batch) => <Item key={batch.id} batch={batch} />}
      </Listed>
      {cancelled.length > 0 && (
        <details>
          <summary>Cancelados, o sustituidos por otra hoja ({cancelled.length})</summary>
          <ul class="list">
            {cancelled.map((batch) => (
              <Item key={batch.id} batch={batch} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

const Item = ({ batch }: { batch: Batch }) => {
  const { session } = useShared();
  return (
    <li>
      <Line name={nameOf(batch)} href={addressOf('importar', batch.id)}>
        <Badge state={stateOf(batch)} />
      </Line>
      <p class="small">
        {showMoment(batch.created_at)} · {batch.rows === 1 ? '1 fila' : `${batch.rows} filas`}
        {batch.user !== session.id && ` · de ${batch.user_name ?? 'otra persona'}`}
        {batch.committed_by_name && ` · presentado por ${batch.committed_by_name}`}
      </p>
    </li>
  );
};

const Template = ({
  kinds,
  kind,
  operation,
  onChange,
}: {
  kinds: Kind[];
  kind: Kind | undefined;
  operation: string;
  onChange(operation: string): void;
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const groups = [...new Set(kinds.map(({ group }) => group))];
  return (
    <div class="field">
      <label for="kind">Qué trámite hace cada fila</label>
      <select id="kind" value={operation} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">El que diga cada fila (columna tramite)</option>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {kinds
              .filter((kind) => kind.group === group)
              .map((kind) => (
                <option key={kind.operation} value={kind.operation}>
                  {kind.title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      {kind && (
        <div class="actions">
          {(['xlsx', 'csv'] as const).map((format) => (
            <button
              key={format}
              type="button"
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  const { data } = await session.gateway.getBatchTemplate({ operation, format });
                  await save(session, data.file);
                })
              }
            >
              Descargar la plantilla ({format})
            </button>
          ))}
        </div>
      )}
      <Failure problem={problem} />
    </div>
  );
};
