import { openingOf } from '../../gateway/filings/openings.ts';
import { certificates, type WhatCertificatesNeed } from '../../gateway/today/asks.ts';
import type { Loaded } from '../../shared/context.ts';
import { madridDay } from '../../shared/days.ts';
import { addressOf } from '../../shared/route.ts';
import { Line, Section, Show } from '../../shared/shown.tsx';
import { CUT, MOST, type TodayPart } from '../../shared/today.ts';
import { AUTHORITIES, capital } from '../../shared/words.ts';
import { isForBatch } from './due.ts';
import { NotificationItem } from './notification.tsx';
import { Doubts, ObligationItem } from './obligation-item.tsx';
import {
  ANY_DAY,
  blockedAt,
  byUrgency,
  companiesText,
  inLines,
  lineText,
  overDays,
  type Together,
  together,
  WHEN,
  type When,
} from './to-do.ts';
import { due, dueCounts, notificationCount, type WhatIsDue } from './today.ts';

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

/** Links to what one batch can fulfil although it is due on different days. */
const OverDays = ({ of }: { of: Loaded<WhatIsDue> }) => (
  <>
    {overDays((of.data?.obligations ?? []).filter(isForBatch)).map((line) => (
      <p key={line.key}>
        <a href={addressOf('hoy', line.key, { dia: ANY_DAY })}>
          {`Juntos, aunque venzan en días distintos: ${lineText(line, '')}`}
        </a>
      </p>
    ))}
  </>
);

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

/** What cannot be fulfilled while an authority is down. */
const Blocked = ({ authority, of }: { authority: string; of: Loaded<WhatIsDue> }) => {
  const today = madridDay(new Date());
  const blocked = blockedAt(
    authority,
    (of.data?.obligations ?? []).filter((obligation) => !openingOf(obligation)),
  );
  return blocked.length > 0 ? (
    <>
      <p>Mientras tanto no se puede presentar:</p>
      <ul>
        {inLines(blocked).map((line) => (
          <li key={line.key}>
            {capital(lineText(line, today))}
            {`: ${companiesText(line)}`}
          </li>
        ))}
      </ul>
    </>
  ) : null;
};

/** The sections of Hoy about obligations. */
export const sections: TodayPart[] = [
  {
    place: 50,
    needs: [due],
    show: (of) => <Late key="late" of={of(due)} />,
    counts: (of) => {
      const { data } = of(due);
      return dueCounts(data && groupsIn(data, Object.keys(WHEN) as When[]));
    },
    inOutage: (authority, of) => <Blocked key="blocked" authority={authority} of={of(due)} />,
  },
  { place: 70, needs: [due], show: (of) => <Due key="due" of={of(due)} /> },
  { place: 71, needs: [due], show: (of) => <OverDays key="over-days" of={of(due)} /> },
  {
    place: 120,
    needs: [due, certificates],
    show: (of) => <Notifications key="notifications" of={of(due)} by={of(certificates)} />,
    counts: (of) => [notificationCount(of(due).data?.obligations.filter(openingOf))],
  },
  { place: 130, needs: [due], show: (of) => <Later key="later" of={of(due)} /> },
];
