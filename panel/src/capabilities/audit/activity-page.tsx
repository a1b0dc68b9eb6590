import { useState } from 'preact/hooks';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { ChoiceField } from '../../shared/field.tsx';
import { nextPart } from '../../shared/first.ts';
import { Badge, Failure, Line, Show, Title } from '../../shared/shown.tsx';
import { type Act, DONE, detailsOf, KINDS } from './activity.ts';

/** The page of what the account did with itself, the last first. Only an owner opens it. */
export const Activity = () => {
  const { session } = useShared();
  const [kind, setKind] = useState('');
  const [user, setUser] = useState('');
  const users = useLoaded(async () => (await session.gateway.listUsers()).data, []);
  const names = Object.fromEntries((users.data ?? []).map(({ id, name }) => [id, name]));
  return (
    <>
      <Title>Actividad de la cuenta</Title>
      <p class="muted">
        Quién inició sesión o lo intentó, y quién cambió personas, empresas, certificados y ajustes. Se guarda
        400 días. Quién presentó cada trámite se ve en Trámites.
      </p>
      <div class="filters no-print">
        <ChoiceField label="Qué" empty="Todo" choices={KINDS} value={kind} onChange={setKind} />
        <ChoiceField label="Quién" empty="Cualquiera" choices={names} value={user} onChange={setUser} />
      </div>
      <Acts key={`${kind} ${user}`} kind={kind} user={user} />
    </>
  );
};

/** The acts that match, loaded page by page. It is created anew for another query. */
const Acts = ({ kind, user }: { kind: string; user: string }) => {
  const { session } = useShared();
  const [more, setMore] = useState<Act[]>([]);
  const [next, setNext] = useState<string | null>();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const query = { ...(kind && { kind: kind as Act['kind'] }), ...(user && { user }) };
  const ask = async (token?: string) => {
    const part = await nextPart(
      async (continueToken) => (await session.gateway.listActivity({ ...query, continueToken })).data,
      token,
    );
    setNext(part.continueToken);
    return part.data;
  };
  const page = useLoaded(() => ask(), []);
  return (
    <Show of={page} empty={(acts) => acts.length === 0 && !next && 'No hay nada así.'}>
      {(first) => (
        <>
          <ul class="list lines">
            {[...first, ...more].map((act) => (
              <OneAct key={act.id} act={act} />
            ))}
          </ul>
          {next && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  const further = await ask(next);
                  setMore([...more, ...further]);
                })
              }
            >
              Ver más
            </button>
          )}
          <Failure problem={problem} />
        </>
      )}
    </Show>
  );
};

const OneAct = ({ act }: { act: Act }) => (
  <li>
    <Line name={DONE[act.operation] ?? KINDS[act.kind]}>
      {act.outcome === 'refused' && <Badge state={{ name: 'Rechazado', tone: 'bad' }} />}
      {act.outcome === 'unknown' && <Badge state={{ name: 'No consta si se hizo', tone: 'warn' }} />}
    </Line>
    <p class="small">
      {[showMoment(act.at), act.user.name ?? act.user.id, detailsOf(act)].filter(Boolean).join(' · ')}
    </p>
  </li>
);
