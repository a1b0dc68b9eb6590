import { useState } from 'preact/hooks';
import { showDay } from '../logic/days.ts';
import { ROLES } from '../logic/words.ts';
import { AddOne } from '../parts/add-one.tsx';
import { Confirmed } from '../parts/confirmed.tsx';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { ChoiceField, TextField } from '../parts/field.tsx';
import { Failure, Show } from '../parts/shown.tsx';

/** For how long a token is good, by days. */
const DAYS = { '400': '400 días, lo máximo', '180': '180 días', '90': '90 días', '30': '30 días' };

/** Tokens with which programs act as the person who looks. */
export const Tokens = () => {
  const { session } = useShared();
  const { gateway } = session;
  const loaded = useLoaded(async () => (await gateway.listTokens()).data, []);
  const { run, isBusy, problem } = useAction();
  const [name, setName] = useState('');
  const [role, setRole] = useState('');
  const [days, setDays] = useState('400');
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Mis tokens de programa</h2>
      <Show of={loaded} empty={(found) => found.length === 0 && 'Ninguno.'}>
        {(found) => (
          <ul class="list">
            {found.map((one) => (
              <li key={one.id}>
                <span class="strong">{one.name}</span>
                <p class="small">
                  {one.role ? ROLES[one.role] : 'Como su usuario'} · vale hasta{' '}
                  {showDay(one.expires_in.slice(0, 10))} ·{' '}
                  {one.last_used_at ? `usado el ${showDay(one.last_used_at.slice(0, 10))}` : 'sin usar'}
                </p>
                <Confirmed
                  name={`Revocar ${one.name}`}
                  what="El programa que lo usa deja de entrar en seguida. No se puede deshacer."
                  isBusy={isBusy}
                  onConfirm={() =>
                    run(async () => {
                      await gateway.revokeToken({ tokenId: one.id });
                      loaded.reload();
                    })
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Show>
      <Failure problem={problem} />
      <AddOne
        title="Crear un token"
        what="El token"
        add={async () => {
          const { data } = await gateway.createToken({
            name,
            days: Number(days),
            ...(role && { role: role as 'owner' | 'files' | 'reads' }),
          });
          setName('');
          loaded.reload();
          return data.access_token;
        }}
      >
        <TextField label="Nombre del programa" value={name} onChange={setName} required />
        <ChoiceField
          label="Qué puede hacer, como mucho"
          empty="Lo mismo que su usuario"
          choices={ROLES}
          value={role}
          onChange={setRole}
        />
        <ChoiceField label="Cuánto vale" choices={DAYS} value={days} onChange={setDays} />
      </AddOne>
    </section>
  );
};
