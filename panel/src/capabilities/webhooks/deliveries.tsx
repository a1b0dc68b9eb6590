import { useChange, useLoaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Failure, Line, Listed, Title } from '../../shared/shown.tsx';
import type { Tone } from '../../shared/words.ts';

/** Names and colours of the states of a webhook delivery. */
const DELIVERY_STATES: Record<string, { name: string; tone: Tone }> = {
  pending: { name: 'Se intentará otra vez', tone: 'warn' },
  delivered: { name: 'Entregada', tone: 'good' },
  failed: { name: 'No entregada', tone: 'bad' },
};

/** The deliveries of a webhook, the latest first. */
export const Deliveries = ({ id: webhookId }: { id: string }) => {
  const { session } = useShared();
  const { gateway } = session;
  const loaded = useLoaded(
    async () => (await gateway.listDeliveries({ webhookId, perPage: 50 })).data.data,
    [webhookId],
  );
  const { act, isBusy, problem } = useChange(loaded.reload);
  return (
    <>
      <Title>Entregas</Title>
      <p>
        <a href={addressOf('desarrolladores')}>Todos los webhooks</a>
      </p>
      <Failure problem={problem} />
      <Listed of={loaded} none="Todavía no se ha entregado nada.">
        {(delivery) => (
          <li key={delivery.id}>
            <Line name={delivery.event.type}>
              <Badge state={DELIVERY_STATES[delivery.state]} />
            </Line>
            <p class="small">
              {showMoment(delivery.event.at)} · {delivery.tries} intentos
              {delivery.next_at && ` · otra vez ${showMoment(delivery.next_at)}`}
            </p>
            {delivery.last_tries.map(({ at, status, reason }) => (
              <p class="small" key={at}>
                {showMoment(at)}: {status ?? 'sin respuesta'} {reason}
              </p>
            ))}
            {delivery.state === 'failed' && session.role === 'owner' && (
              <button
                type="button"
                disabled={isBusy}
                onClick={act(() => gateway.resendDelivery({ webhookId, deliveryId: delivery.id }))}
              >
                Enviar otra vez
              </button>
            )}
          </li>
        )}
      </Listed>
    </>
  );
};
