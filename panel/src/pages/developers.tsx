import { useState } from 'preact/hooks';
import { showDay, showMoment } from '../logic/days.ts';
import { addressOf } from '../logic/route.ts';
import { DELIVERY_STATES, ROLES } from '../logic/words.ts';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { TextField } from '../parts/field.tsx';
import { Badge, Failure, Show, Title } from '../parts/shown.tsx';

/** What programs use: tokens, webhooks and what was delivered to them. */
export const Developers = ({ webhook }: { webhook: string | undefined }) =>
  webhook ? (
    <Deliveries webhookId={webhook} />
  ) : (
    <>
      <Title>Desarrolladores</Title>
      <Tokens />
      <Webhooks />
    </>
  );

/** A secret that is shown once. */
const Secret = ({ what, secret }: { what: string; secret: string | undefined }) =>
  secret ? (
    <div class="notice good" role="status">
      <p>{what}. Guárdelo ahora: no se vuelve a mostrar.</p>
      <pre>{secret}</pre>
    </div>
  ) : null;

/** A form for one thing more, which has a secret. @param add makes it, and gives its secret */
const AddOne = ({
  what,
  button,
  add,
  ...field
}: {
  label: string;
  type?: 'url';
  what: string;
  button: string;
  add(value: string): Promise<string>;
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [value, setValue] = useState('');
  const [secret, setSecret] = useState<string>();
  if (session.role !== 'owner') return null;
  return (
    <>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            setSecret(await add(value));
            setValue('');
          });
        }}
      >
        <TextField {...field} value={value} onChange={setValue} required />
        <button type="submit" disabled={isBusy}>
          {button}
        </button>
      </form>
      <Secret what={what} secret={secret} />
      <Failure problem={problem} />
    </>
  );
};

const Tokens = () => {
  const { session } = useShared();
  const { gateway } = session;
  const loaded = useLoaded(async () => (await gateway.listTokens()).data, []);
  const { run, isBusy, problem } = useAction();
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Mis tokens de programa</h2>
      <Show of={loaded} empty={(found) => found.length === 0 && 'Ninguno.'}>
        {(found) => (
          <ul class="list">
            {found.map((one) => (
              <li key={one.id}>
                <div class="line">
                  <span class="strong">{one.name}</span>
                  <button
                    type="button"
                    class="danger"
                    disabled={isBusy}
                    onClick={() =>
                      run(async () => {
                        await gateway.revokeToken({ tokenId: one.id });
                        loaded.reload();
                      })
                    }
                  >
                    Revocar {one.name}
                  </button>
                </div>
                <p class="small">
                  {one.role ? ROLES[one.role] : 'Como su usuario'} · vale hasta{' '}
                  {showDay(one.expires_in.slice(0, 10))} ·{' '}
                  {one.last_used_at ? `usado el ${showDay(one.last_used_at.slice(0, 10))}` : 'sin usar'}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Show>
      <Failure problem={problem} />
      <AddOne
        label="Nombre del programa"
        button="Crear un token"
        what="El token"
        add={async (name) => {
          const { data } = await gateway.createToken({ name });
          loaded.reload();
          return data.access_token;
        }}
      />
    </section>
  );
};

const Webhooks = () => {
  const { session } = useShared();
  const { gateway } = session;
  const loaded = useLoaded(async () => (await gateway.listWebhooks()).data, []);
  const { run, isBusy, problem } = useAction();
  const act = (work: () => Promise<unknown>) => () =>
    run(async () => {
      await work();
      loaded.reload();
    });
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <Show of={loaded} empty={(found) => found.length === 0 && 'Ninguno.'}>
        {(found) => (
          <ul class="list">
            {found.map(({ id: webhookId, ...one }) => (
              <li key={webhookId}>
                <div class="line">
                  <a class="strong" href={addressOf('desarrolladores', webhookId)}>
                    {one.url}
                  </a>
                  <Badge
                    state={
                      one.active
                        ? one.failing_since
                          ? { name: 'Falla', tone: 'bad' }
                          : { name: 'Activo', tone: 'good' }
                        : { name: 'Desactivado', tone: 'warn' }
                    }
                  />
                </div>
                <p class="small">
                  {one.types.length > 0 ? one.types.join(', ') : 'Todos los avisos'}
                  {one.failing_since && ` · no acepta ninguno desde ${showMoment(one.failing_since)}`}
                </p>
                {session.role === 'owner' && (
                  <div class="actions">
                    <button
                      type="button"
                      disabled={isBusy}
                      onClick={act(() => gateway.testWebhook({ webhookId }))}
                    >
                      Probar
                    </button>
                    <button
                      type="button"
                      disabled={isBusy}
                      onClick={act(() => gateway.changeWebhook({ webhookId, active: !one.active }))}
                    >
                      {one.active ? 'Desactivar' : 'Activar'}
                    </button>
                    <button
                      type="button"
                      class="danger"
                      disabled={isBusy}
                      onClick={act(() => gateway.removeWebhook({ webhookId }))}
                    >
                      Eliminar
                    </button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Show>
      <Failure problem={problem} />
      <AddOne
        label="Dirección del receptor (https)"
        type="url"
        button="Crear un webhook"
        what="El secreto con el que se firma"
        add={async (url) => {
          const { data } = await gateway.addWebhook({ url });
          loaded.reload();
          return data.secret;
        }}
      />
    </section>
  );
};

const Deliveries = ({ webhookId }: { webhookId: string }) => {
  const { session } = useShared();
  const { gateway } = session;
  const loaded = useLoaded(
    async () => (await gateway.listDeliveries({ webhookId, perPage: 50 })).data.data,
    [webhookId],
  );
  const { run, isBusy, problem } = useAction();
  return (
    <>
      <Title>Entregas</Title>
      <p>
        <a href={addressOf('desarrolladores')}>Todos los webhooks</a>
      </p>
      <Failure problem={problem} />
      <Show of={loaded} empty={(found) => found.length === 0 && 'Todavía no se ha entregado nada.'}>
        {(found) => (
          <ul class="list">
            {found.map((one) => (
              <li key={one.id}>
                <div class="line">
                  <span class="strong">{one.event.type}</span>
                  <Badge state={DELIVERY_STATES[one.state]} />
                </div>
                <p class="small">
                  {showMoment(one.event.at)} · {one.tries} intentos
                  {one.next_at && ` · otra vez ${showMoment(one.next_at)}`}
                </p>
                {one.last_tries.map(({ at, status, reason }) => (
                  <p class="small" key={at}>
                    {showMoment(at)}: {status ?? 'sin respuesta'} {reason}
                  </p>
                ))}
                {one.state === 'failed' && session.role === 'owner' && (
                  <button
                    type="button"
                    disabled={isBusy}
                    onClick={() =>
                      run(async () => {
                        await gateway.resendDelivery({ webhookId, deliveryId: one.id });
                        loaded.reload();
                      })
                    }
                  >
                    Enviar otra vez
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Show>
    </>
  );
};
