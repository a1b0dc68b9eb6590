import { useEffect, useState } from 'preact/hooks';
import { useLoaded, useShared } from '../../shared/context.ts';
import { Section } from '../../shared/shown.tsx';
import { ObligationItem } from './obligation-item.tsx';

/**
 * Obligations are derived some time after the answer, so the page asks for them several times: how often, and how many
 * milliseconds apart.
 */
const ASKS = 6;
const APART = 2_000;

/** The obligations that follow from the filing, each with its last day and its form. */
export const Next = ({ filing, worker }: { filing: string; worker: string | undefined }) => {
  const { session } = useShared();
  const [turn, setTurn] = useState(0);
  const loaded = useLoaded(async () => {
    if (!worker) return [];
    const { data } = await session.gateway.listObligations({ worker, perPage: 50 });
    return data.data.filter(({ since, state }) => since.tramite === filing && OPEN.includes(state));
  }, [filing, worker, turn]);
  const isNone = loaded.data?.length === 0;
  useEffect(() => {
    if (!isNone || !worker || turn >= ASKS) return;
    const waiting = setTimeout(() => setTurn(turn + 1), APART);
    return () => clearTimeout(waiting);
  }, [isNone, worker, turn]);
  if (!loaded.data || isNone) return null;
  return (
    <Section id="next" title="Lo siguiente">
      <ul class="list">
        {loaded.data.map((obligation) => (
          <ObligationItem
            key={obligation.id}
            obligation={{ ...obligation, ids: [obligation.id] }}
            onChange={loaded.reload}
          />
        ))}
      </ul>
    </Section>
  );
};

/** States of obligations that are not done yet. */
const OPEN = ['planned', 'open', 'near', 'late'];
