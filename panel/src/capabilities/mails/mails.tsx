import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { Failure, Section, Show } from '../../shared/shown.tsx';

const KINDS = {
  unknown: 'Trámites que a los 15 minutos no se sabe si se presentaron',
  certificates: 'Certificados que caducan en 30 días, 7 o 1',
  digest: 'Resumen de cada mañana a las 8:00, si hay algo que mirar',
} as const;
type Kind = keyof typeof KINDS;

/** The mails that a person receives, each of which can be switched off. */
export const Mails = () => {
  const { gateway } = useShared().session;
  const loaded = useLoaded(async () => (await gateway.getMails()).data, []);
  const { run, isBusy, problem } = useAction();
  return (
    <Section id="mails" title="Correos que recibo" isBox>
      <Show of={loaded}>
        {(chosen) => (
          <>
            <p class="small">Se envían a {chosen.email}.</p>
            {(Object.keys(KINDS) as Kind[]).map((kind) => (
              <p key={kind}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={chosen[kind]}
                    disabled={isBusy}
                    onChange={({ currentTarget }) => {
                      const { checked } = currentTarget;
                      void run(async () => {
                        await gateway.chooseMails({ [kind]: checked });
                      }).finally(loaded.reload);
                    }}
                  />{' '}
                  {KINDS[kind]}
                </label>
              </p>
            ))}
            {!chosen.unknown && (
              <p class="notice warn">
                Sin el primero nadie le avisa, si no tiene esta página abierta, de que un trámite puede
                haberse perdido.
              </p>
            )}
          </>
        )}
      </Show>
      <Failure problem={problem} />
    </Section>
  );
};
