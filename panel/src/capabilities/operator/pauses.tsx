import { useState } from 'preact/hooks';
import type { Data } from '../../../../client/src/types.ts';
import { useAction, useChange, useLoaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { ChoiceField, TextField } from '../../shared/field.tsx';
import { Badge, Failure, Form, Line, Section, Show } from '../../shared/shown.tsx';
import { AUTHORITIES, AUTHORITY_STATES } from '../../shared/words.ts';

type Pauses = Data<'listPauses'>;
type Authority = Pauses['authorities'][number];

/** The lengths of a pause in hours, with their names. */
const HOURS = { 1: 'Una hora', 4: 'Cuatro horas', 24: 'Un día', 168: 'Una semana' };
const HOUR_MS = 60 * 60 * 1000;

const ACTS = { pause: 'Pausa', resume: 'Reanudación' };

/** The states of the authorities, with buttons to pause or resume each for all accounts. */
export const Authorities = () => {
  const { session } = useShared();
  const loaded = useLoaded(async () => (await session.gateway.listPauses()).data, []);
  return (
    <Section id="authorities" title="Organismos">
      <Show of={loaded}>
        {({ authorities, acts }) => (
          <>
            <ul class="list">
              {authorities.map((authority) => (
                <One key={authority.authority} authority={authority} onChange={loaded.reload} />
              ))}
            </ul>
            <Acts acts={acts} />
          </>
        )}
      </Show>
    </Section>
  );
};

const One = ({ authority, onChange }: { authority: Authority; onChange(): void }) => {
  const { session } = useShared();
  return (
    <li aria-label={authority.name}>
      <Line name={authority.name}>
        <Badge
          state={authority.paused ? { name: 'En pausa', tone: 'bad' } : AUTHORITY_STATES[authority.state]}
        />
      </Line>
      {authority.message && (
        <p class="small">
          «{authority.message}»{authority.until && ` Hasta ${showMoment(authority.until)}.`}
        </p>
      )}
      {session.role === 'owner' &&
        (authority.paused ? (
          <Resume authority={authority} onChange={onChange} />
        ) : (
          <Pause authority={authority} onChange={onChange} />
        ))}
    </li>
  );
};

const Resume = ({ authority, onChange }: { authority: Authority; onChange(): void }) => {
  const { session } = useShared();
  const { act, isBusy, problem } = useChange(onChange);
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        onClick={act(() => session.gateway.resumeAuthority({ authority: authority.authority }))}
      >
        Reanudar {authority.name}
      </button>
      <Failure problem={problem} />
    </>
  );
};

/** The form to pause an authority: the message for callers, the reason, and a confirmation. */
const Pause = ({ authority, onChange }: { authority: Authority; onChange(): void }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [message, setMessage] = useState('');
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState('1');
  const [isAsked, setAsked] = useState(false);
  const pause = () =>
    run(async () => {
      const until = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString();
      await session.gateway.pauseAuthority({ authority: authority.authority, message, reason, until });
      setAsked(false);
      onChange();
    });
  return (
    <details>
      <summary>Poner {authority.name} en pausa</summary>
      <Form onSubmit={() => setAsked(true)}>
        <TextField label="Qué leerán quienes llaman" value={message} onChange={setMessage} required />
        <TextField label="Por qué, para el equipo" value={reason} onChange={setReason} required />
        <ChoiceField label="Durante" choices={HOURS} value={hours} onChange={setHours} />
        <button type="submit" disabled={isBusy}>
          Continuar
        </button>
      </Form>
      {isAsked && (
        <div class="notice bad" role="alert">
          <p>
            Ninguna cuenta podrá presentar ni consultar nada ante {authority.name}. Recibirán 503 con este
            texto: «{message}». Lo que ya se está presentando termina.
          </p>
          <div class="actions">
            <button type="button" class="danger" disabled={isBusy} onClick={pause}>
              Sí, poner {authority.name} en pausa
            </button>
            <button type="button" disabled={isBusy} onClick={() => setAsked(false)}>
              No
            </button>
          </div>
        </div>
      )}
      <Failure problem={problem} />
    </details>
  );
};

const Acts = ({ acts }: Pick<Pauses, 'acts'>) =>
  acts.length > 0 ? (
    <details>
      <summary>Últimas pausas y reanudaciones</summary>
      <ul class="list">
        {acts.map((act) => (
          <li key={act.at}>
            {ACTS[act.act]} de {AUTHORITIES[act.authority]}: {act.by}, <time>{showMoment(act.at)}</time>
            <p class="small">{[act.reason, act.message && `«${act.message}»`].filter(Boolean).join(' ')}</p>
          </li>
        ))}
      </ul>
    </details>
  ) : null;
