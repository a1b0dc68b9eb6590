import type { XmlElement } from '@rgrove/parse-xml';
import type { IsoDate } from '../../calendar.ts';
import type { Desk } from '../desk.ts';
import type { ContractWorker } from '../records.ts';
import { read } from '../xml.ts';
import { addMonths, affiliationIn, type Complaints, dayIn, identifierIn, placeIn } from './values.ts';

const MINIMUM_AGE = 16;
const MAXIMUM_AGE = 99;

/** Letters, and what names are joined by. */
const isName = (text: string, longest: number) => text.length <= longest && /^[\p{L}\s'´`.ªº-]+$/u.test(text);

/** The worker of a document; `start` is the day that the age is counted on. */
export function workerIn(
  document: XmlElement,
  start: IsoDate | '',
  desk: Desk,
  complaints: Complaints,
): ContractWorker {
  const at = (...path: string[]) => read(document, 'DATOS_TRABAJADOR', ...path);
  const birthDate = dayIn(at('FECHA_NACIMIENTO'), complaints, 'CCT0064', 'CCT0025');
  const worker = {
    identifier: identifierIn(at('IDENTIFICADORPFISICA'), desk, complaints),
    name: at('NOMBRE_APELLIDOS', 'NOMBRE'),
    surname: at('NOMBRE_APELLIDOS', 'PRIMER_APELLIDO'),
    secondSurname: at('NOMBRE_APELLIDOS', 'SEGUNDO_APELLIDO'),
    sex: at('SEXO'),
    birthDate,
    nationality: at('NACIONALIDAD'),
    municipality: at('MUNICIPIO_RESIDENCIA'),
    country: at('PAIS_RESIDENCIA'),
    nss: affiliationIn(at('NUMERO_SEGURIDAD_SOCIAL'), desk, complaints),
  };
  complaints.unless(isName(worker.name, 15), 'CCT0081');
  complaints.unless(isName(worker.surname, 20), 'CCT0082');
  complaints.unless(worker.secondSurname === '' || isName(worker.secondSurname, 20), 'CCT0083');
  complaints.unless(worker.secondSurname !== '' || !worker.identifier.startsWith('D'), 'CCT0144');
  // Programs disagree on the digit for a woman, so any digit will do.
  if (complaints.unless(worker.sex !== '', 'CCT0047')) complaints.unless(/^\d$/.test(worker.sex), 'CCT0049');
  complaints.unless(/^\d{3}$/.test(worker.nationality) && worker.nationality !== '000', 'CCT0038');
  placeIn([worker.country, worker.municipality], complaints, {
    country: 'CCT0112',
    missing: 'CCT0111',
    number: 'CCT0092',
    table: 'CCT0037',
    elsewhere: 'CCT0113',
  });
  if (birthDate !== '') {
    const day = start || desk.today;
    complaints.unless(addMonths(birthDate, 12 * MINIMUM_AGE) <= day, 'CCT0001');
    complaints.unless(addMonths(birthDate, 12 * (MAXIMUM_AGE + 1)) > day, 'CCT0183');
  }
  return worker;
}
