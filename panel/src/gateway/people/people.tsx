import { useState } from 'preact/hooks';
import type { Data } from '../../../../client/src/types.ts';
import { type Session, sendPasswordLink } from '../../session.ts';
import { Confirmed } from '../../shared/confirmed.tsx';
import { useAction, useChange, useLoaded, useSending, useShared } from '../../shared/context.ts';
import { ChoiceField, TextField } from '../../shared/field.tsx';
import { Badge, Failure, Form, Line, Listed, Section, Success, Title } from '../../shared/shown.tsx';
import { ROLES } from '../../shared/words.ts';

type User = Data<'listUsers'>[number];

/** The page of the account's users and their roles. Only an owner sees them. */
export const People = () => {
  const { session } = useShared();
  return (
    <>
      <Title>Personas</Title>
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
      <Listed of={loaded}>{(user) => <One key={user.id} user={user} onChange={loaded.reload} />}</Listed>
      <Invite onInvited={loaded.reload} />
      <CompanyAccess />
      <Demands />
    </>
  );
};

/**
 * The access of the chosen company. A person of the company who has lost the phone asks the office to remove the second factor.
 */
const CompanyAccess = () => {
  const { session, company } = useShared();
  const { run, isBusy, problem } = useAction();
  const [done, setDone] = useState<string>();
  if (!company) return null;
  return (
    <Section id="company-access" title={`El acceso de ${company.name}`} isBox>
      <Confirmed
        name="Quitar su segundo factor"
        what="Entra solo con la contraseña, hasta que active otro, y recibe un correo."
        isBusy={isBusy}
        onConfirm={() =>
          run(async () => {
            await session.gateway.resetClientSecondFactor({ clientId: company.id });
            setDone('Ya entra solo con la contraseña.');
          })
        }
      />
      <Success text={done} />
      <Failure problem={problem} />
    </Section>
  );
};

/** The step that the account demands before a submission, for all users. */
const PREVIEWS: Record<Session['preview'], string> = {
  optional: 'Nada: cada persona decide',
  required: 'Un simulacro correcto',
  another: 'Un simulacro que haya hecho otra persona',
};

/** The security requirements of the account for its users. */
const Demands = () => {
  const { session } = useShared();
  const { gateway } = session;
  const { run, isBusy, problem } = useAction();
  const [preview, setPreview] = useState<string>(session.preview);
  const [done, setDone] = useState<string>();
  const demand = (required: boolean) =>
    run(async () => {
      await gateway.demandSecondFactor({ second_factor_required: required });
      setDone(required ? 'Se exige el segundo factor.' : 'El segundo factor ya no se exige.');
    });
  return (
    <Section id="demands" title="Qué se exige a quien usa la cuenta" isBox>
      <ChoiceField label="Antes de presentar" choices={PREVIEWS} value={preview} onChange={setPreview} />
      <button
        type="button"
        disabled={isBusy}
        onClick={() =>
          run(async () => {
            const { data } = await gateway.demandPreview({ preview: preview as Session['preview'] });
            session.preview = data.preview;
            setDone(`Antes de presentar: ${PREVIEWS[data.preview]}.`);
          })
        }
      >
        Guardar
      </button>
      <p>
        Con segundo factor, quien no lo tiene solo puede activarlo, y dejan de valer los webhooks y
        calendarios de quien no lo tenía.
      </p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => demand(true)}>
          Exigir el segundo factor
        </button>
        <button type="button" disabled={isBusy} onClick={() => demand(false)}>
          No exigirlo
        </button>
      </div>
      <Success text={done} />
      <Failure problem={problem} />
    </Section>
  );
};

const One = ({ user, onChange }: { user: User; onChange(): void }) => {
  const { session } = useShared();
  const { gateway } = session;
  const { act, isBusy, problem } = useChange(onChange);
  const [role, setRole] = useState<string>(user.role);
  const [done, setDone] = useState<string>();
  return (
    <li>
      <Line name={user.name}>
        {!user.joined && (
          <>
            <Badge state={{ name: 'Invitación pendiente', tone: 'warn' }} />
            <button
              type="button"
              disabled={isBusy}
              onClick={act(async () => {
                await sendPasswordLink(user.email);
                setDone(`Se ha enviado otro enlace a ${user.email}; vale un día.`);
              })}
            >
              Reenviar<span class="unseen"> la invitación de {user.name}</span>
            </button>
          </>
        )}
      </Line>
      <p>{user.email}</p>
      <p class="small">
        {ROLES[user.role]} · {user.second_factor ? 'con segundo factor' : 'sin segundo factor'}
      </p>
      <Success text={done} />
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
          </div>
          {user.second_factor && (
            <Confirmed
              name="Quitar su segundo factor"
              what="Entra solo con la contraseña, hasta que active otro."
              isBusy={isBusy}
              onConfirm={act(() => gateway.resetSecondFactor({ userId: user.id }))}
            />
          )}
          <Confirmed
            name="Quitar de la cuenta"
            what={`${user.name} deja de entrar en seguida, y sus tokens y webhooks dejan de valer. No se puede deshacer.`}
            isBusy={isBusy}
            onConfirm={act(() => gateway.removeUser({ userId: user.id }))}
          />
          <Failure problem={problem} />
        </details>
      )}
    </li>
  );
};

const Invite = ({ onInvited }: { onInvited(): void }) => {
  const { session } = useShared();
  const { send, isBusy, mistakes, problem } = useSending({ name: 'name', email: 'email' });
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('files');
  const [done, setDone] = useState<string>();
  return (
    <Form
      class="box"
      onSubmit={() =>
        send(async () => {
          await session.gateway.inviteUser({ name, email, role: role as User['role'] });
          setDone(`Se ha enviado un correo a ${email} para que cree su contraseña.`);
          setName('');
          setEmail('');
          onInvited();
        })
      }
    >
      <h2>Invitar a una persona</h2>
      <TextField label="Nombre" errors={mistakes.name} value={name} onChange={setName} required />
      <TextField
        label="E-mail"
        type="email"
        errors={mistakes.email}
        value={email}
        onChange={setEmail}
        required
      />
      <ChoiceField label="Qué podrá hacer" choices={ROLES} value={role} onChange={setRole} />
      <button type="submit" class="main" disabled={isBusy}>
        Invitar
      </button>
      <Success text={done} />
      <Failure problem={problem} />
    </Form>
  );
};
