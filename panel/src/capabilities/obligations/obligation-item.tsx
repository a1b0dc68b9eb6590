import { useState } from 'preact/hooks';
import { meaningsOf } from '../../gateway/filings/refusals.ts';
import { useSaid } from '../../gateway/filings/said.ts';
import { useChange, useLoaded, useShared } from '../../shared/context.ts';
import { showDay, showDaysLeft, showMoment } from '../../shared/days.ts';
import { TextField } from '../../shared/field.tsx';
import type { Form as WholeForm } from '../../shared/fields.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Facts, Failure, Form, Line } from '../../shared/shown.tsx';
import { Who } from '../../shared/who-line.tsx';
import { AUTHORITIES, inPlainWords, KNOWN_BY, obligationState, theAuthority } from '../../shared/words.ts';
import { formFor } from './due.ts';
import { type ListedFiling, type Obligation, openingOf, type Together } from './to-do.ts';

/** The holder of the certificate that an obligation is about, by name if it is known. */
const Holder = ({ holder: { name, document } }: { holder: NonNullable<Obligation['holder']> }) => (
  <span>{[name, document].filter(Boolean).join(', ')}</span>
);

type Answered = Pick<
  ListedFiling,
  'operation' | 'messages' | 'message' | 'messageCodes' | 'authority' | 'state'
>;

/** The messages of the authority with their codes, and the meaning of a refusal if it is known. */
export const Words = ({ of }: { of: Answered }) => {
  const texts = of.messages.length > 0 ? of.messages : of.message && of.message !== 'OK' ? [of.message] : [];
  const said = useSaid(of.operation);
  if (texts.length === 0) return null;
  const meanings = meaningsOf(of);
  return (
    <>
      <blockquote>
        {texts.map((text) => (
          <p key={text}>{said(text)}</p>
        ))}
        {of.messageCodes.length > 0 && <p class="small">Código: {of.messageCodes.join(', ')}</p>}
      </blockquote>
      {meanings.map((meaning) => (
        <p key={meaning}>{meaning}</p>
      ))}
      {of.state === 'refused' && meanings.length === 0 && (
        <p class="small">Son las palabras de la administración: no hay aquí otra explicación.</p>
      )}
    </>
  );
};

/** A link to the form that corrects a trámite and sends it again, for persons who may file. */
export const Correct = ({ of: { id } }: { of: Pick<ListedFiling, 'id'> }) =>
  useShared().session.role === 'reads' ? null : (
    <a class="button" href={addressOf('tramitar', undefined, { desde: id })}>
      Corregir y enviar
    </a>
  );

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
export const NotificationOf = ({ form, id }: { form: Pick<WholeForm, 'operation'>; id: string }) => {
  const { session } = useShared();
  const due = useLoaded(() => session.askToday('due'), []);
  const notification = due.data?.obligations.find(
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

/** The batch that fulfils an obligation and is not finished. */
export const InBatch = ({ batch: { id, name } }: { batch: NonNullable<Obligation['batch']> }) => (
  <a href={addressOf('importar', id)}>
    En un lote<span class="unseen">: {name}</span>
  </a>
);

/** What is not certain of an obligation, next to its day. */
export const Doubts = ({ of }: { of: Pick<Obligation, 'doubt' | 'calendarNote'> }) => (
  <>
    {of.calendarNote && <p class="small notice">{of.calendarNote}</p>}
    {of.doubt && <p class="small">No es seguro: {inPlainWords(of.doubt)}</p>}
  </>
);

/** An obligation with its legal basis, and a way to declare that it was fulfilled elsewhere. */
export const ObligationItem = ({ obligation, onChange }: { obligation: Together; onChange(): void }) => {
  const { session } = useShared();
  const [reason, setReason] = useState('');
  const { act, isBusy, problem } = useChange(onChange);
  const { rule } = obligation;
  const mayFile =
    session.role !== 'reads' && obligation.state !== 'closed' && obligation.state !== 'withdrawn';
  const form = mayFile && !obligation.batch ? formFor(obligation) : undefined;
  return (
    <li>
      <Line name={rule.title}>
        <Badge state={obligationState(obligation)} />
        {form && (
          <a class="button" href={addressOf('tramitar', form.operation, form.filled)}>
            Hacerlo<span class="unseen">: {rule.title}</span>
          </a>
        )}
        {obligation.batch && <InBatch batch={obligation.batch} />}
      </Line>
      <p class="small">
        <Who of={{ ...obligation, account: obligation.account ?? undefined }} />
      </p>
      <p class="small">
        {obligation.due
          ? `${showDay(obligation.due)} (${showDaysLeft(obligation.daysLeft, obligation.certain)})`
          : 'Sin fecha cierta'}{' '}
        · {AUTHORITIES[rule.authority]}
        {obligation.holder && (
          <>
            {' '}
            · <Holder holder={obligation.holder} />
          </>
        )}
        {rule.id === 'certificado-digital' && (
          <>
            {' '}
            · <a href={addressOf('certificados')}>Certificados</a>
          </>
        )}
      </p>
      <Doubts of={obligation} />
      <details>
        <summary>Qué es y qué hacer</summary>
        <Facts
          of={[
            ['De', showDay(obligation.of)],
            ['Plazo', inPlainWords(rule.term)],
            ['Se cierra con', inPlainWords(rule.closedBy)],
            ['Si se retrasa', inPlainWords(rule.late)],
            ['No se debe si', rule.exceptions && inPlainWords(rule.exceptions)],
            ['Norma', rule.source],
            [
              'Por qué se sabe',
              <>
                {KNOWN_BY[obligation.since.how]}, {showMoment(obligation.since.at)}
                {obligation.since.tramite && (
                  <>
                    {' '}
                    (<a href={addressOf('tramites', obligation.since.tramite)}>trámite</a>)
                  </>
                )}
              </>,
            ],
          ]}
        />
        {mayFile && (
          <Form
            onSubmit={act(() =>
              Promise.all(obligation.ids.map((id) => session.gateway.closeObligation({ id, reason }))),
            )}
          >
            <TextField
              label="Ya está hecho fuera de aquí: qué, dónde y cuándo"
              value={reason}
              onChange={setReason}
              required
            />
            <button type="submit" disabled={isBusy}>
              Declarar cumplida
            </button>
            <Failure problem={problem} />
          </Form>
        )}
      </details>
    </li>
  );
};
