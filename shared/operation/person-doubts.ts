import { nameDoubt } from '../kernel/names.ts';
import { areDates } from '../kernel/rules.ts';
import { slashedDate } from '../kernel/spanish-time.ts';

/** Values about a person that contradict each other. Both may be right, so they are warnings that name both. */

/** Age from which people may work without a permit (Estatuto de los Trabajadores, article 6). */
const WORKING_AGE = 16;

/** Spanish: a date of birth with which the worker would be too young on the first day. Both dates are `YYYY-MM-DD`. */
export const ageDoubts = (birth: string | undefined, firstDay: string): string[] => {
  if (birth === undefined || !areDates(birth, firstDay)) return [];
  const oldEnough = `${Number(birth.slice(0, 4)) + WORKING_AGE}${birth.slice(4)}`;
  if (firstDay >= oldEnough) return [];
  const dates = `La fecha de nacimiento es el ${slashedDate(birth)} y empieza a trabajar el ${slashedDate(firstDay)}`;
  return birth.slice(0, 4) === firstDay.slice(0, 4)
    ? [`${dates}, del mismo año: compruebe los dos.`]
    : [`${dates}, con menos de ${WORKING_AGE} años: compruebe los dos.`];
};

/** The number of Spain. */
const SPAIN = '724';

/** Spanish: a document that people of this nationality do not have. @param docType D for a DNI, E for a NIE */
export const nationalityDoubts = (docType: string, nationality: string): string[] => {
  if (docType === 'D' && nationality !== SPAIN)
    return [
      `El documento es un DNI, que solo tienen los españoles (${SPAIN}), y la nacionalidad es ${nationality}: compruebe los dos.`,
    ];
  return docType === 'E' && nationality === SPAIN
    ? [
        `El documento es un NIE, que es de extranjeros, y la nacionalidad es la española (${SPAIN}): compruebe los dos.`,
      ]
    : [];
};

/** Spanish: names that may be a program's words for nothing. */
export const nameDoubts = (...names: (string | undefined)[]): string[] =>
  names.flatMap((name) => (name === undefined ? [] : (nameDoubt(name) ?? [])));
