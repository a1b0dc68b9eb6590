import { showDay, showMoment } from '../../shared/days.ts';
import { first } from '../../shared/first.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge } from '../../shared/shown.tsx';
import type { Capability } from '../capability.ts';
import { Doubts } from './obligation-item.tsx';
import { type DueEntry, dueEntries } from './timeline.ts';
import { obligationState } from './words.ts';

/** The most obligations that are read of each list. */
const MOST = 300;

/** The obligations of a worker or a company, with those that are planned and done. */
export const readHistory: Awaited<ReturnType<NonNullable<Capability['history']>>> = async (gateway, of) => {
  const lists = await Promise.all(
    ([undefined, 'planned', 'closed'] as const).map((state) =>
      first(gateway.listObligations.each({ ...of, ...(state && { state }), perPage: 100 }), MOST),
    ),
  );
  return {
    entries: dueEntries(lists.flat()).map((entry) => ({ ...entry, show: () => <Due {...entry} /> })),
    isCut: lists.some(({ length }) => length === MOST),
  };
};

const Due = ({ kind, obligation }: DueEntry) => {
  const { rule, due, closedBy } = obligation;
  return (
    <>
      {kind === 'notification' ? 'Notificación' : due ? 'Vence' : 'Sin fecha cierta'}: {rule.title}{' '}
      <Badge state={obligationState(obligation)} />
      {closedBy ? (
        <span class="small"> {showMoment(closedBy.at)}</span>
      ) : (
        kind === 'notification' && due && <span class="small"> hasta el {showDay(due)}</span>
      )}
      {!closedBy && <Doubts of={obligation} />}
      {closedBy?.tramite && (
        <>
          {' · '}
          <a href={addressOf('tramites', closedBy.tramite)}>con qué</a>
        </>
      )}
    </>
  );
};
