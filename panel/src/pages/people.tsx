import { useState } from 'preact/hooks';
import type { Data } from '../../../client/src/types.ts';
import { ROLES } from '../logic/words.ts';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { ChoiceField, TextField } from '../parts/field.tsx';
import { SecondFactor } from '../parts/second-factor.tsx';
import { Failure, Show, Title } from '../parts/shown.tsx';

type User = Data<'listUsers'>[number];

/** What a client company may change of its own access. */
export const OwnAccess = () => (
  <>
    <Title>Mi acceso</Title>
    <SecondFactor />
  </>
);

/** One's own second factor, and the people of the account: who they are and what they may do. Only an owner sees those. */
export const People = () => {
  const { session } = useShared();
  return (
    <>
      <Title>Personas</Title>
      <SecondFactor />
      {session.role === 'owner' ? (
        <Users />
      ) : (
        <p class="muted">Quién más usa esta cuenta lo ve y lo cambia una persona titular.</p>
      )}
    </>
  );
};

const Users = () => {
  const { session } = useShared();
  const loaded = useLoaded(async () => (await session.gateway.listUsers()).data, []);
  return (
    <>
      <h2>Quién usa esta cuenta</h2>
      <Show of={loaded}>
        {(users) => (
          <ul class="list">
            {users.map((user) => (
              <One key={user.id} user={user} onChange={loaded.reload} />
            ))}
          </ul>
        )}
      </Show>
      <Invite onInvited={loaded.reload} />
    </>
  );
};

const One = ({ user, onChange }: { user: User; onChange(): void }) => {
  const { session } = useShared();
  const { gateway } = session;
  const { run, isBusy, problem } = useAction();
  const [role, setRole] = useState<string>(user.role);
  const act = (work: () => Promise<unknown>) => () =>
    run(async () => {
      await work();
      onChange();
    });
  return (
    <li>
      <p>
        <span class="strong">{user.name}</span> · {user.email}
      </p>
      <p class="small">
        {ROLES[user.role]} · {user.second_factor ? 'con segundo factor' : 'sin segundo factor'}
      </p>
      {user.email !== session.email && (
        <details>
          <summary>Cambiar</summary>
          <ChoiceField label="Qué puede hacer" choices={ROLES} value={role} onChange={setRole} />
          <div class="actions">
            <button
              type="button"
              disabled={isBusy || role === user.role}
              onClick={act(() => gateway.changeUser({ userId: user.id, role: role as User['role'] }))}
            >
              Guardar
            </button>
            {user.second_factor && (
              <button
                type="button"
                disabled={isBusy}
                onClick={act(() => gateway.resetSecondFactor({ userId: user.id }))}
              >
                Quitar su segundo factor
              </button>
            )}
            <button
              type="button"
              class="danger"
              disabled={isBusy}
              onClick={act(() => gateway.removeUser({ userId: user.id }))}
            >
              Quitar de la cuenta
            </button>
          </div>
          <Failure problem={problem} />
        </details>
      )}
    </li>
  );
};

const Invite = ({ onInvited }: { onInvited(): void }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('files');
  const [done, setDone] = useState<string>();
  return (
    <form
      class="box"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await session.gateway.inviteUser({ name, email, role: role as User['role'] });
          setDone(`Se ha enviado un correo a ${email} para que cree su contraseña.`);
          setName('');
          setEmail('');
          onInvited();
        });
      }}
    >
      <h2>Invitar a una persona</h2>
      <TextField label="Nombre" value={name} onChange={setName} required />
      <TextField label="E-mail" type="email" value={email} onChange={setEmail} required />
      <ChoiceField label="Qué podrá hacer" choices={ROLES} value={role} onChange={setRole} />
      <button type="submit" class="main" disabled={isBusy}>
        Invitar
      </button>
      {done && (
        <p class="notice good" role="status">
          {done}
        </p>
      )}
      <Failure problem={problem} />
    </form>
  );
};
