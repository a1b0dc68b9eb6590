import { useState } from 'preact/hooks';
import type { Session } from '../../session.ts';
import { useLoaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { ChoiceField } from '../../shared/field.tsx';
import { Section, Show } from '../../shared/shown.tsx';
import { type Event, familiesOf, placeOf } from './events.ts';

/** The number of events that are shown, the newest ones. */
const SHOWN = 50;
/** The most requests that are made for them, because the list begins with the oldest event. */
const MOST_ANSWERS = 20;

const lastOf = async ({ gateway }: Session, wanted: { type?: string; company?: number }) => {
  let events: Event[] = [];
  let after: string | undefined;
  for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
    const { data } = await gateway.listEvents({ ...wanted, ...(after && { after }) });
    events = [...events, ...data.events].slice(-SHOWN);
    after = data.cursor;
    if (!data.more) return { events: events.toReversed(), isWhole: true };
  }
  return { events: events.toReversed(), isWhole: false };
};

/** The newest events, as programs receive them. */
export const Events = () => {
  const { session, company, capabilities } = useShared();
  const [family, setFamily] = useState('');
  const loaded = useLoaded(
    () =>
      lastOf(session, { ...(family && { type: `${family}.*` }), ...(company && { company: company.id }) }),
    [family, company?.id],
  );
  return (
    <Section id="events" title="Avisos">
      <ChoiceField
        label="De qué"
        empty="Todo"
        choices={familiesOf(capabilities)}
        value={family}
        onChange={setFamily}
      />
      <Show of={loaded} empty={({ events }) => events.length === 0 && 'Ninguno en los últimos 30 días.'}>
        {({ events, isWhole }) => (
          <>
            <ul class="list">
              {events.map((event) => (
                <li key={event.id} class="line">
                  <span>
                    {placeOf(event, capabilities) ? (
                      <a href={placeOf(event, capabilities)}>{event.type}</a>
                    ) : (
                      <b>{event.type}</b>
                    )}{' '}
                    <span class="small">
                      {[event.detail.state, event.detail.authority, event.subject.id]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <span class="small">{showMoment(event.at)}</span>
                </li>
              ))}
            </ul>
            {!isWhole && <p class="notice">Hay más recientes: su programa los recibe todos.</p>}
            {events.length === SHOWN && <p class="small">Se ven los {SHOWN} últimos.</p>}
          </>
        )}
      </Show>
    </Section>
  );
};
