import { type Loaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { addressOf } from '../../shared/route.ts';
import { Line, Listed, Section } from '../../shared/shown.tsx';
import type { Ask, TodayPart } from '../../shared/today.ts';
import { capital } from '../../shared/words.ts';
import { type Listed as Comparison, foundText, openOnes } from './comparisons.ts';

/** Comparisons of workforces that need attention. */
const drift: Ask<Comparison[]> = {
  read: async (gateway, company) =>
    openOnes((await gateway.listReconciliations({ open: 1, company })).data.data),
};

/** Workforces that differ from the authorities' records. If there are none, there is no section. */
const Drift = ({ of }: { of: Loaded<Comparison[]> }) => {
  const { session } = useShared();
  // A client company has no page of companies.
  if (of.data?.length === 0 || session.role === null) return null;
  return (
    <Section id="drift" title="Diferencias con los organismos">
      <Listed of={of} cut={{ at: 50, says: 'Hay más: aquí se ven las 50 primeras.' }}>
        {(comparison) => {
          const name = comparison.company_name ?? 'Una empresa que se eliminó';
          return (
            <li key={comparison.id}>
              <Line name={name} href={addressOf('empresas', String(comparison.customerID))}>
                <a
                  class="button"
                  href={addressOf('empresas', String(comparison.customerID), { cuadre: comparison.id })}
                >
                  Verlas<span class="unseen">: {name}</span>
                </a>
              </Line>
              <p class="small">
                {capital(foundText(comparison))} · {showMoment(comparison.ended_at ?? comparison.created_at)}
                {comparison.nightly && ', de noche'}
              </p>
            </li>
          );
        }}
      </Listed>
    </Section>
  );
};

/** The section of Hoy about comparisons. */
export const sections: TodayPart[] = [
  {
    place: 110,
    needs: [drift],
    show: (of) => <Drift key="drift" of={of(drift)} />,
    counts: (of, { role }) => [
      {
        place: 70,
        section: 'drift',
        count: role === null ? undefined : of(drift).data?.length,
        texts: ['empresa con diferencias', 'empresas con diferencias'],
        tone: 'warn',
      },
    ],
  },
];
