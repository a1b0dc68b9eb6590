import { isNif } from '../procedure.ts';

/**
 * Reads the file of modelo 111 as the record design DR111 (2019 and later) describes it, and lists what is wrong. Only the number
 * E0100803 is the agency's own; the other numbers and all wording are ours.
 */

/** What the file declares. Amounts are hundredths of euros. */
export interface Record111 {
  nif: string;
  name: string;
  ejercicio: string;
  periodo: string;
  result: string;
  toPay: number;
  isComplementary: boolean;
  previous: string;
}

const PAGE_START = 328;
const TAIL = 18;

/** The nine groups begin here; each has 8 digits of persons and two amounts of 17. */
const GROUPS = { from: 109, count: 9, size: 42 };

export function readRecord111(file: string): { record?: Record111; errors: string[] } {
  const errors: string[] = [];
  const check = (isRight: boolean, code: string, text: string) => {
    if (!isRight) errors.push(`E${code} - ${text}`);
  };
  if (file.length !== PAGE_START + 1000 + TAIL)
    return { errors: ['E0100001 - La longitud del fichero no es correcta.'] };
  const page = file.slice(PAGE_START, PAGE_START + 1000);
  /** Characters by position and length, as the design counts. */
  const cut = (position: number, length: number) => page.substring(position - 1, position - 1 + length);
  const [ejercicio, periodo] = [cut(103, 4), cut(107, 2)];

  check(
    file.startsWith(`<T1110${ejercicio}${periodo}0000><AUX>`) && file.slice(322, 328) === '</AUX>',
    '0100002',
    'La cabecera del fichero no es correcta.',
  );
  check(file.endsWith(`</T1110${ejercicio}${periodo}0000>`), '0100003', 'El fin del fichero no es correcto.');
  check(
    cut(1, 11) === '<T11101000>' && cut(989, 12) === '</T11101000>',
    '0100004',
    'Los indicadores de la página no son correctos.',
  );
  check(/^\d{4}$/.test(ejercicio), '0100010', 'Ejercicio incorrecto.');
  check(/^(?:0[1-9]|1[0-2]|[1-4]T)$/.test(periodo), '0100011', 'Periodo incorrecto.');

  const text = (position: number, length: number, title: string): string => {
    const field = cut(position, length);
    check(!/ {2,}\S/.test(field), '0100803', `No se admiten dos espacios seguidos en ${title}.`);
    check(
      /^(?! )[A-ZÑÇ0-9 ]*$/.test(field) || field.trim() === '',
      '0100804',
      `Carácter no válido en ${title}.`,
    );
    return field.trimEnd();
  };
  const surname = text(23, 60, 'Razón social del Declarante');
  const givenName = text(83, 20, 'Nombre del Declarante');
  check(surname !== '', '0100012', 'Falta la razón social o los apellidos del declarante.');
  const nif = cut(14, 9);
  check(isNif(nif), '0100013', 'El NIF del declarante no es correcto.');

  const number = (position: number, length: number): number => {
    const field = cut(position, length);
    const isRight = /^[N\d]\d+$/.test(field);
    check(isRight, '0100020', `El campo de la posición ${position} no es numérico.`);
    return isRight ? Number(field.replace('N', '-')) : 0;
  };
  let withheld = 0;
  for (let group = 0; group < GROUPS.count; group++) {
    const at = GROUPS.from + group * GROUPS.size;
    const persons = number(at, 8);
    const base = number(at + 8, 17);
    withheld += number(at + 25, 17);
    check(base === 0 || persons > 0, '0100021', `Falta el número de perceptores en la posición ${at}.`);
  }
  const [total, before, toPay] = [number(487, 17), number(504, 17), number(521, 17)];
  check(total === withheld, '0100028', 'La casilla 28 no es la suma de las retenciones e ingresos a cuenta.');
  check(toPay === total - before, '0100030', 'La casilla 30 no es la casilla 28 menos la 29.');

  const result = cut(13, 1);
  check('IUGN'.includes(result), '0100031', 'Tipo de declaración incorrecto.');
  check((result === 'N') === (toPay === 0), '0100032', 'El tipo de declaración no corresponde al resultado.');
  const account = cut(553, 34).trimEnd();
  check(
    result === 'U' ? /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) : account === '',
    '0100033',
    'La cuenta de domiciliación no corresponde al tipo de declaración.',
  );
  const isComplementary = cut(538, 1) === 'X';
  const previous = cut(539, 13).trimEnd();
  check(
    isComplementary ? /^\d{13}$/.test(previous) : previous === '' && before === 0,
    '0100034',
    'Los datos de la declaración complementaria no son correctos.',
  );
  check(
    [cut(12, 1), cut(552, 1), cut(587, 402)].every((reserved) => reserved.trim() === ''),
    '0100035',
    'Los campos reservados deben ir en blanco.',
  );
  if (errors.length > 0) return { errors };
  const name = [surname, givenName].filter(Boolean).join(' ');
  return { record: { nif, name, ejercicio, periodo, result, toPay, isComplementary, previous }, errors };
}
