import { type Loaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Line, Section, Show } from '../../shared/shown.tsx';
import type { TodayPart } from '../../shared/today.ts';
import { goodUntil, nameOf, nextOf, stateOf } from './batch.ts';
import { batches, unfiledCount, type WhatBatchesNeed, waitingCount } from './today.ts';

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

/** The sections of Hoy about batches. */
export const sections: TodayPart[] = [
  {
    place: 80,
    needs: [batches],
    show: (of) => <Batches key="batches" of={of(batches)} />,
    counts: (of) => [waitingCount(of(batches).data?.waiting)],
  },
  {
    place: 90,
    needs: [batches],
    show: (of) => <Unfiled key="unfiled" of={of(batches)} />,
    counts: (of) => [unfiledCount(of(batches).data?.unfiled)],
  },
];
