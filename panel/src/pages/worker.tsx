import { useState } from 'preact/hooks';
import { showDay, showMoment } from '../logic/days.ts';
import { addressOf } from '../logic/route.ts';
import { type Entry, timelineOf } from '../logic/timeline.ts';
import type { ListedFiling } from '../logic/to-do.ts';
import { FILING_STATES, OBLIGATION_STATES } from '../logic/words.ts';
import { useLoaded, useShared } from '../parts/context.ts';
import { Documents } from '../parts/documents.tsx';
import { TextField } from '../parts/field.tsx';
import { first } from '../parts/first.ts';
import { Badge, Form, Show, Title } from '../parts/shown.tsx';
import { Who } from '../parts/who.tsx';

/** The most of each list that is read. */
const MOST = 300;

/** What happened, and what is due, of a worker or of a company, in one line of time. */
export const Timeline = ({ worker }: { worker: string | undefined }) => {
  const { session, company } = useShared();
  const { gateway } = session;
  const [wanted, setWanted] = useState(worker ?? '');
  // Of all companies, only a worker's. Who is of a client company has no other than that.
  const isOwn = session.role === null;
  const hasSubject = Boolean(worker || company || isOwn);
  const loaded = useLoaded(async () => {
    const of = { company: company?.id, ...(worker && { worker }) };
    if (!hasSubject) return [];
    const [filings, ...due] = await Promise.all([
      first(gateway.listFilings.each({ ...of, dry: false, perPage: 100 }), MOST),
      ...([undefined, 'planned', 'closed'] as const).map((state) =>
        first(gateway.listObligations.each({ ...of, ...(state && { state }), perPage: 100 }), MOST),
      ),
    ]);
    return timelineOf(filings, due.flat());
  }, [worker, company?.id]);

  return (
    <>
      <Title>
        {worker
          ? [loaded.data?.find((one) => one.worker?.name)?.worker?.name ?? 'Trabajador', worker].join(' ')
          : (company?.name ?? 'Empresa y trabajador')}
      </Title>
      <Form
        class="filters no-print"
        onSubmit={() => {
          location.hash = addressOf('historia', wanted.trim().toUpperCase());
        }}
      >
        <TextField
          label="Documento del trabajador"
          help={`Sin él, la historia es de ${isOwn ? 'su empresa' : 'la empresa elegida arriba'}.`}
          value={wanted}
          onChange={setWanted}
        />
        <div class="actions">
          <button type="submit" class="main">
            Ver su historia
          </button>
        </div>
      </Form>
      {!hasSubject ? (
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
                  {entry.kind === 'filing' ? <Filed filing={entry.filing} /> : <Due {...entry} />}
                  <span class="small">
                    {' '}
                    <Who
                      of={{
                        worker: worker ? null : entry.worker,
                        companyName: company ? null : entry.companyName,
                        account: undefined,
                      }}
                    />
                  </span>
                </li>
              ))}
            </ol>
          )}
        </Show>
      )}
    </>
  );
};

const Filed = ({ filing }: { filing: ListedFiling }) => (
  <>
    <a href={addressOf('tramites', filing.id)}>{filing.operationName}</a>{' '}
    <Badge state={FILING_STATES[filing.state]} />
    {filing.documents.length > 0 && (
      <span class="actions">
        <Documents of={filing} />
      </span>
    )}
  </>
);

const Due = ({
  kind,
  obligation: { state, rule, due, calendarNote, closedBy },
}: Exclude<Entry, { kind: 'filing' }>) => (
  <>
    {kind === 'notification' ? 'Notificación' : due ? 'Vence' : 'Sin fecha cierta'}: {rule.title}{' '}
    <Badge state={OBLIGATION_STATES[state]} />
    {closedBy ? (
      <span class="small"> {showMoment(closedBy.at)}</span>
    ) : (
      kind === 'notification' && due && <span class="small"> hasta el {showDay(due)}</span>
    )}
    {!closedBy && calendarNote && <span class="small"> {calendarNote}</span>}
    {closedBy?.tramite && (
      <>
        {' · '}
        <a href={addressOf('tramites', closedBy.tramite)}>con qué</a>
      </>
    )}
  </>
);
