import { ccc, date, regimen, test } from '../../shared/kernel/fields.ts';
import { areDates, rule } from '../../shared/kernel/rules.ts';
import { cccAndWorker, cesionTipo, exampleWorker } from './fields.ts';

/** Fields of every change of an assignment (cesión). */
export const cesionFields = {
  test,
  ...cccAndWorker,
  cesion_regimen: regimen.meta({ description: 'Régimen de la cuenta de la cesión. 4 dígitos.' }),
  cesion_ccc: ccc.meta({ description: 'Cuenta de cotización de la cesión. 11 dígitos.' }),
  cesion_tipo: cesionTipo,
  startDate: date('Inicio de la cesión.'),
};

export const endDate = date('Fin de la cesión.');

/** An assignment lasts at least a day. */
export const endsAfterStart = rule('endDate', 'No puede ser anterior al inicio de la cesión.', (values) => {
  const { startDate, endDate } = values;
  return areDates(startDate, endDate) && String(endDate) < String(startDate);
});

export const exampleCesion = {
  ...exampleWorker,
  cesion_regimen: '0111',
  cesion_ccc: '08000000097',
  cesion_tipo: '02',
  startDate: '2026-12-01',
} as const;
