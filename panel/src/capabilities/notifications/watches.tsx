import { useEffect, useState } from 'preact/hooks';
import type { Gateway } from '../../../../client/src/client.ts';
import type { Data } from '../../../../client/src/types.ts';
import { useAction, useChange, useShared } from '../../shared/context.ts';
import type { Certificate } from '../../shared/data.ts';
import { Failure } from '../../shared/shown.tsx';
import { AUTHORITIES } from '../../shared/words.ts';

type Watched = Data<'listCertificates'>['data'][number]['watches'][number];

/**
 * The authorities where notifications can be looked for, with the type of certificate that serves there. A certificate without
 * a type serves everywhere.
 */
const TYPES: Record<Watched, number> = { dehu: 5, tgss: 1, aeat: 3 };

/** Lists the pending notifications of a certificate. What is found becomes an obligation, which is on Hoy. */
const LISTS: Record<Watched, (gateway: Gateway, certificate: string) => Promise<unknown>> = {
  dehu: (gateway, certificate) => gateway.listPendingNotifications({ page: 1 }, { certificate }),
  tgss: (gateway, certificate) => gateway.listSocialSecurityNotifications({ page: 1 }, { certificate }),
  aeat: (gateway, certificate) => gateway.listTaxNotifications({ page: 1 }, { certificate }),
};

/** Chooses the authorities at which a certificate is used to look for new notifications. Listing them opens none. */
export const Watches = ({
  certificate: { cert_secret, type, watches },
  mayChange,
  onChange,
}: {
  certificate: Certificate;
  mayChange: boolean;
  onChange(): void;
}) => {
  const { session } = useShared();
  const { act, isBusy, problem } = useChange(onChange);
  // The choice until the list is loaded again. A next choice adds to this one.
  const [wanted, want] = useState<Watched[]>();
  useEffect(() => want(undefined), [watches]);
  const { run: look, isBusy: isLooking, problem: unseen } = useAction({ mayChange: false });
  const shown = (problem ? undefined : wanted) ?? watches;
  const offered = (Object.keys(TYPES) as Watched[]).filter(
    (authority) => type === null || type === TYPES[authority],
  );
  if (offered.length === 0) return null;
  if (!mayChange)
    return watches.length > 0 ? (
      <p class="small">
        Se buscan notificaciones dos veces al día en:{' '}
        {watches.map((authority) => AUTHORITIES[authority]).join(', ')}.
      </p>
    ) : null;
  return (
    <fieldset>
      <legend>Buscar notificaciones dos veces al día en…</legend>
      <p class="small">Solo se listan: ninguna se abre. Las que haya aparecen en Hoy.</p>
      {offered.map((authority) => (
        <label key={authority} class="check">
          <input
            type="checkbox"
            checked={shown.includes(authority)}
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const authorities = currentTarget.checked
                ? [...shown, authority]
                : shown.filter((other) => other !== authority);
              want(authorities);
              const isOn = currentTarget.checked;
              void act(async () => {
                await session.gateway.watchNotifications({ cert_secret, authorities });
                // The service looks twice a day. What there is now is listed at once, which opens nothing.
                if (isOn) void look(() => LISTS[authority](session.gateway, cert_secret));
              })();
            }}
          />{' '}
          {AUTHORITIES[authority]}
        </label>
      ))}
      {(isLooking || unseen) && (
        <p class="small" role="status">
          {isLooking ? 'Buscando…' : 'Ahora no se ha podido buscar. Se buscará dos veces al día.'}
        </p>
      )}
      <Failure problem={problem} />
    </fieldset>
  );
};
