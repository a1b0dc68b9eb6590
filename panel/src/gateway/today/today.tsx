import { useEffect, useState } from 'preact/hooks';
import type { Capability } from '../../capabilities/capability.ts';
import { type Loaded, useLoaded, useShared } from '../../shared/context.ts';
import type { Authority, ListedFiling } from '../../shared/data.ts';
import { showDay, showDaysLeft, showMoment } from '../../shared/days.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Line, Listed, Section, Show, Title } from '../../shared/shown.tsx';
import { type Ask, CUT, type LoadedOf, MOST, type TodayPart } from '../../shared/today.ts';
import { subjectOf } from '../../shared/who.ts';
import { Who } from '../../shared/who-line.tsx';
import { AUTHORITIES, AUTHORITY_STATES, capital, FILING_STATES, theAuthority } from '../../shared/words.ts';
import { Correct, Words } from '../filings/authority-words.tsx';
import { NOT_AGAIN, outcomeText } from '../filings/outcomes.ts';
import { UnknownGuide } from '../filings/unknown.tsx';
import { certificates, REFUSALS, refused, status, unknown, type WhatCertificatesNeed } from './asks.ts';
import { type Count, countsOf, expiredCount, refusedCount, unknownCount } from './counts.ts';
import { outagesIn } from './outages.ts';

/** Minutes after which the page loads its data again when a person returns to it. */
const FRESH = 2;

/** The gateway's own sections. */
const OWN: TodayPart[] = [
  { place: 10, needs: [status], show: (of) => <Outages key="outages" of={of(status)} by={of} /> },
  { place: 30, needs: [certificates], show: (of) => <FirstSteps key="first" of={of(certificates)} /> },
  {
    place: 40,
    needs: [unknown],
    show: (of) => <Unknown key="unknown" of={of(unknown)} />,
    counts: (of) => [unknownCount(of(unknown).data)],
  },
  {
    place: 60,
    needs: [certificates],
    show: (of) => <Expired key="expired" of={of(certificates)} />,
    counts: (of) => [expiredCount(of(certificates).data?.expiring)],
  },
  {
    place: 100,
    needs: [refused],
    show: (of) => <Refused key="refused" of={of(refused)} />,
    counts: (of) => [refusedCount(of(refused).data)],
  },
  { place: 140, needs: [certificates], show: (of) => <Expiring key="expiring" of={of(certificates)} /> },
  { place: 150, needs: [status], show: (of) => <Status key="status" of={of(status)} /> },
];

/** Where the line of counts stands. */
const COUNTS_PLACE = 20;

/** All sections, from the top down. */
const sectionsOf = (capabilities: readonly Capability[]): TodayPart[] =>
  [...OWN, ...capabilities.flatMap(({ today = [] }) => today)].toSorted((a, b) => a.place - b.place);

/** What Hoy asks for, the most urgent first. Certificates, of which all are read, come last. */
export const asksOfToday = (capabilities: readonly Capability[]): Ask<unknown>[] => {
  const asks = sectionsOf(capabilities).flatMap(({ needs }) => needs);
  return [...new Set([...asks.filter((ask) => ask !== certificates), certificates])];
};

/** The page Hoy: everything that has to be done, the most urgent first. */
export const Today = () => {
  const { session, company, capabilities } = useShared();
  const asks = asksOfToday(capabilities);
  // Their number and order never change.
  const all = asks.map((ask) => {
    const id = ask.isOfAll ? undefined : company?.id;
    return useLoaded(() => session.askToday(ask, id), [id]);
  });
  const of: LoadedOf = <T,>(ask: Ask<T>) => all[asks.indexOf(ask)] as Loaded<T>;
  useComingBack(() => all.forEach(({ reload }) => void reload()));

  const sections = sectionsOf(capabilities);
  const counts = all.every(({ data, problem }) => data || problem)
    ? countsOf(
        sections.flatMap((part) => part.counts?.(of, session) ?? []),
        MOST,
      )
    : undefined;
  const isWhole = !all.some(({ problem }) => problem);
  // Sections appear from the top down. A late one above the others would move the button that a person is about to press.
  const missing = sections.findIndex(({ needs }) => needs.some((ask) => !of(ask).data && !of(ask).problem));
  const shown = sections.slice(0, missing < 0 ? undefined : missing);
  const isBefore = ({ place }: TodayPart) => place < COUNTS_PLACE;
  return (
    <>
      <Title>Hoy{company && `: ${company.name}`}</Title>
      {shown.filter(isBefore).map(({ show }) => show(of))}
      {shown.length > 0 && (
        <Counts
          key="counts"
          of={counts}
          isWhole={isWhole}
          isNew={of(certificates).data?.hasAny === false && !company}
        />
      )}
      {shown.filter((part) => !isBefore(part)).map(({ show }) => show(of))}
      {missing >= 0 && (
        <p class="muted" key={`missing ${missing}`}>
          Un momento…
        </p>
      )}
    </>
  );
};

/** What waits, in one line; a press goes to its section. The line has its place before anything is known, so that nothing moves. */
const Counts = ({
  of: counts,
  isWhole,
  isNew,
}: {
  of: Count[] | undefined;
  isWhole: boolean;
  /** Whether the first steps come first: nothing is pending before them. */
  isNew: boolean;
}) => (
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
    {counts?.length === 0 && isWhole && !isNew && <span class="muted">Nada pendiente, que se sepa.</span>}
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
  const { session, company, capabilities } = useShared();
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
        {capabilities.map(({ firstStep }) => firstStep?.())}
      </ol>
    </Section>
  );
};

/** Authorities that are down, at the top of the page, with what waits for them. */
const Outages = ({ of, by }: { of: Loaded<Authority[]>; by: LoadedOf }) => {
  const parts = useShared().capabilities.flatMap(({ today = [] }) => today);
  return outagesIn(of.data ?? []).map(({ authority, state, since, message }) => (
    <div class="notice bad" role="alert" key={authority}>
      <strong>
        {capital(theAuthority(authority))} {state === 'down' ? 'no responde' : 'está en mantenimiento'}
        {since && ` desde el ${showMoment(since)}`}.
      </strong>
      {message && <p>{message}</p>}
      {parts.map(({ inOutage }) => inOutage?.(authority, by))}
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
