import { showMoment } from '../logic/days.ts';
import { addressOf } from '../logic/route.ts';
import { DELIVERY_STATES } from '../logic/words.ts';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { Badge, Failure, Show, Title } from '../parts/shown.tsx';
import { Events, Limits } from './events.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

/** What programs use: tokens, webhooks and what was delivered to them, what happened, and limits. */
export const Developers = ({ webhook }: { webhook: string | undefined }) =>
  webhook ? (
    <Deliveries webhookId={webhook} />
  ) : (
    <>
      <Title>Desarrolladores</Title>
      <Tokens />
      <Webhooks />
      <Events />
      <Limits />
    </>
  );

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
