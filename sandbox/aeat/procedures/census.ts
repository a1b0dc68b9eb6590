import { slashed } from '../../calendar.ts';
import { hidden } from '../elements.ts';
import type { Procedure } from '../procedure.ts';
import { Refusal } from '../refusal.ts';

/** What public programs send as the model of the certificate. Its other values are not known. */
const MODEL = 'C';

/** Situation in the census of taxpayers. */
export const census: Procedure = {
  kind: 'CENSAL',
  path: '/wlpl/EMCE-JDIT/ServletSitCenInternet',
  title: 'Certificados de situación censal',
  controls: () => [hidden('fTipoModelo', MODEL)],
  fields: ['fTipoModelo'],
  read(form) {
    if (form.get('fTipoModelo') !== MODEL) throw new Refusal('inconsistent');
    return { value: MODEL, confirmationFields: [['fTipoModelo', MODEL]] };
  },
  sections: ({ nif }, { aeat }) => [
    {
      heading: 'ACTIVIDADES',
      table: {
        headers: ['EPÍGRAFE', 'ACTIVIDAD', 'ALTA'],
        rows: aeat.activities
          .filter((activity) => activity.nif === nif)
          .map(({ epigrafe, text, from }) => [epigrafe, text, slashed(from)]),
        widths: [60, 370, 70],
      },
    },
  ],
};
