import { useState } from 'preact/hooks';
import { isUnderWay } from '../../../../client/src/under-way.ts';
import { Confirmed } from '../../shared/confirmed.tsx';
import { useAction, useAskedAgain, useChange, useLoaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { Pager } from '../../shared/pager.tsx';
import type { Problem } from '../../shared/problems.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Failure, Section, Show, Title, Warnings } from '../../shared/shown.tsx';
import { inPlainWords } from '../../shared/words.ts';
import {
  type Batch,
  type BatchRow,
  checksAgain,
  goodUntil,
  nameOf,
  nextOf,
  progressOf,
  ROW_STATES,
  stateOf,
  takesCorrections,
  unfiledIn,
} from './batch.ts';
import { Confirm } from './batch-confirm.tsx';
import { restOf } from './rest.ts';
import { RowTable } from './row-table.tsx';
import { SendSheet } from './send-sheet.tsx';

/**
 * Seconds between two requests for a batch if the answer does not say how long to wait: while it is under way, and while it
 * waits for a person.
 */
const WAITS = { underWay: 5, forPerson: 30 };

type State = BatchRow['state'];

/** Rows on a page. A value can be applied to all rows that are shown. */
const MOST_SHOWN = 100;

/** Seconds until the batch is requested again; `undefined` if it no longer changes by itself. */
const waitOf = (
  batch: Batch | undefined,
  { retryAfter, problem }: { retryAfter: number | undefined; problem: Problem | undefined },
): number | undefined => {
  if (problem) return problem.passes ? WAITS.underWay : undefined;
  if (batch && isUnderWay(batch)) return retryAfter ?? WAITS.underWay;
  return batch?.state === 'previewed' ? WAITS.forPerson : undefined;
};

/** The page of a batch: its progress, its rows with their mistakes, and what to do next. */
export const OneBatch = ({ id, isRepeated }: { id: string; isRepeated: boolean }) => {
  const { session, drafts } = useShared();
  const [chosen, choose] = useState<State | 'all'>();
  const [page, setPage] = useState(1);
  const loaded = useLoaded(
    async () => {
      const ask = (state?: State) =>
        session.gateway.getBatch({ batchId: id, page, perPage: MOST_SHOWN, ...(state && { state }) });
      let shown = chosen === 'all' ? undefined : chosen;
      let [answer] = await Promise.all([ask(shown), drafts.loaded()]);
      // Rows that need a correction are shown first, until a person chooses otherwise.
      if (chosen === undefined && answer.data.batch.counts.wrong > 0) {
        shown = 'wrong';
        answer = await ask(shown);
      }
      return { ...answer.data, shown, retryAfter: answer.retryAfter };
    },
    [id],
    [chosen, page],
  );
  const { data, problem, reload } = loaded;
  useAskedAgain(loaded, waitOf(data?.batch, { retryAfter: data?.retryAfter, problem }));

  return (
    <>
      <Title>Lote{data && `: ${nameOf(data.batch)}`}</Title>
      {isRepeated && (
        <p class="notice" role="status">
          Este fichero ya se había enviado: es este lote. No se ha enviado otra vez.
          {data &&
            checksAgain(data.batch, new Date()) &&
            ' Si ya ha arreglado lo que fallaba, pulse «Comprobar de nuevo».'}
        </p>
      )}
      <Show of={loaded}>
        {({ batch, rows, shown, pagination }) => (
          <>
            <HowFar batch={batch} />
            {batch.counts.leftOut > 0 && unfiledIn(batch) === 0 && (
              <LeftOut
                batch={batch}
                onShow={() => {
                  choose('leftOut');
                  setPage(1);
                }}
              />
            )}
            <Next batch={batch} isOfDue={isOfDue(rows)} onChange={reload} />
            {unfiledIn(batch) > 0 && session.role !== 'reads' && <Rest batch={batch} />}
            <Result batch={batch} />
            <h2>Filas</h2>
            <Choice
              batch={batch}
              chosen={shown}
              onChange={(state) => {
                choose(state ?? 'all');
                setPage(1);
              }}
            />
            {rows.length > 0 ? (
              <RowTable
                rows={rows}
                caption={shown ? ROW_STATES[shown].name : 'Todas las filas'}
                {...(session.role !== 'reads' && { correcting: { batch, onChange: reload } })}
              />
            ) : (
              <p class="muted">No hay filas así.</p>
            )}
            <Pager page={page} last={pagination.lastPage} onChange={setPage} />
          </>
        )}
      </Show>
    </>
  );
};

/** Whether the rows were made from obligations, so that there is no sheet to correct. */
const isOfDue = (rows: readonly BatchRow[]): boolean =>
  rows.length > 0 && rows.every(({ obligation }) => obligation !== null);

const HowFar = ({ batch }: { batch: Batch }) => {
  const { done, of } = progressOf(batch);
  const isOpen = takesCorrections(batch);
  return (
    <>
      <div class="line">
        <p role="status">
          <Badge state={stateOf(batch)} /> {batch.message && inPlainWords(batch.message)}
        </p>
        <span class="small">
          Enviado: {showMoment(batch.created_at)}
          {batch.user_name && ` por ${batch.user_name}`}
          {batch.committed_at && ` · presentado: ${showMoment(batch.committed_at)}`}
          {batch.committed_by_name && ` por ${batch.committed_by_name}`}
        </span>
      </div>
      {batch.notes.length > 0 && (
        <details class="small" open={isOpen}>
          <summary>Cómo se ha leído el fichero</summary>
          {batch.notes.map((note) => (
            <p key={note}>{inPlainWords(note)}</p>
          ))}
        </details>
      )}
      {isOpen && batch.warnings > 0 ? (
        <Warnings
          of={[
            batch.warnings === 1
              ? 'Una fila tiene avisos: está fuera de plazo, o conviene mirarla antes de presentar.'
              : `${batch.warnings} filas tienen avisos: están fuera de plazo, o conviene mirarlas antes de presentar.`,
          ]}
        />
      ) : null}
      {isUnderWay(batch) && (
        <>
          <progress value={done} max={of} aria-label="Filas hechas" />
          <p class="small">
            {done} de {of} filas{batch.ends_at && `; acabará hacia ${showMoment(batch.ends_at)}`}. Puede
            cerrar esta página: sigue sin usted.
          </p>
        </>
      )}
    </>
  );
};

/** Says that rows are left out, which their sheet hides or has struck out, or which a person left out. */
const LeftOut = ({ batch, onShow }: { batch: Batch; onShow(): void }) => {
  const count = batch.counts.leftOut;
  return (
    <div class="notice warn">
      <p>
        {count === 1
          ? 'Una fila queda fuera: no se prueba ni se presenta.'
          : `${count} filas quedan fuera: no se prueban ni se presentan.`}
        {takesCorrections(batch) && ` Si ${count === 1 ? '' : 'alguna '}debe presentarse, inclúyala.`}
      </p>
      <button type="button" onClick={onShow}>
        {count === 1 ? 'Verla' : 'Verlas'}
      </button>
    </div>
  );
};

/** The actions for the batch: correct it, commit it, wait for another person, or stop it. */
const Next = ({ batch, isOfDue, onChange }: { batch: Batch; isOfDue: boolean; onChange(): void }) => {
  const { session } = useShared();
  const { act, ...action } = useChange(onChange);
  const { counts, state } = batch;
  const bad = counts.wrong + counts.failed;
  const next = nextOf(batch, { id: session.id, preview: session.preview }, new Date());
  const isOpen = state === 'previewing' || state === 'previewed';
  if (session.role === 'reads') return null;
  return (
    <>
      {next === 'another' && (
        <p class="notice" role="status">
          <b>Otra persona debe confirmar.</b> La cuenta exige que presente quien no hizo el simulacro.
          Cualquiera que pueda presentar lo encuentra en Hoy, hasta {showMoment(goodUntil(batch)!)}.
        </p>
      )}
      {next === 'late' && (
        <p class="notice bad">
          El simulacro terminó hace más de dos horas: ya no se puede presentar. Compruébelo de nuevo.
        </p>
      )}
      {next === 'commit' && <Confirm batch={batch} action={action} onChange={onChange} />}
      {(isOpen || state === 'filing') && (
        <div class="actions">
          <Confirmed
            name={state === 'filing' ? 'Parar el lote' : 'Cancelar el lote'}
            what={
              state === 'filing'
                ? 'No se presenta lo que falta. Lo ya presentado no se anula.'
                : 'No se presenta nada de él.'
            }
            isBusy={action.isBusy}
            onConfirm={act(() => {
              // Only a person who sees that the batch is being filed can stop it. If a colleague has committed it in the
              // meantime, the gateway refuses to cancel it.
              const committed = state === 'filing' ? 'stop' : 'refuse';
              return session.gateway.cancelBatch({ batchId: batch.id, committed });
            })}
          />
        </div>
      )}
      {checksAgain(batch, new Date()) && (
        <div class="actions">
          <button
            type="button"
            disabled={action.isBusy}
            onClick={act(() => session.gateway.correctBatch({ batchId: batch.id, again: true }))}
          >
            Comprobar de nuevo
          </button>
          <span class="small">
            {next !== 'late' && 'Si lo ha arreglado fuera de la hoja, como una empresa que faltaba. '}
            Solo se prueba: no se presenta nada.
          </span>
        </div>
      )}
      <Failure problem={action.problem} />
      {isOpen && bad > 0 && (
        <Section
          id="correct"
          title={`${bad === 1 ? 'Una fila' : `${bad} filas`} por ${isOfDue ? 'completar' : 'corregir'}`}
        >
          {isOfDue ? (
            <p>
              Lo que ya consta está puesto: complete lo que falta en las celdas de abajo. Un valor se puede
              aplicar a todas las filas, y una columna copiada de una hoja se puede pegar.
            </p>
          ) : (
            <>
              <p>
                {bad === 1 ? 'Corríjala' : 'Corríjalas'} abajo, en su celda: solo se prueba de nuevo lo que
                cambie. O corrija su hoja y suéltela otra vez, entera: este lote se cancela sin presentar
                nada.
              </p>
              <SendSheet label="la hoja corregida" replaces={batch} />
            </>
          )}
        </Section>
      )}
    </>
  );
};

/** The rows of a batch that is over and has not filed all of them, which another batch can take. */
const Rest = ({ batch }: { batch: Batch }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const [file, setFile] = useState<File>();
  const count = unfiledIn(batch);
  const begin = () =>
    run(async () => {
      const { data } = await session.gateway.getBatchResult({ batchId: batch.id, format: 'csv', part: 1 });
      const text = new TextDecoder().decode(await session.gateway.bytes(data.file));
      setFile(new File([restOf(text)], data.file.name));
    });
  return (
    <Section id="rest" title={count === 1 ? 'Una fila sin presentar' : `${count} filas sin presentar`}>
      {file ? (
        <SendSheet label="otra hoja, corregida" rest={{ of: batch, file }} />
      ) : (
        <div class="actions">
          <button type="button" disabled={isBusy} onClick={begin}>
            Otro lote con {count === 1 ? 'la fila que falta' : `las ${count}`}
          </button>
          <span class="small">Se corrigen y se prueban de nuevo; lo ya presentado no se repite.</span>
        </div>
      )}
      <Failure problem={problem} />
    </Section>
  );
};

const FORMATS = { xlsx: 'la hoja con el resultado', zip: 'los documentos (zip)' };

const Result = ({ batch }: { batch: Batch }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [parts, setParts] = useState(1);
  const download = (format: 'xlsx' | 'zip', part: number) =>
    run(async () => {
      const { data } = await session.gateway.getBatchResult({ batchId: batch.id, format, part });
      if (format === 'zip') setParts(data.parts);
      await save(session, data.file);
    });
  const shown = [
    ['xlsx', 1] as const,
    ...(batch.counts.filed > 0
      ? Array.from({ length: parts }, (_, index) => ['zip', index + 1] as const)
      : []),
  ];
  return (
    <div class="actions">
      {shown.map(([format, part]) => (
        <button key={format + part} type="button" disabled={isBusy} onClick={() => download(format, part)}>
          Descargar {FORMATS[format]}
          {format === 'zip' && parts > 1 && `, parte ${part} de ${parts}`}
        </button>
      ))}
      <a href={addressOf('importar')}>Todos los lotes</a>
      <Failure problem={problem} />
    </div>
  );
};

/** Filters the rows by state. */
const Choice = ({
  batch,
  chosen,
  onChange,
}: {
  batch: Batch;
  chosen: State | undefined;
  onChange(state: State | undefined): void;
}) => (
  <div class="actions">
    <button type="button" aria-pressed={chosen === undefined} onClick={() => onChange(undefined)}>
      Todas ({batch.rows})
    </button>
    {(Object.keys(ROW_STATES) as State[])
      .filter((state) => batch.counts[state] > 0 || state === chosen)
      .map((state) => (
        <button key={state} type="button" aria-pressed={chosen === state} onClick={() => onChange(state)}>
          {ROW_STATES[state].name} ({batch.counts[state]})
        </button>
      ))}
  </div>
);
