import { situations } from '../../shared/authorities/tgss/situations.ts';
import { ccc, date, regimen, test } from '../../shared/fields.ts';
import type { ReadingPort } from '../../shared/ports.ts';
import { accountAndWorker, cesionTipo, exampleWorker } from './fields.ts';

/** What every change of an assignment (cesión) takes. */
export const cesionFields = {
  test,
  ...accountAndWorker,
  cesion_regimen: regimen.meta({ description: 'Régimen de la cuenta de la cesión. 4 dígitos.' }),
  cesion_ccc: ccc.meta({ description: 'Cuenta de cotización de la cesión. 11 dígitos.' }),
  cesion_tipo: cesionTipo,
  startDate: date('Inicio de la cesión.'),
};

export const endDate = date('Fin de la cesión.');

export const exampleCesion = {
  ...exampleWorker,
  cesion_regimen: '0111',
  cesion_ccc: '08000000097',
  cesion_tipo: '02',
  startDate: '2026-12-01',
} as const;

/** Which assignment. */
interface Cesion {
  regimen: string;
  ccc: string;
  nss: string;
  cesion_regimen: string;
  cesion_ccc: string;
  startDate: string;
}

/** Registrations to look at: one of the future may come before the one in force. */
const LATEST = 2;

/** Whether the worker has the assignment; `undefined` where the authority knows no registration in the account. */
export const isAssigned = async (tgss: ReadingPort, cesion: Cesion): Promise<boolean | undefined> => {
  const { regimen, ccc, nss } = cesion;
  const { records } = await tgss.read(situations, { regimen, ccc, nss, ces: true, offset: 0, limit: LATEST });
  if (records.length === 0) return undefined;
  return records
    .flatMap(({ cesions = [] }) => cesions)
    .some(
      (one) =>
        one.regimen === cesion.cesion_regimen &&
        one.ccc === cesion.cesion_ccc &&
        one.startDate === cesion.startDate,
    );
};
