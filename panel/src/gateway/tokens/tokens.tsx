import { useState } from 'preact/hooks';
import { AddOne } from '../../shared/add-one.tsx';
import { Confirmed } from '../../shared/confirmed.tsx';
import { useChange, useLoaded, useShared } from '../../shared/context.ts';
import { showDay } from '../../shared/days.ts';
import { ChoiceField, TextField } from '../../shared/field.tsx';
import { Failure, Listed, Section } from '../../shared/shown.tsx';
import { ROLES } from '../../shared/words.ts';

/** The possible lifetimes of a token, by days. */
const DAYS = { '400': '400 días, lo máximo', '180': '180 días', '90': '90 días', '30': '30 días' };

/** API tokens, with which programs act as the person who has signed in. */
export const Tokens = () => {
  const { session } = useShared();
  const { gateway } = session;
  const loaded = useLoaded(async () => (await gateway.listTokens()).data, []);
  const { act, isBusy, problem } = useChange(loaded.reload);
  const [name, setName] = useState('');
  const [role, setRole] = useState('');
  const [days, setDays] = useState('400');
  return (
    <Section id="tokens" title="Mis tokens de programa">
      <Listed of={loaded} none="Ninguno.">
        {(token) => (
          <li key={token.id}>
            <span class="strong">{token.name}</span>
            <p class="small">
              {token.role ? ROLES[token.role] : 'Como su usuario'} · vale hasta{' '}
              {showDay(token.expires_in.slice(0, 10))} ·{' '}
              {token.last_used_at ? `usado el ${showDay(token.last_used_at.slice(0, 10))}` : 'sin usar'}
            </p>
            <Confirmed
              name={`Revocar ${token.name}`}
              what="El programa que lo usa deja de entrar en seguida. No se puede deshacer."
              isBusy={isBusy}
              onConfirm={act(() => gateway.revokeToken({ tokenId: token.id }))}
            />
          </li>
        )}
      </Listed>
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
    </Section>
  );
};
