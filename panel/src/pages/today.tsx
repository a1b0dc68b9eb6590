import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Data } from '../../../client/src/types.ts';
import { type Batch, goodUntil, nextOf } from '../logic/batch.ts';
import { showDay, showDaysLeft, showMoment } from '../logic/days.ts';
import { addressOf } from '../logic/route.ts';
import { byUrgency, type ListedFiling, openingOf, WHEN } from '../logic/to-do.ts';
import { subjectOf } from '../logic/who.ts';
import { AUTHORITIES, AUTHORITY_STATES, FILING_STATES } from '../logic/words.ts';
import { type Asked, MOST, REFUSALS } from '../parts/asked-today.ts';
import { type Loaded, useLoaded, useShared } from '../parts/context.ts';
import { Correct, NotificationItem, ObligationItem, Words } from '../parts/lists.tsx';
import { Badge, Line, Listed, Section, Show, Title } from '../parts/shown.tsx';
import { UnknownGuide } from '../parts/unknown.tsx';
import { Who } from '../parts/who.tsx';

/** Minutes after which the page is asked again when a person comes back to it. */
const FRESH = 2;

/** What is to be done, what hurts first first. */
export const Today = () => {
  const { session, company } = useShared();
  const { askToday } = session;
  const id = company?.id;
  const unknown = useLoaded(() => askToday('unknown', id), [id]);
  const due = useLoaded(() => askToday('due', id), [id]);
  const batches = useLoaded(() => askToday('batches'), []);
  const refused = useLoaded(() => askToday('refused', id), [id]);
  const certificates = useLoaded(() => askToday('certificates', id), [id]);
  const status = useLoaded(() => askToday('status'), []);
  const all = [unknown, due, batches, refused, certificates, status];
  useComingBack(() => all.forEach(({ reload }) => void reload()));

  const sections: [needed: Loaded<unknown>[], section: ComponentChildren][] = [
    [[unknown], <Unknown key="unknown" of={unknown} />],
    [[batches], <Batches key="batches" of={batches} />],
    [[due], <Due key="due" of={due} />],
    [[refused], <Refused key="refused" of={refused} />],
    [[due, certificates], <Notifications key="notifications" of={due} by={certificates} />],
    [[due], <Later key="later" of={due} />],
    [[certificates], <Expiring key="expiring" of={certificates} />],
    [[status], <Status key="status" of={status} />],
  ];
  // One below the other as they come: what came later above would move what a person is about to press.
  const missing = sections.findIndex(([needed]) => needed.some(({ data, problem }) => !data && !problem));
  return (
    <>
      <Title>Hoy{company && `: ${company.name}`}</Title>
      {sections.slice(0, missing < 0 ? undefined : missing).map(([, section]) => section)}
      {missing >= 0 && (
        <p class="muted" key={`missing ${missing}`}>
          Un momento…
        </p>
      )}
    </>
  );
};

/** Does something when a person comes back to the page after a while. */
const useComingBack = (work: () => void): void =>
  useEffect(() => {
    let asked = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < FRESH * 60_000) return;
      asked = Date.now();
      work();
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

/** A list that may be longer than what is read of it says so. */
const CUT = { at: MOST, says: `Hay más: aquí se ven los ${MOST} primeros.` };

const Unknown = ({ of }: { of: Loaded<ListedFiling[]> }) => (
  <Section id="unknown" title="No se sabe si se presentó">
    <Listed of={of} none="Nada: de todo lo enviado se sabe el resultado." cut={CUT}>
      {(one) => (
        <li key={one.id} class="urgent">
          <Line name={one.operationName} href={addressOf('tramites', one.id)}>
            <Badge state={FILING_STATES[one.state]} />
          </Line>
          <p class="small">
            <Who of={subjectOf(one)} /> · {showMoment(one.created_at)}
          </p>
          <UnknownGuide filing={one} onChange={of.reload} />
        </li>
      )}
    </Listed>
  </Section>
);

/** Batches that were tried and can be filed for two hours. Without any, nothing is said of them. */
const Batches = ({ of }: { of: Loaded<Batch[]> }) => {
  const { session } = useShared();
  if (of.data?.length === 0) return null;
  return (
    <Section id="batches" title="Lotes por confirmar">
      <Listed of={of}>
        {(one) => (
          <li key={one.id}>
            <Line name={one.name} href={addressOf('importar', one.id)}>
              <span>hasta {showMoment(goodUntil(one)!)}</span>
            </Line>
            <p class="small">
              {one.counts.tried === 1 ? '1 fila probada' : `${one.counts.tried} filas probadas`}
              {one.user_name && ` por ${one.user_name}`}
              {nextOf(one, session, new Date()) === 'another'
                ? ' · lo confirma otra persona'
                : ' · sin presentar todavía'}
            </p>
          </li>
        )}
      </Listed>
    </Section>
  );
};

type WhatIsDue = Awaited<ReturnType<Asked['due']>>;
type WhatCertificatesNeed = Awaited<ReturnType<Asked['certificates']>>;

/** What is due in groups, but for notifications. @param isLater those that are not due this week, or the others */
const groupsIn = ({ obligations }: WhatIsDue, isLater: boolean) =>
  byUrgency(obligations.filter((one) => !openingOf(one))).filter(
    ({ when }) => (when === 'later') === isLater,
  );

const Due = ({ of }: { of: Loaded<WhatIsDue> }) => (
  <Section id="due" title="Obligaciones">
    <Show
      of={of}
      empty={(found) => groupsIn(found, false).length === 0 && 'Nada para esta semana, que se sepa.'}
    >
      {(found) =>
        groupsIn(found, false).map(({ when, obligations }) => (
          <div key={when}>
            <h3 class={when === 'late' ? 'bad-text' : ''}>
              {WHEN[when]} <span class="muted">({obligations.length})</span>
            </h3>
            <ul class="list">
              {obligations.map((one) => (
                <ObligationItem key={one.id} obligation={one} onChange={of.reload} />
              ))}
            </ul>
          </div>
        ))
      }
    </Show>
  </Section>
);

const Later = ({ of }: { of: Loaded<WhatIsDue> }) => (
  <Section id="later" title={WHEN.later}>
    <Show of={of}>
      {(found) => {
        const obligations = groupsIn(found, true).flatMap((group) => group.obligations);
        return (
          <>
            {obligations.length === 0 && <p class="muted">Nada más que se sepa.</p>}
            <ul class="list">
              {obligations.map((one) => (
                <ObligationItem key={one.id} obligation={one} onChange={of.reload} />
              ))}
            </ul>
            {found.hasMore && <p class="notice">{CUT.says}</p>}
            <p class="small">{found.notice}</p>
          </>
        );
      }}
    </Show>
  </Section>
);

const Refused = ({ of }: { of: Loaded<ListedFiling[]> }) => (
  <Section id="refused" title="Rechazado por el organismo">
    <Listed of={of} none={`Nada por corregir de los últimos ${REFUSALS} días.`} cut={CUT}>
      {(one) => (
        <li key={one.id}>
          <Line name={one.operationName} href={addressOf('tramites', one.id)}>
            <Correct of={one} />
          </Line>
          <p class="small">
            <Who of={subjectOf(one)} /> · {AUTHORITIES[one.authority]} · {showMoment(one.created_at)}
          </p>
          <Words of={one} />
        </li>
      )}
    </Listed>
  </Section>
);

const Notifications = ({ of, by }: { of: Loaded<WhatIsDue>; by: Loaded<WhatCertificatesNeed> }) => (
  <Section id="notifications" title="Notificaciones sin abrir">
    <Show of={of}>
      {({ obligations }) => {
        const found = obligations.filter(openingOf);
        return (
          <>
            {found.length === 0 && by.data?.isWatching !== false && <p class="muted">Ninguna que se sepa.</p>}
            <ul class="list">
              {found.map((one) => (
                <NotificationItem key={one.id} obligation={one} />
              ))}
            </ul>
            {by.data?.isWatching === false && (
              <p class="notice">
                No se busca con ningún certificado. <a href={addressOf('certificados')}>Elegir con cuáles</a>
              </p>
            )}
          </>
        );
      }}
    </Show>
  </Section>
);

const Expiring = ({ of }: { of: Loaded<WhatCertificatesNeed> }) => (
  <Section id="expiring" title="Certificados que caducan">
    <Show of={of} empty={({ expiring }) => expiring.length === 0 && 'Ninguno en los próximos 30 días.'}>
      {({ expiring }) => (
        <ul class="list">
          {expiring.map((one) => (
            <li key={one.cert_secret}>
              <a class="strong" href={addressOf('certificados')}>
                {one.fullName}
              </a>{' '}
              · {showDay(one.expired.slice(0, 10))} ({showDaysLeft(one.daysLeft)})
              {one.company && ` · ${one.company}`}
            </li>
          ))}
        </ul>
      )}
    </Show>
  </Section>
);

const Status = ({ of }: { of: Loaded<Data<'getStatus'>['authorities']> }) => (
  <Section id="status" title="Organismos">
    <Show of={of}>
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
  </Section>
);
