import { type IsoDate, slashed } from '../../calendar.ts';
import { select } from '../elements.ts';
import { type Procedure, Refusal } from '../procedure.ts';
import type { Activity } from '../records.ts';

/** This year and the years for which the tax can still be claimed. */
const YEARS = 5;

const yearsOffered = (today: IsoDate): string[] =>
  Array.from({ length: YEARS }, (_, index) => String(Number(today.slice(0, 4)) - index));

const activitiesIn = (activities: Activity[], nif: string, year: string) =>
  activities.filter((activity) => activity.nif === nif && activity.from <= `${year}-12-31`);

/** Entries in the register of the tax on economic activities, in one year. */
export const iae: Procedure = {
  kind: 'IAE',
  // The portal spells it so.
  path: '/wlpl/EMCE-JDIT/ServletAaeeGralnternet',
  title: 'Certificación del impuesto sobre actividades económicas',
  controls: (today) => select('fEjercicio', 'Ejercicio', yearsOffered(today)),
  fields: ['fEjercicio'],
  read(form, { nif }, { state: { aeat }, today }) {
    const year = form.get('fEjercicio');
    if (!yearsOffered(today).includes(year)) throw new Refusal('yearNotOffered');
    if (activitiesIn(aeat.activities, nif, year).length === 0) throw new Refusal('noActivity');
    return { value: year, confirmationFields: [['fEjercicio', year]] };
  },
  sections: ({ nif, choice }, { aeat }) => [
    { heading: 'EJERCICIO', lines: [['EJERCICIO CERTIFICADO', choice]] },
    {
      heading: 'ACTIVIDADES ECONÓMICAS',
      table: {
        headers: ['EPÍGRAFE', 'ACTIVIDAD', 'SECCIÓN', 'ALTA'],
        rows: activitiesIn(aeat.activities, nif, choice).map(({ epigrafe, text, seccion, from }) => [
          epigrafe,
          text,
          seccion,
          slashed(from),
        ]),
        widths: [60, 280, 90, 70],
      },
    },
  ],
};
