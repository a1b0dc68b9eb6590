import type { IsoDate } from '../../calendar.ts';
import type { ContractWorker } from '../records.ts';
import { read } from '../xml.ts';
import { addMonths, checkPlace, type Examined, readAffiliation, readDay, readIdentifier } from './values.ts';

const MINIMUM_AGE = 16;
const MAXIMUM_AGE = 99;

/** Letters, and the characters that join names. */
const isName = (text: string, longest: number) => text.length <= longest && /^[\p{L}\s'´`.ªº-]+$/u.test(text);

/** Reads the worker of a document. The age is counted on the day `start`. */
export function readWorker({ document, context, checks }: Examined, start: IsoDate | ''): ContractWorker {
  const at = (...path: string[]) => read(document, 'DATOS_TRABAJADOR', ...path);
  const birthDate = readDay(at('FECHA_NACIMIENTO'), checks, { length: 'CCT0064', form: 'CCT0025' });
  const worker = {
    identifier: readIdentifier(at('IDENTIFICADORPFISICA'), context, checks),
    name: at('NOMBRE_APELLIDOS', 'NOMBRE'),
    surname: at('NOMBRE_APELLIDOS', 'PRIMER_APELLIDO'),
    secondSurname: at('NOMBRE_APELLIDOS', 'SEGUNDO_APELLIDO'),
    sex: at('SEXO'),
    birthDate,
    nationality: at('NACIONALIDAD'),
    municipality: at('MUNICIPIO_RESIDENCIA'),
    country: at('PAIS_RESIDENCIA'),
    nss: readAffiliation(at('NUMERO_SEGURIDAD_SOCIAL'), context, checks),
  };
  checks.require(isName(worker.name, 15), 'CCT0081');
  checks.require(isName(worker.surname, 20), 'CCT0082');
  checks.require(worker.secondSurname === '' || isName(worker.secondSurname, 20), 'CCT0083');
  checks.require(worker.secondSurname !== '' || !worker.identifier.startsWith('D'), 'CCT0144');
  // Clients differ in the digit for a woman, so any digit is accepted.
  if (checks.require(worker.sex !== '', 'CCT0047')) checks.require(/^\d$/.test(worker.sex), 'CCT0049');
  checks.require(/^\d{3}$/.test(worker.nationality) && worker.nationality !== '000', 'CCT0038');
  checkPlace([worker.country, worker.municipality], checks, {
    country: 'CCT0112',
    missing: 'CCT0111',
    number: 'CCT0092',
    table: 'CCT0037',
    elsewhere: 'CCT0113',
  });
  if (birthDate !== '') {
    const day = start || context.today;
    checks.require(addMonths(birthDate, 12 * MINIMUM_AGE) <= day, 'CCT0001');
    checks.require(addMonths(birthDate, 12 * (MAXIMUM_AGE + 1)) > day, 'CCT0183');
  }
  return worker;
}
