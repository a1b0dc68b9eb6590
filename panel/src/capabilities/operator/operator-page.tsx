import { useState } from 'preact/hooks';
import type { Data } from '../../../../client/src/types.ts';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { showDay, showMoment } from '../../shared/days.ts';
import { Badge, Failure, Line, Section, Show, Title } from '../../shared/shown.tsx';
import { AUTHORITIES, FILING_STATES } from '../../shared/words.ts';
import { ALARM_STATES, alarmGroups, byFailures, share, totalsByState } from './operator.ts';
import { Authorities } from './pauses.tsx';

/** The operator's page: the state of the service across all accounts. It shows no content of filings. */
export const Operator = () => (
  <>
    <Title>Operador</Title>
    <Unknown />
    <Authorities />
    <Alarms />
    <Filings />
    <Accounts />
  </>
);

const Unknown = () => {
  const { session } = useShared();
  const loaded = useLoaded(async () => (await session.gateway.listUnknownOutcomes()).data, []);
  return (
    <Section id="unknown" title="No se sabe si se presentó">
      <p class="muted">Solo su cuenta puede ver qué era, y declarar lo que consta en el organismo.</p>
      <Show
        of={loaded}
        empty={({ filings }) => filings.length === 0 && 'Ninguno: se conoce el resultado de todos.'}
      >
        {({ filings, more }) => (
          <>
            <ul class="list">
              {filings.map((filing) => (
                <li key={filing.id}>
                  <Line name={filing.id}>
                    <Badge state={{ name: `${filing.hours} h`, tone: filing.hours >= 24 ? 'bad' : 'warn' }} />
                  </Line>
                  <p class="small">
                    {AUTHORITIES[filing.authority]} · {filing.operation} · {showMoment(filing.created_at)} ·
                    cuenta {filing.account}
                  </p>
                </li>
              ))}
            </ul>
            {more && <p>Hay más: estos son los más antiguos.</p>}
          </>
        )}
      </Show>
    </Section>
  );
};

const Alarms = () => {
  const { session } = useShared();
  const loaded = useLoaded(async () => alarmGroups((await session.gateway.listAlarms()).data.alarms), []);
  return (
    <Section id="alarms" title="Alarmas">
      <Show of={loaded}>
        {(groups) => {
          const ringing = groups.filter(({ state }) => state === 'alarm');
          const quiet = groups.filter(({ state }) => state !== 'alarm');
          return (
            <>
              {ringing.length === 0 && <p>Ninguna avisa.</p>}
              <ul class="list">{ringing.map(alarmLine)}</ul>
              <details>
                <summary>Las que no avisan ({quiet.length})</summary>
                <ul class="list">{quiet.map(alarmLine)}</ul>
              </details>
            </>
          );
        }}
      </Show>
    </Section>
  );
};

const alarmLine = ({ alarm, runbook, state, ringing, count }: ReturnType<typeof alarmGroups>[number]) => (
  <li key={alarm}>
    <Line name={alarm}>
      <Badge state={ALARM_STATES[state]} />
    </Line>
    {ringing.length > 0 && (
      <p>
        {ringing
          .map(({ of, since }) => [of, since && `desde ${showMoment(since)}`].filter(Boolean).join(' '))
          .filter(Boolean)
          .join(' · ')}
        {count > 1 && ` (${ringing.length} de ${count})`}
      </p>
    )}
    <p class="small">{runbook}</p>
  </li>
);

const Filings = () => {
  const { session } = useShared();
  const loaded = useLoaded(async () => (await session.gateway.countFilings()).data.totals, []);
  return (
    <Section id="filings" title="Trámites de siete días">
      <Show of={loaded} empty={(totals) => totals.length === 0 && 'Ninguno.'}>
        {(totals) => (
          <>
            <ul class="list row">
              {totalsByState(totals).map(([state, count]) => (
                <li key={state} class="line">
                  <Badge state={FILING_STATES[state]} />
                  <span class="strong">{count}</span>
                </li>
              ))}
            </ul>
            <details>
              <summary>Por día y operación</summary>
              <ul class="list">
                {totals.map((total) => (
                  <li key={Object.values(total).join(' ')} class="line">
                    <span class="small">
                      {showDay(total.day)} · {AUTHORITIES[total.authority]} · {total.operation}
                    </span>
                    <span>
                      {total.count} <Badge state={FILING_STATES[total.state]} />
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </>
        )}
      </Show>
    </Section>
  );
};

type Account = Data<'listOperatorAccounts'>['accounts'][number];

const Accounts = () => {
  const { session } = useShared();
  const [further, setFurther] = useState<{ accounts: Account[]; next: string | null }>();
  const { run, isBusy, problem } = useAction();
  const loaded = useLoaded(async () => (await session.gateway.listOperatorAccounts()).data, []);
  return (
    <Section id="accounts" title="Cuentas">
      <Show of={loaded}>
        {(page) => {
          const { next } = further ?? page;
          return (
            <>
              <ul class="list">
                {byFailures([...page.accounts, ...(further?.accounts ?? [])]).map((account) => (
                  <AccountLine key={account.id} account={account} />
                ))}
              </ul>
              {next && (
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() =>
                    run(async () => {
                      const { data } = await session.gateway.listOperatorAccounts({ after: next });
                      setFurther({
                        accounts: [...(further?.accounts ?? []), ...data.accounts],
                        next: data.next,
                      });
                    })
                  }
                >
                  Ver más cuentas
                </button>
              )}
              <Failure problem={problem} />
            </>
          );
        }}
      </Show>
    </Section>
  );
};

const AccountLine = ({ account }: { account: Account }) => (
  <li>
    <Line name={account.name}>
      <span>
        {account.disabled && <Badge state={{ name: 'Desactivada', tone: 'warn' }} />}{' '}
        {account.failure_rate === null ? 'Sin trámites' : `${share(account.failure_rate)} sin realizar`}
      </span>
    </Line>
    <p class="small">
      {account.last_call_at ? `Última llamada ${showMoment(account.last_call_at)}` : 'Sin llamadas'} · siete
      días: {account.accepted} realizados, {account.refused} rechazados, {account.notSent} no enviados,{' '}
      {account.unknown} desconocidos · {account.id}
    </p>
  </li>
);
