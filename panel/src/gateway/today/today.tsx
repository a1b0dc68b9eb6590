import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { goodUntil, nameOf, nextOf, stateOf } from '../../capabilities/batches/batch.ts';
import {
  Correct,
  Doubts,
  NotificationItem,
  ObligationItem,
  Words,
} from '../../capabilities/obligations/obligation-item.tsx';
import {
  type Authority,
  byUrgency,
  companiesText,
  inLines,
  type ListedFiling,
  lineText,
  NOT_AGAIN,
  openingOf,
  outagesIn,
  outcomeText,
  type Together,
  together,
  WHEN,
  type When,
} from '../../capabilities/obligations/to-do.ts';
import { type Listed as Comparison, foundText } from '../../capabilities/reconciliation/comparisons.ts';
import { type Loaded, useLoaded, useShared } from '../../shared/context.ts';
import { madridDay, showDay, showDaysLeft, showMoment } from '../../shared/days.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Line, Listed, Section, Show, Title } from '../../shared/shown.tsx';
import { subjectOf } from '../../shared/who.ts';
import { Who } from '../../shared/who-line.tsx';
import { AUTHORITIES, AUTHORITY_STATES, capital, FILING_STATES, theAuthority } from '../../shared/words.ts';
import { UnknownGuide } from '../filings/unknown.tsx';
import { type Asked, MOST, REFUSALS } from './asked-today.ts';
import { type Count, countsOf } from './counts.ts';

/** Minutes after which the page loads its data again when a person returns to it. */
const FRESH = 2;

/** The page Hoy: everything that has to be done, the most urgent first. */
export const Today = () => {
  const { session, company } = useShared();
  const { askToday } = session;
  const id = company?.id;
  const unknown = useLoaded(() => askToday('unknown', id), [id]);
  const due = useLoaded(() => askToday('due', id), [id]);
  const batches = useLoaded(() => askToday('batches'), []);
  const refused = useLoaded(() => askToday('refused', id), [id]);
  const drift = useLoaded(() => askToday('drift', id), [id]);
  const certificates = useLoaded(() => askToday('certificates', id), [id]);
  const status = useLoaded(() => askToday('status'), []);
  const all = [unknown, due, batches, refused, drift, certificates, status];
  useComingBack(() => all.forEach(({ reload }) => void reload()));

  const counts = all.every(({ data, problem }) => data || problem)
    ? countsOf(
        {
          unknown: unknown.data,
          due: due.data && groupsIn(due.data, Object.keys(WHEN) as When[]),
          notifications: due.data?.obligations.filter(openingOf),
          batches: batches.data,
          refused: refused.data,
          drift: session.role === null ? undefined : drift.data,
          expiring: certificates.data?.expiring,
        },
        MOST,
      )
    : undefined;
  // First the urgent problems, then the obligations, and then what the authorities sent back.
  const sections: [needed: Loaded<unknown>[], section: ComponentChildren][] = [
    [[status], <Outages key="outages" of={status} due={due} />],
    [[], <Counts key="counts" of={counts} isWhole={!all.some(({ problem }) => problem)} />],
    [[certificates], <FirstSteps key="first" of={certificates} />],
    [[unknown], <Unknown key="unknown" of={unknown} />],
    [[due], <Late key="late" of={due} />],
    [[certificates], <Expired key="expired" of={certificates} />],
    [[due], <Due key="due" of={due} />],
    [[batches], <Batches key="batches" of={batches} />],
    [[batches], <Unfiled key="unfiled" of={batches} />],
    [[refused], <Refused key="refused" of={refused} />],
    [[drift], <Drift key="drift" of={drift} />],
    [[due, certificates], <Notifications key="notifications" of={due} by={certificates} />],
    [[due], <Later key="later" of={due} />],
    [[certificates], <Expiring key="expiring" of={certificates} />],
    [[status], <Status key="status" of={status} />],
  ];
  // Sections appear from the top down. A late one above the others would move the button that a person is about to press.
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

/** What waits, in one line; a press goes to its section. The line has its place before anything is known, so that nothing moves. */
const Counts = ({ of: counts, isWhole }: { of: Count[] | undefined; isWhole: boolean }) => (
  <p class="counts">
    {counts?.map(({ section, text, tone }) => (
      <button
        type="button"
        key={text}
        class={`badge ${tone}`}
        onClick={() => document.getElementById(section)?.scrollIntoView()}
      >
        {text}
      </button>
    ))}
    {counts?.length === 0 && isWhole && <span class="muted">Nada pendiente, que se sepa.</span>}
    {counts && !isWhole && <span class="muted">No se ha podido leer todo.</span>}
  </p>
);

/** Does something when a person returns to the page after a while. */
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

/** The note under a list that may be longer than shown. */
const CUT = { at: MOST, says: `Hay más: aquí se ven los ${MOST} primeros.` };

const Unknown = ({ of }: { of: Loaded<ListedFiling[]> }) => {
  // Trámites whose outcome is now known leave the list, so the outcome is shown to the person who asked for it.
  const [settledFilings, setSettledFilings] = useState<ListedFiling[]>([]);
  if (of.data?.length === 0 && settledFilings.length === 0) return null;
  return (
    <Section id="unknown" title="No se sabe si se presentó">
      {settledFilings.map((filing) => (
        <p key={filing.id} class={`notice ${FILING_STATES[filing.state]?.tone ?? ''}`} role="status">
          <a href={addressOf('tramites', filing.id)}>{filing.operationName}</a> ·{' '}
          <Who of={subjectOf(filing)} />. <strong>{outcomeText(filing)}</strong>
        </p>
      ))}
      {!!of.data?.length && <p>{NOT_AGAIN}</p>}
      <Listed of={of} none="Nada: de todo lo enviado se sabe el resultado." cut={CUT}>
        {(filing) => (
          <li key={filing.id} class="urgent">
            <UnknownGuide
              filing={filing}
              line={(buttons) => (
                <>
                  <Line name={filing.operationName} href={addressOf('tramites', filing.id)}>
                    {buttons}
                  </Line>
                  <p class="small">
                    <Who of={subjectOf(filing)} /> · {showMoment(filing.created_at)}
                  </p>
                </>
              )}
              onChange={(now) => {
                setSettledFilings((before) => [...before, now]);
                of.reload();
              }}
            />
          </li>
        )}
      </Listed>
    </Section>
  );
};

/** The first steps of an office without certificates. Nothing can be filed without a certificate. */
const FirstSteps = ({ of }: { of: Loaded<WhatCertificatesNeed> }) => {
  const { session, company } = useShared();
  if (of.data?.hasAny !== false || company || session.role === 'reads') return null;
  return (
    <Section id="first" title="Para empezar" isBox>
      <ol class="steps">
        <li>
          <a href={addressOf('certificados')}>Suba el certificado</a> del autorizado RED o de la empresa: con
          él se presenta.
        </li>
        <li>
          Presente algo en <a href={addressOf('tramitar')}>Tramitar</a>: primero se prueba, sin presentar
          nada.
        </li>
        <li>
          Si son muchos, <a href={addressOf('importar')}>súbalos en una hoja</a>.
        </li>
      </ol>
    </Section>
  );
};

/** Batches that were tried; they can be filed for two hours. If there are none, there is no section. */
const Batches = ({ of }: { of: Loaded<WhatBatchesNeed> }) => {
  const { session } = useShared();
  if (of.data?.waiting.length === 0) return null;
  return (
    <Section id="batches" title="Lotes por confirmar">
      <Show of={of}>
        {({ waiting }) => (
          <ul class="list">
            {waiting.map((batch) => (
              <li key={batch.id}>
                <Line name={nameOf(batch)} href={addressOf('importar', batch.id)}>
                  <span>hasta {showMoment(goodUntil(batch)!)}</span>
                </Line>
                <p class="small">
                  {batch.counts.tried === 1 ? '1 fila probada' : `${batch.counts.tried} filas probadas`}
                  {batch.user_name && ` por ${batch.user_name}`}
                  {nextOf(batch, session, new Date()) === 'another'
                    ? ' · lo confirma otra persona'
                    : ' · sin presentar todavía'}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Show>
    </Section>
  );
};

/** Batches that are over, with rows that were not filed. If there are none, there is no section. */
const Unfiled = ({ of: { data } }: { of: Loaded<WhatBatchesNeed> }) =>
  data?.unfiled.length ? (
    <Section id="unfiled" title="Filas sin presentar">
      <ul class="list">
        {data.unfiled.map(({ batch, next }) => (
          <li key={batch.id}>
            <Line name={nameOf(batch)} href={addressOf('importar', batch.id)}>
              <Badge state={stateOf(batch)} />
            </Line>
            <p class="small">
              {showMoment(batch.ended_at!)}
              {next ? (
                <>
                  {' · '}
                  <a href={addressOf('importar', next.id)}>en otro lote, sin terminar</a>
                </>
              ) : (
                ' · siguen aquí hasta que otro lote las lleve'
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  ) : null;

type WhatBatchesNeed = Awaited<ReturnType<Asked['batches']>>;
type WhatIsDue = Awaited<ReturnType<Asked['due']>>;
type WhatCertificatesNeed = Awaited<ReturnType<Asked['certificates']>>;

/** The due obligations in groups, except notifications. */
const groupsIn = ({ obligations }: WhatIsDue, wanted: readonly When[]) =>
  byUrgency(together(obligations.filter((obligation) => !openingOf(obligation)))).filter(({ when }) =>
    wanted.includes(when),
  );

/** The number of obligations in a group; `o más` if there may be more than were read. */
const countText = (of: WhatIsDue | undefined, count: number): string =>
  of?.hasMore && count >= MOST ? `${count} o más` : String(count);

/** Due obligations. A single one is shown with its details; several alike ones are one line, which opens them as a sheet. */
const DueLines = ({ of: obligations, onChange }: { of: Together[]; onChange(): void }) => {
  const today = madridDay(new Date());
  return (
    <ul class="list">
      {inLines(obligations).map((line) => {
        const [first, ...others] = line.obligations;
        if (others.length === 0)
          return <ObligationItem key={line.key} obligation={first!} onChange={onChange} />;
        return (
          <li key={line.key}>
            <Line name={lineText(line, today)}>
              <a
                class="button"
                href={addressOf('hoy', line.rule.id, {
                  dia: line.due ?? 'ninguno',
                  seguro: first!.certain ? undefined : 'no',
                })}
              >
                Verlos<span class="unseen">: {lineText(line, today)}</span>
              </a>
            </Line>
            <p class="small">
              {companiesText(line)} · {AUTHORITIES[line.rule.authority]}
            </p>
            <Doubts of={{ doubt: line.doubt, calendarNote: first!.calendarNote }} />
          </li>
        );
      })}
    </ul>
  );
};

/** Late obligations. If there are none, there is no section. */
const Late = ({ of }: { of: Loaded<WhatIsDue> }) => {
  const [group] = of.data ? groupsIn(of.data, ['late']) : [];
  if (of.data && !group) return null;
  return (
    <Section
      id="late"
      title={
        <span class="bad-text">{`${WHEN.late} (${countText(of.data, group?.obligations.length ?? 0)})`}</span>
      }
    >
      <Show of={of}>{() => <DueLines of={group!.obligations} onChange={of.reload} />}</Show>
    </Section>
  );
};

/** What is due this week, or may have been due. If there is nothing, there is no section. */
const Due = ({ of }: { of: Loaded<WhatIsDue> }) =>
  of.data && groupsIn(of.data, SOON).length === 0 ? null : (
    <Section id="due" title="Obligaciones">
      <Show of={of}>
        {(due) =>
          groupsIn(due, SOON).map(({ when, obligations }) => (
            <div key={when}>
              <h3>
                {WHEN[when]} <span class="muted">({countText(due, obligations.length)})</span>
              </h3>
              <DueLines of={obligations} onChange={of.reload} />
            </div>
          ))
        }
      </Show>
    </Section>
  );

const SOON: When[] = ['perhaps', 'today', 'week'];

/** What is due later, and what the list of all that is due is not. If nothing is due, there is only the latter. */
const Later = ({ of }: { of: Loaded<WhatIsDue> }) => {
  const obligations = of.data ? groupsIn(of.data, ['later']).flatMap((group) => group.obligations) : [];
  if (of.data && obligations.length === 0 && !of.data.hasMore) return <p class="small">{of.data.notice}</p>;
  return (
    <Section id="later" title={WHEN.later}>
      <Show of={of}>
        {(due) => (
          <>
            <DueLines of={obligations} onChange={of.reload} />
            {due.hasMore && <p class="notice">{CUT.says}</p>}
            <p class="small">{due.notice}</p>
          </>
        )}
      </Show>
    </Section>
  );
};

/** Authorities that are down, at the top of the page, with the obligations that cannot be fulfilled meanwhile. */
const Outages = ({ of, due }: { of: Loaded<Authority[]>; due: Loaded<WhatIsDue> }) => {
  const today = madridDay(new Date());
  const outages = outagesIn(
    of.data ?? [],
    (due.data?.obligations ?? []).filter((obligation) => !openingOf(obligation)),
  );
  return outages.map(({ authority, state, since, message, blocks }) => (
    <div class="notice bad" role="alert" key={authority}>
      <strong>
        {capital(theAuthority(authority))} {state === 'down' ? 'no responde' : 'está en mantenimiento'}
        {since && ` desde el ${showMoment(since)}`}.
      </strong>
      {message && <p>{message}</p>}
      {blocks.length > 0 && (
        <>
          <p>Mientras tanto no se puede presentar:</p>
          <ul>
            {inLines(blocks).map((line) => (
              <li key={line.key}>
                {capital(lineText(line, today))}
                {`: ${companiesText(line)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  ));
};

/** Certificates that have expired. If there are none, there is no section. */
const Expired = ({ of }: { of: Loaded<WhatCertificatesNeed> }) => {
  const expired = (of.data?.expiring ?? []).filter(({ daysLeft }) => daysLeft < 0);
  if (expired.length === 0) return null;
  return (
    <Section
      id="expired"
      title={<span class="bad-text">{`Certificados caducados (${expired.length})`}</span>}
    >
      <CertificateLines of={expired} />
    </Section>
  );
};

const CertificateLines = ({ of }: { of: WhatCertificatesNeed['expiring'] }) => (
  <ul class="list">
    {of.map((certificate) => (
      <li key={certificate.cert_secret}>
        <a class="strong" href={addressOf('certificados')}>
          {certificate.fullName}
        </a>{' '}
        · {showDay(certificate.expired.slice(0, 10))} ({showDaysLeft(certificate.daysLeft)})
        {certificate.company && ` · ${certificate.company}`}
      </li>
    ))}
  </ul>
);

/** Refusals that nothing has corrected. If there are none, there is no section. */
const Refused = ({ of }: { of: Loaded<ListedFiling[]> }) =>
  of.data?.length === 0 ? null : (
    <Section id="refused" title="Rechazado por el organismo">
      <p class="small">De los últimos {REFUSALS} días.</p>
      <Listed of={of} cut={CUT}>
        {(filing) => (
          <li key={filing.id}>
            <Line name={filing.operationName} href={addressOf('tramites', filing.id)}>
              <Correct of={filing} />
            </Line>
            <p class="small">
              <Who of={subjectOf(filing)} /> · {AUTHORITIES[filing.authority]} ·{' '}
              {showMoment(filing.created_at)}
            </p>
            <Words of={filing} />
          </li>
        )}
      </Listed>
    </Section>
  );

/** Workforces that differ from the authorities' records. If there are none, there is no section. */
const Drift = ({ of }: { of: Loaded<Comparison[]> }) => {
  const { session } = useShared();
  // A client company has no page of companies.
  if (of.data?.length === 0 || session.role === null) return null;
  return (
    <Section id="drift" title="Diferencias con los organismos">
      <Listed of={of} cut={{ at: 50, says: 'Hay más: aquí se ven las 50 primeras.' }}>
        {(comparison) => {
          const name = comparison.company_name ?? 'Una empresa que se eliminó';
          return (
            <li key={comparison.id}>
              <Line name={name} href={addressOf('empresas', String(comparison.customerID))}>
                <a
                  class="button"
                  href={addressOf('empresas', String(comparison.customerID), { cuadre: comparison.id })}
                >
                  Verlas<span class="unseen">: {name}</span>
                </a>
              </Line>
              <p class="small">
                {capital(foundText(comparison))} · {showMoment(comparison.ended_at ?? comparison.created_at)}
                {comparison.nightly && ', de noche'}
              </p>
            </li>
          );
        }}
      </Listed>
    </Section>
  );
};

/**
 * Notifications that nobody has opened. Without any, the section is shown only if the office does not look for notifications, to
 * say so.
 */
const Notifications = ({ of, by }: { of: Loaded<WhatIsDue>; by: Loaded<WhatCertificatesNeed> }) => {
  const notifications = of.data?.obligations.filter(openingOf);
  const isBlind = by.data?.isWatching === false && by.data.hasAny;
  if (notifications?.length === 0 && !isBlind) return null;
  return (
    <Section id="notifications" title="Notificaciones sin abrir">
      <Show of={of}>
        {() => (
          <>
            <ul class="list">
              {notifications?.map((obligation) => (
                <NotificationItem key={obligation.id} obligation={obligation} />
              ))}
            </ul>
            {isBlind && (
              <p class="notice">
                No se busca con ningún certificado. <a href={addressOf('certificados')}>Elegir con cuáles</a>
              </p>
            )}
          </>
        )}
      </Show>
    </Section>
  );
};

/** Certificates that expire within a month. If there are none, there is no section. */
const Expiring = ({ of }: { of: Loaded<WhatCertificatesNeed> }) => {
  const soon = (of.data?.expiring ?? []).filter(({ daysLeft }) => daysLeft >= 0);
  if (of.data && soon.length === 0) return null;
  return (
    <Section id="expiring" title="Certificados que caducan">
      <Show of={of}>{() => <CertificateLines of={soon} />}</Show>
    </Section>
  );
};

const Status = ({ of }: { of: Loaded<Authority[]> }) => (
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
