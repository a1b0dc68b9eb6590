import { openingOf } from '../../gateway/filings/openings.ts';
import { useLoaded, useShared } from '../../shared/context.ts';
import { showDay, showDaysLeft } from '../../shared/days.ts';
import type { Form } from '../../shared/fields.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Line } from '../../shared/shown.tsx';
import { AUTHORITIES, theAuthority } from '../../shared/words.ts';
import { Doubts } from './obligation-item.tsx';
import type { Obligation } from './to-do.ts';
import { due } from './today.ts';
import { obligationState } from './words.ts';

/** Who sends a notification, for whom it is, and its days. */
const NotificationFacts = ({ of: { rule, companyName, ...obligation } }: { of: Obligation }) => {
  const { document, name, sender } = obligation.notification ?? {};
  const holder = [companyName ?? name, document].filter(Boolean).join(', ');
  return (
    <>
      <p>
        De {sender ?? theAuthority(rule.authority)}
        {holder && (
          <>
            {' '}
            para <b translate={false}>{holder}</b>
          </>
        )}
        , desde el {showDay(obligation.opens)}.
        {obligation.due &&
          ` Ábrala hasta el ${showDay(obligation.due)} (${showDaysLeft(obligation.daysLeft, obligation.certain)}).`}
      </p>
      <p class="small">
        {AUTHORITIES[rule.authority]} · {obligation.of} · Si no la abre antes, se dará por notificada (Ley
        39/2015, artículo 41.5).
      </p>
      <Doubts of={obligation} />
    </>
  );
};

/** The subject of a notification; without one, where it waits. */
const subjectText = ({ notification, rule }: Obligation): string =>
  notification?.concept ?? `Notificación en ${theAuthority(rule.authority)}`;

/** The notification that a form opens, before it is opened, as far as its list told of it. */
export const NotificationOf = ({ form, id }: { form: Pick<Form, 'operation'>; id: string }) => {
  const { session } = useShared();
  const loaded = useLoaded(() => session.askToday(due), []);
  const notification = loaded.data?.obligations.find(
    (obligation) => openingOf(obligation) === form.operation && obligation.of === id,
  );
  return notification ? (
    <div class="notice">
      <strong>{subjectText(notification)}</strong>
      <NotificationFacts of={notification} />
    </div>
  ) : null;
};

/** A notification that has not been opened yet. Showing it here does not open it, because opening it is a separate submission. */
export const NotificationItem = ({ obligation }: { obligation: Obligation }) => {
  const { session } = useShared();
  const number = obligation.of;
  return (
    <li>
      <Line name={subjectText(obligation)}>
        <Badge state={obligationState(obligation)} />
      </Line>
      <NotificationFacts of={obligation} />
      {session.role !== 'reads' && (
        <a class="button" href={addressOf('tramitar', openingOf(obligation), { id: number })}>
          Abrirla: se revisa antes de confirmar
        </a>
      )}
    </li>
  );
};
