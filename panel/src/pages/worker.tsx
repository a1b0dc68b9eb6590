import { useState } from 'preact/hooks';
import { showDay, showMoment } from '../logic/days.ts';
import { addressOf } from '../logic/route.ts';
import { timelineOf } from '../logic/timeline.ts';
import { FILING_STATES, OBLIGATION_STATES } from '../logic/words.ts';
import { useLoaded, useShared } from '../parts/context.ts';
import { TextField } from '../parts/field.tsx';
import { first } from '../parts/first.ts';
import { Badge, Show, Title } from '../parts/shown.tsx';

/** The most of each list that is read. */
const MOST = 300;

/** What happened, and what is due, of a worker or of a company, in one line of time. */
export const Timeline = ({ worker }: { worker: string | undefined }) => {
  const { session, company } = useShared();
  const { gateway } = session;
  const [wanted, setWanted] = useState(worker ?? '');
  const loaded = useLoaded(async () => {
    const of = { company: company?.id, ...(worker && { worker }) };
    // Of a company without a worker, all; of all companies, only a worker's.
    if (!worker && !company) return [];
    const [filings, due, closed] = await Promise.all([
      first(gateway.listFilings.each({ ...of, dry: false, perPage: 100 }), MOST),
      first(gateway.listObligations.each({ ...of, perPage: 100 }), MOST),
      first(gateway.listObligations.each({ ...of, state: 'closed', perPage: 100 }), MOST),
    ]);
    return timelineOf(filings, [...due, ...closed]);
  }, [worker, company?.id]);

  return (
    <>
      <Title>{worker ? `Trabajador ${worker}` : (company?.name ?? 'Empresa y trabajador')}</Title>
      <form
        class="filters no-print"
        onSubmit={(event) => {
          event.preventDefault();
          location.hash = addressOf('historia', wanted.trim().toUpperCase());
        }}
      >
        <TextField
          label="Documento del trabajador"
          help="Sin él, la historia es de la empresa elegida arriba."
          value={wanted}
          onChange={setWanted}
        />
        <div class="actions">
          <button type="submit" class="main">
            Ver su historia
          </button>
        </div>
      </form>
      {!worker && !company ? (
        <p class="muted">Elija una empresa arriba, o escriba el documento de un trabajador.</p>
      ) : (
        <Show of={loaded} empty={(found) => found.length === 0 && 'No hay nada de ello en esta cuenta.'}>
          {(entries) => (
            <ol class="story">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <time dateTime={entry.at}>
                    {entry.at.length > 10 ? showMoment(entry.at) : showDay(entry.at)}
                  </time>{' '}
                  {entry.kind === 'filing' ? (
                    <>
                      <a href={addressOf('tramites', entry.id)}>{entry.title}</a>{' '}
                      <Badge state={FILING_STATES[entry.state]} />
                      {entry.documents > 0 && <span class="small"> con documentos</span>}
                    </>
                  ) : (
                    <>
                      Vence: {entry.title} <Badge state={OBLIGATION_STATES[entry.state]} />
                    </>
                  )}
                  {!worker && entry.worker && (
                    <>
                      {' · '}
                      <a href={addressOf('historia', entry.worker)}>{entry.worker}</a>
                    </>
                  )}
                </li>
              ))}
            </ol>
          )}
        </Show>
      )}
    </>
  );
};
