/** Names of codes, as far as the seed uses them. Other codes are shown without a name. */

const COUNTRIES: Record<string, string> = {
  '724': 'ESPAÑA',
  '250': 'FRANCIA',
  '276': 'ALEMANIA',
  '380': 'ITALIA',
  '504': 'MARRUECOS',
  '620': 'PORTUGAL',
  '642': 'RUMANÍA',
  '862': 'VENEZUELA',
};
const MUNICIPALITIES: Record<string, string> = {
  '08019': 'BARCELONA',
  '28079': 'MADRID',
  '41091': 'SEVILLA',
  '46250': 'VALENCIA',
};
const LEVELS: Record<string, string> = {
  '11': 'ESTUDIOS PRIMARIOS INCOMPLETOS',
  '12': 'ESTUDIOS PRIMARIOS COMPLETOS',
  '22': 'PRIMERA ETAPA DE SECUNDARIA SIN TÍTULO',
  '23': 'PRIMERA ETAPA DE SECUNDARIA CON TÍTULO',
  '32': 'ENSEÑANZAS DE BACHILLERATO',
  '33': 'ENSEÑANZAS DE GRADO MEDIO DE FORMACIÓN PROFESIONAL',
  '51': 'ENSEÑANZAS DE GRADO SUPERIOR DE FORMACIÓN PROFESIONAL',
  '54': 'ENSEÑANZAS UNIVERSITARIAS DE PRIMER CICLO',
  '55': 'ENSEÑANZAS UNIVERSITARIAS DE SEGUNDO CICLO',
};
const OCCUPATIONS: Record<string, string> = {
  '4309': 'EMPLEADOS ADMINISTRATIVOS SIN TAREAS DE ATENCIÓN AL PÚBLICO',
  '5120': 'CAMAREROS ASALARIADOS',
  '2711': 'ANALISTAS DE SISTEMAS',
};
/** Kinds of working time. */
const HOURS: Record<string, string> = { A: 'ANUAL', D: 'DIARIA', M: 'MENSUAL', S: 'SEMANAL' };
/** Kinds of signature of a basic copy. */
export const SIGNATURES: Record<string, string> = {
  1: 'FIRMADAS POR LOS REPRESENTANTES LEGALES',
  2: 'NO EXISTE REPRESENTACIÓN LEGAL',
  3: 'NO SE HA FACILITADO COPIA',
  4: 'REHÚSAN FIRMAR',
};
const SCHEMES: Record<string, string> = {
  '0111': 'RÉGIMEN GENERAL',
  '0112': 'RÉGIMEN GENERAL (ARTISTAS)',
  '0163': 'SISTEMA ESPECIAL AGRARIO',
};

/** Gives a code with its name. */
export const named = (names: Record<string, string>) => (code: string) =>
  names[code] ? `${code} ${names[code]}` : code;

export const country = named(COUNTRIES);
export const municipality = named(MUNICIPALITIES);
export const level = named(LEVELS);
export const occupation = named(OCCUPATIONS);
export const signature = named(SIGNATURES);
export const scheme = named(SCHEMES);
export const hoursKind = (code: string): string => HOURS[code] ?? 'COMPLETA';

/** `20 horas 30 minutos`; empty if no hours are given. */
export const duration = (hours: string): string =>
  hours === '' ? '' : `${Number(hours.slice(0, 4))} horas ${hours.slice(4)} minutos`;

/** Clients send different digits for a woman, but the same one for a man. */
export const sexName = (digit: string): string => (digit === '1' ? 'HOMBRE' : 'MUJER');

/** `0111 28 0000000 97`. */
export const accountText = (account: string): string =>
  account.replace(/^(\d{4})(\d\d)(\d{7})(\d\d)$/, '$1 $2 $3 $4');
