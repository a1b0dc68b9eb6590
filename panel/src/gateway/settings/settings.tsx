import { useState } from 'preact/hooks';
import { sendPasswordLink } from '../../session.ts';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { TextField } from '../../shared/field.tsx';
import { Failure, Form, Section, Show, Success, Title } from '../../shared/shown.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The page of a person's own settings: name, password, second factor and mails. */
export const Settings = () => {
  const { session } = useShared();
  // The second factor may have been switched on or off elsewhere since the person signed in.
  const now = useLoaded(async () => (await session.gateway.getSession()).data, []);
  return (
    <>
      <Title>{session.role === null ? 'Mi acceso' : 'Ajustes'}</Title>
      <Me />
      <Show of={now}>{(me) => <SecondFactor isOnNow={me.second_factor} />}</Show>
      <Mails />
    </>
  );
};

const Me = () => {
  const { session, rename } = useShared();
  const { run, isBusy, problem } = useAction();
  const [name, setName] = useState(session.name);
  const [done, setDone] = useState<string>();
  return (
    <Section id="me" title="Quién soy" isBox>
      <p>{session.email}</p>
      {session.role !== null ? (
        <Form
          onSubmit={() =>
            run(async () => {
              await session.gateway.changeMe({ name });
              rename(name);
              setDone('Guardado.');
            })
          }
        >
          <TextField label="Mi nombre" value={name} onChange={setName} required />
          <button type="submit" disabled={isBusy || name === session.name}>
            Guardar
          </button>
        </Form>
      ) : (
        <p>
          <span class="strong">{session.name}</span>{' '}
          <span class="small">El nombre lo cambia su asesoría.</span>
        </p>
      )}
      <div class="actions">
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            run(async () => {
              await sendPasswordLink(session.email);
              setDone(
                `Se ha enviado a ${session.email} un enlace para cambiar la contraseña; vale un día. Al cambiarla se cierran sus sesiones.`,
              );
            })
          }
        >
          Cambiar mi contraseña
        </button>
      </div>
      <Success text={done} />
      <Failure problem={problem} />
    </Section>
  );
};

const KINDS = {
  unknown: 'Trámites que a los 15 minutos no se sabe si se presentaron',
  certificates: 'Certificados que caducan en 30 días, 7 o 1',
  digest: 'Resumen de cada mañana a las 8:00, si hay algo que mirar',
} as const;
type Kind = keyof typeof KINDS;

const Mails = () => {
  const { gateway } = useShared().session;
  const loaded = useLoaded(async () => (await gateway.getMails()).data, []);
  const { run, isBusy, problem } = useAction();
  return (
    <Section id="mails" title="Correos que recibo" isBox>
      <Show of={loaded}>
        {(chosen) => (
          <>
            <p class="small">Se envían a {chosen.email}.</p>
            {(Object.keys(KINDS) as Kind[]).map((kind) => (
              <p key={kind}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={chosen[kind]}
                    disabled={isBusy}
                    onChange={({ currentTarget }) => {
                      const { checked } = currentTarget;
                      void run(async () => {
                        await gateway.chooseMails({ [kind]: checked });
                      }).finally(loaded.reload);
                    }}
                  />{' '}
                  {KINDS[kind]}
                </label>
              </p>
            ))}
            {!chosen.unknown && (
              <p class="notice warn">
                Sin el primero nadie le avisa, si no tiene esta página abierta, de que un trámite puede
                haberse perdido.
              </p>
            )}
          </>
        )}
      </Show>
      <Failure problem={problem} />
    </Section>
  );
};
