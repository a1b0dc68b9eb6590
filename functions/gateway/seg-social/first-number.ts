import { nss } from '../../../shared/kernel/fields.ts';
import { slashedDate } from '../../../shared/kernel/spanish-time.ts';
import { afterNaturalDays } from '../../../shared/kernel/working-days.ts';

/**
 * A person without affiliation number. The pages that assign one (APR01) are not public, so it is asked for at the portal. The
 * rest is from a copy of a page of the Seguridad Social of October 2023.
 */

/** The days after the assignment of a number in which its first registration is asked for. */
const DAYS = 3;

/** Where a number is asked for, and until when its first registration. Spanish. */
export const ASK_FOR_NUMBER =
  'Si la persona aún no tiene número, se pide en el Sistema RED («Trámites Persona Física», «Asignación NSS Sistema RED») o, ' +
  'si no es de un país de la UE, del EEE o de Suiza, por CASIA. La primera alta se pide en los tres días naturales ' +
  'siguientes a la asignación: si no, la Seguridad Social elimina el número.';

const LOOK_UP =
  'Una vez asignado, se consulta por el documento y los apellidos (GET /seg-social/nss-by-ipf).';

/** The number of a worker who is registered, perhaps for the first time. */
export const nssToRegister = nss.meta({ ...nss.meta(), whereMissing: `${ASK_FOR_NUMBER} ${LOOK_UP}` });

/** Until when the first registration with a number is asked for, if it was assigned on a day, `YYYY-MM-DD`. Spanish. */
export const firstRegistrationDue = (today: string): string =>
  'Si este número se acaba de asignar, la primera alta se pide en los tres días naturales siguientes a la asignación (si ha ' +
  `sido hoy, hasta el ${slashedDate(afterNaturalDays(today, DAYS))}), con una fecha que no sea anterior a ella ni más de tres días posterior.`;
