import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { sendPasswordLink } from '../../session.ts';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { TextField } from '../../shared/field.tsx';
import type { Added } from '../../shared/page.ts';
import { Failure, Form, Section, Show, Success, Title } from '../../shared/shown.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The page of a person's own settings: name, password and second factor, and what capabilities add. */
export const Settings = ({ parts }: { parts: Added<ComponentType>[] }) => {
  const { session } = useShared();
  // The second factor may have been switched on or off elsewhere since the person signed in.
  const now = useLoaded(async () => (await session.gateway.getSession()).data, []);
  return (
    <>
      <Title>{session.role === null ? 'Mi acceso' : 'Ajustes'}</Title>
      <Me />
      <Show of={now}>{(me) => <SecondFactor isOnNow={me.second_factor} />}</Show>
      {parts.map(({ name, part: Part }) => (
        <Part key={name} />
      ))}
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
