import { isNif } from '../procedure.ts';

/**
 * Reads records of modelo 190 as the design for 2025 describes them, and says what is wrong. Codes and wording of errors are ours.
 */

const WIDTH = 500;

/** The records of a body. Programs put a line feed between them, or nothing. */
export const splitRecords = (body: Buffer): string[] => {
  const text = body.toString('utf8');
  if (text.includes('\n'))
    return text
      .split('\n')
      .map((line) => line.replace(/\r$/, ''))
      .filter((line) => line !== '');
  return Array.from({ length: Math.ceil(text.length / WIDTH) }, (_, index) =>
    text.slice(index * WIDTH, (index + 1) * WIDTH),
  );
};

/** What the record of the declarant says. */
export interface Head {
  year: string;
  nif: string;
  name: string;
  number: string;
  follows: boolean;
}

const cut = (record: string, from: number, to: number): string => record.substring(from - 1, to);

/** The record of type 1, or its first error. */
export function readHead(record: string): Head | { error: string } {
  const year = cut(record, 5, 8);
  const nif = cut(record, 9, 17);
  const number = cut(record, 108, 120);
  const [completes, replaces] = [cut(record, 121, 121), cut(record, 122, 122)];
  const checks: [isRight: boolean, error: string][] = [
    [record.length === WIDTH, 'La longitud del registro no es correcta.'],
    [record.startsWith('1190'), 'El registro no es de tipo 1 del modelo 190.'],
    [/^\d{4}$/.test(year), 'Ejercicio incorrecto.'],
    [isNif(nif), 'El NIF del declarante no es correcto.'],
    [cut(record, 18, 57).trim() !== '', 'Falta el nombre del declarante.'],
    [cut(record, 58, 58) === 'T', 'Tipo de soporte incorrecto.'],
    [/^190\d{10}$/.test(number), 'Número identificativo incorrecto.'],
    [/^(?:C ?| S| {2})$/.test(completes + replaces), 'Declaración complementaria o sustitutiva incorrecta.'],
    [replaces !== 'S' || /[1-9]/.test(cut(record, 123, 135)), 'Falta el número de la declaración anterior.'],
    [/^\d{9}[N ]\d{30}$/.test(cut(record, 136, 175)), 'Los totales no son numéricos.'],
  ];
  const wrong = checks.find(([isRight]) => !isRight);
  if (wrong) return { error: wrong[1] };
  const follows = completes === 'C' || replaces === 'S';
  return { year, nif, name: cut(record, 18, 57).trimEnd(), number, follows };
}

/** Amounts of a record of type 2: the first and last positions, and the position of the sign. */
const MONEY: [from: number, to: number, sign?: number][] = [
  [82, 94, 81],
  [95, 107],
  [109, 121, 108],
  [122, 134],
  [135, 147],
  [256, 268, 255],
  [269, 281],
  [283, 295, 282],
  [296, 308],
  [309, 321],
];

/** The errors of a record of type 2, each with its code. */
export function errorsOf(record: string, head: Pick<Head, 'year' | 'nif'>): string[] {
  if (record.length !== WIDTH) return ['1901 - La longitud del registro no es correcta.'];
  const errors: string[] = [];
  const check = (isRight: boolean, error: string) => {
    if (!isRight) errors.push(error);
  };
  check(cut(record, 1, 17) === `2190${head.year}${head.nif}`, '1902 - El registro no es del declarante.');
  const [nif, agent] = [cut(record, 18, 26), cut(record, 27, 35)];
  check(isNif(nif) || (nif.trim() === '' && isNif(agent)), '1910 - El NIF del perceptor no es correcto.');
  check(cut(record, 36, 75).trim() !== '', '1911 - Falta el nombre del perceptor.');
  check(/^\d\d$/.test(cut(record, 76, 77)), '1912 - Provincia incorrecta.');
  check(/^[A-L]$/.test(cut(record, 78, 78)), '1913 - Clave de percepción incorrecta.');
  check(
    !/^[BL]/.test(cut(record, 78, 78)) || /^\d\d$/.test(cut(record, 79, 80)),
    '1914 - Falta la subclave.',
  );
  for (const [from, to, sign] of MONEY) {
    const isRight =
      /^\d+$/.test(cut(record, from, to)) && (sign === undefined || /^[N ]$/.test(cut(record, sign, sign)));
    check(isRight, `1920 - El importe de la posición ${from} no es correcto.`);
  }
  return errors;
}
