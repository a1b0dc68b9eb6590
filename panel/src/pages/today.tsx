import type { Gateway } from '../../../client/src/client.ts';
import { madridDay, plusDays, showDay, showDaysLeft, showMoment } from '../logic/days.ts';
import { addressOf } from '../logic/route.ts';
import { byUrgency, expiring, type ListedFiling, stillRefused, WHEN } from '../logic/today.ts';
import { AUTHORITIES, AUTHORITY_STATES, FILING_STATES } from '../logic/words.ts';
import { useLoaded, useShared } from '../parts/context.ts';
import { first } from '../parts/first.ts';
import { ObligationItem, Words, Worker } from '../parts/lists.tsx';
import { Badge, Show, Title } from '../parts/shown.tsx';
import { UnknownGuide } from '../parts/unknown.tsx';

/** Days back for which refusals are looked through. */
const REFUSALS = 14;
/** The most of a list that this page reads: who has more than this to do begins with these. */
const MOST = 200;

const refusals = async (gateway: Gateway, company: number | undefined): Promise<ListedFiling[]> => {
  const from = plusDays(madridDay(new Date()), -REFUSALS);
  const [refused, accepted] = await Promise.all(
    (['refused', 'accepted'] as const).map((state) =>
      first(gateway.listFilings.each({ state, company, from, dry: false, perPage: 100 }), MOST),
    ),
  );
  return stillRefused(refused!, accepted!);
};

/** What is to be done, what hurts first first. */
export const Today = () => {
  const { session, company } = useShared();
  const { gateway } = session;
  const id = company?.id;
  const unknown = useLoaded(
    () => first(gateway.listFilings.each({ state: 'unknown', company: id }), MOST),
    [id],
  );
  const refused = useLoaded(() => refusals(gateway, id), [id]);
  const due = useLoaded(() => first(gateway.listObligations.each({ company: id, perPage: 100 }), MOST), [id]);
  const certificates = useLoaded(
    async () =>
      expiring(await first(gateway.listCertificates.each({ clientId: id }), MOST), madridDay(new Date())),
    [id],
  );
  const status = useLoaded(async () => (await gateway.getStatus()).data.authorities, []);

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
                    <a class="button" href={addressOf('tramitar', undefined, { desde: one.id })}>
                      Corregir y enviar
                    </a>
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

      <section aria-labelledby="due">
        <h2 id="due">Obligaciones</h2>
        <Show of={due} empty={(found) => found.length === 0 && 'No hay nada pendiente que se sepa.'}>
          {(found) =>
            byUrgency(found).map(({ when, obligations }) => (
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
