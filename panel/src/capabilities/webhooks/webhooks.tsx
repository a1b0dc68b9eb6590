import { useState } from 'preact/hooks';
import type { Data } from '../../../../client/src/types.ts';
import { AddOne, Secret } from '../../shared/add-one.tsx';
import { Confirmed } from '../../shared/confirmed.tsx';
import { useChange, useLoaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { TextField } from '../../shared/field.tsx';
import { addressOf } from '../../shared/route.ts';
import { Badge, Failure, Line, Listed, Section } from '../../shared/shown.tsx';
import { familiesOf } from '../events/events.ts';

export { Deliveries } from './deliveries.tsx';

type Webhook = Data<'listWebhooks'>[number];

/** The list of webhooks: addresses to which events are sent. */
export const Webhooks = () => {
  const { session } = useShared();
  const loaded = useLoaded(async () => (await session.gateway.listWebhooks()).data, []);
  return (
    <Section id="webhooks" title="Webhooks">
      <Listed of={loaded} none="Ninguno.">
        {(webhook) => <One key={webhook.id} webhook={webhook} onChange={loaded.reload} />}
      </Listed>
      <Add onAdded={loaded.reload} />
    </Section>
  );
};

const stateOf = ({ active, failing_since }: Webhook) => {
  if (!active) return { name: 'Desactivado', tone: 'warn' as const };
  return failing_since ? { name: 'Falla', tone: 'bad' as const } : { name: 'Activo', tone: 'good' as const };
};

/** Why the service disabled a webhook. */
const WHY: Record<NonNullable<Webhook['disabled_why']>, string> = {
  failing: 'no aceptó ningún aviso en cinco días',
  gone: 'su receptor respondió 410: ya no existe',
  access: 'cambió el acceso de quien lo confirmó: compruebe la dirección antes de activarlo',
  secondFactor: 'quien lo confirmó no tenía segundo factor: compruebe la dirección antes de activarlo',
};

const One = ({
  webhook: { id: webhookId, ...webhook },
  onChange,
}: {
  webhook: Webhook;
  onChange(): void;
}) => {
  const { session, capabilities } = useShared();
  const { gateway } = session;
  const families = familiesOf(capabilities);
  const { run, act, isBusy, problem } = useChange(onChange);
  const [secret, setSecret] = useState<string>();
  return (
    <li>
      <Line name={webhook.url} href={addressOf('desarrolladores', webhookId)}>
        <Badge state={stateOf({ ...webhook, id: webhookId })} />
      </Line>
      <p class="small">
        {webhook.types.length > 0
          ? webhook.types.map((type) => families[type.replace(/\.\*$/, '')] ?? type).join(', ')
          : 'Todos los avisos'}
        {webhook.company !== null && ` · solo del cliente ${webhook.company}`}
        {webhook.disabled_why && ` · ${WHY[webhook.disabled_why]}`}
        {webhook.failing_since && ` · no acepta ninguno desde ${showMoment(webhook.failing_since)}`}
      </p>
      {session.role === 'owner' && (
        <>
          <div class="actions">
            <button type="button" disabled={isBusy} onClick={act(() => gateway.testWebhook({ webhookId }))}>
              Probar
            </button>
            <button
              type="button"
              disabled={isBusy}
              onClick={act(() => gateway.changeWebhook({ webhookId, active: !webhook.active }))}
            >
              {webhook.active ? 'Desactivar' : 'Activar'}
            </button>
          </div>
          <Confirmed
            name="Cambiar el secreto"
            what="Se firma con otro desde este momento; el anterior firma también durante 24 horas."
            isBusy={isBusy}
            onConfirm={() =>
              run(async () => setSecret((await gateway.replaceWebhookSecret({ webhookId })).data.secret))
            }
          />
          <Secret what="El secreto nuevo" secret={secret} />
          <Confirmed
            name="Retirar los secretos anteriores"
            what="Desde este momento firma solo el más reciente: el receptor debe tenerlo ya."
            isBusy={isBusy}
            onConfirm={act(() => gateway.endWebhookSecrets({ webhookId }))}
          />
          <Confirmed
            name="Eliminar el webhook"
            what="No se le envía nada más, tampoco lo que esté pendiente. No se puede deshacer."
            isBusy={isBusy}
            onConfirm={act(() => gateway.removeWebhook({ webhookId }))}
          />
        </>
      )}
      <Failure problem={problem} />
    </li>
  );
};

const Add = ({ onAdded }: { onAdded(): void }) => {
  const { session, company, capabilities } = useShared();
  const [url, setUrl] = useState('');
  const [families, setFamilies] = useState<string[]>([]);
  const [isOfCompany, setOfCompany] = useState(true);
  return (
    <AddOne
      title="Crear un webhook"
      what="El secreto con el que se firma"
      add={async () => {
        const { data } = await session.gateway.addWebhook({
          url,
          ...(families.length > 0 && { types: families.map((family) => `${family}.*`) }),
          ...(company && isOfCompany && { company: company.id }),
        });
        setUrl('');
        onAdded();
        return data.secret;
      }}
    >
      <TextField label="Dirección del receptor (https)" type="url" value={url} onChange={setUrl} required />
      <fieldset>
        <legend>Qué avisos; todos, si no elige ninguno</legend>
        {Object.entries(familiesOf(capabilities)).map(([family, name]) => (
          <label key={family} class="check">
            <input
              type="checkbox"
              checked={families.includes(family)}
              onChange={({ currentTarget }) =>
                setFamilies(
                  currentTarget.checked ? [...families, family] : families.filter((each) => each !== family),
                )
              }
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      {company ? (
        <label class="check">
          <input
            type="checkbox"
            checked={isOfCompany}
            onChange={({ currentTarget }) => setOfCompany(currentTarget.checked)}
          />{' '}
          Solo los de {company.name}
        </label>
      ) : (
        <p class="small">Para recibir solo los de una empresa, elíjala arriba.</p>
      )}
    </AddOne>
  );
};
