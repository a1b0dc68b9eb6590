import { showDay, showDaysLeft, showMoment } from '../logic/days.ts';
import { addressOf } from '../logic/route.ts';
import { byUrgency, openingOf, WHEN } from '../logic/today.ts';
import { AUTHORITIES, AUTHORITY_STATES, FILING_STATES } from '../logic/words.ts';
import { REFUSALS } from '../parts/asked-today.ts';
import { useLoaded, useShared } from '../parts/context.ts';
import { Correct, NotificationItem, ObligationItem, Words, Worker } from '../parts/lists.tsx';
import { Badge, Show, Title } from '../parts/shown.tsx';
import { UnknownGuide } from '../parts/unknown.tsx';

/** What is to be done, what hurts first first. */
export const Today = () => {
  const { session, company } = useShared();
  const { askToday } = session;
  const id = company?.id;
  const due = useLoaded(() => askToday('due', id), [id]);
  const unknown = useLoaded(() => askToday('unknown', id), [id]);
  const refused = useLoaded(() => askToday('refused', id), [id]);
  const certificates = useLoaded(() => askToday('certificates', id), [id]);
  const status = useLoaded(() => askToday('status'), []);

  // What comes later would move what a person is about to press.
  const isComing = [due, unknown, refused].some(({ data, problem }) => !data && !problem);
  if (isComing)
    return (
      <>
        <Title>Hoy{company && `: ${company.name}`}</Title>
        <p class="muted">Un momento…</p>
      </>
    );
  return (
    <>
      <Title>Hoy{company && `: ${company.name}`}</Title>
      <section aria-labelledby="unknown">
        <h2 id="unknown">No se sabe si se presentó</h2>
        <Show
          of={unknown}
          empty={(found) => found.length === 0 && 'Nada: de todo lo enviado se sabe el resultado.'}
        >
          {(found) => (
            <ul class="list">
              {found.map((one) => (
                <li key={one.id} class="urgent">
                  <div class="line">
                    <a class="strong" href={addressOf('tramites', one.id)}>
                      {one.operationName}
                    </a>
                    <Badge state={FILING_STATES[one.state]} />
                  </div>
                  <p class="small">
                    <Worker worker={one.worker} /> · {showMoment(one.created_at)}
                  </p>
                  <UnknownGuide filing={one} onChange={unknown.reload} />
                </li>
              ))}
            </ul>
          )}
        </Show>
      </section>

      <section aria-labelledby="refused">
        <h2 id="refused">Rechazado por el organismo</h2>
        <Show
          of={refused}
          empty={(found) => found.length === 0 && `Nada por corregir de los últimos ${REFUSALS} días.`}
        >
          {(found) => (
            <ul class="list">
              {found.map((one) => (
                <li key={one.id}>
                  <div class="line">
                    <a class="strong" href={addressOf('tramites', one.id)}>
                      {one.operationName}
                    </a>
                    <Correct of={one} />
                  </div>
                  <p class="small">
                    {AUTHORITIES[one.authority]} · <Worker worker={one.worker} /> ·{' '}
                    {showMoment(one.created_at)}
                  </p>
                  <Words of={one} />
                </li>
              ))}
            </ul>
          )}
        </Show>
      </section>

      <section aria-labelledby="notifications">
        <h2 id="notifications">Notificaciones sin abrir</h2>
        <Show of={due} empty={(found) => !found.some(openingOf) && 'Ninguna que se sepa.'}>
          {(found) => (
            <ul class="list">
              {found.filter(openingOf).map((one) => (
                <NotificationItem key={one.id} obligation={one} />
              ))}
            </ul>
          )}
        </Show>
      </section>

      <section aria-labelledby="due">
        <h2 id="due">Obligaciones</h2>
        <Show of={due} empty={(found) => found.every(openingOf) && 'No hay nada pendiente que se sepa.'}>
          {(found) =>
            byUrgency(found.filter((one) => !openingOf(one))).map(({ when, obligations }) => (
              <div key={when}>
                <h3 class={when === 'late' ? 'bad-text' : ''}>
                  {WHEN[when]} <span class="muted">({obligations.length})</span>
                </h3>
                <ul class="list">
                  {obligations.map((one) => (
                    <ObligationItem key={one.id} obligation={one} onChange={due.reload} />
                  ))}
                </ul>
              </div>
            ))
          }
        </Show>
      </section>

      <section aria-labelledby="expiring">
        <h2 id="expiring">Certificados que caducan</h2>
        <Show of={certificates} empty={(found) => found.length === 0 && 'Ninguno en los próximos 30 días.'}>
          {(found) => (
            <ul class="list">
              {found.map((one) => (
                <li key={one.cert_secret}>
                  <a class="strong" href={addressOf('certificados')}>
                    {one.fullName}
                  </a>{' '}
                  · {showDay(one.expired.slice(0, 10))} ({showDaysLeft(one.daysLeft)})
                </li>
              ))}
            </ul>
          )}
        </Show>
      </section>

      <section aria-labelledby="status">
        <h2 id="status">Organismos</h2>
        <Show of={status}>
          {(authorities) => (
            <ul class="list row">
              {authorities.map(({ authority, name, state, since, message }) => (
                <li key={authority}>
                  <span>{name}</span> <Badge state={AUTHORITY_STATES[state]} />
                  {since && <p class="small">Desde {showMoment(since)}</p>}
                  {message && <p class="small">{message}</p>}
                </li>
              ))}
            </ul>
          )}
        </Show>
      </section>
    </>
  );
};
