import { useState } from 'preact/hooks';
import { useChange, useShared } from '../../shared/context.ts';
import { showDay, showDaysLeft, showMoment } from '../../shared/days.ts';
import { TextField } from '../../shared/field.tsx';
import { addressOf } from '../../shared/route.ts';
import { Badge, Facts, Failure, Form, Line } from '../../shared/shown.tsx';
import { Who } from '../../shared/who-line.tsx';
import { AUTHORITIES, inPlainWords } from '../../shared/words.ts';
import { formFor } from './due.ts';
import type { Obligation, Together } from './to-do.ts';
import { KNOWN_BY, obligationState } from './words.ts';

/** The holder of the certificate that an obligation is about, by name if it is known. */
const Holder = ({ holder: { name, document } }: { holder: NonNullable<Obligation['holder']> }) => (
  <span>{[name, document].filter(Boolean).join(', ')}</span>
);

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
        {rule.id.startsWith('modelo-') && ` ${obligation.cif}, ${obligation.of}`}
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
