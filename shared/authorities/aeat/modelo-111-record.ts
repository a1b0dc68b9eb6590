/**
 * The record of modelo 111 (withholdings), as the agency's record design DR111 for 2019 and later has it (versions 1.7 and 1.8, in
 * public copies): a frame of constants around one page of 1,000 characters. Numbers have zeros before them, texts have blanks after
 * them. The reader and the writer go by one table of positions.
 */

/** Kinds of income, in the order of the boxes: each has the boxes of persons, of what they got, and of what was withheld. */
export const INCOMES = [
  'trabajo dinerario',
  'trabajo en especie',
  'actividades económicas dinerarias',
  'actividades económicas en especie',
  'premios dinerarios',
  'premios en especie',
  'aprovechamientos forestales dinerarios',
  'aprovechamientos forestales en especie',
  'cesión de derechos de imagen',
];

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
/** Name of a box, such as `casilla_03`. */
export type Box = Exclude<`casilla_${'0' | '1' | '2'}${Digit}` | 'casilla_30', 'casilla_00'>;

/** @param number of the box on the form, from 1 to 30 */
export const boxOf = (number: number): Box => `casilla_${String(number).padStart(2, '0')}` as Box;

/** The three boxes of each kind of income: persons, what they got, and what was withheld or paid on account. */
export const BOXES: readonly (readonly [persons: Box, amount: Box, withheld: Box])[] = INCOMES.map(
  (_, place) => [boxOf(3 * place + 1), boxOf(3 * place + 2), boxOf(3 * place + 3)],
);

/** Ways to declare the result. */
export const RESULTS = {
  I: 'ingreso, con el NRC del pago',
  U: 'domiciliación en una cuenta',
  G: 'ingreso a anotar en la cuenta corriente tributaria',
  N: 'negativa: nada que ingresar',
} as const;
export type Result = keyof typeof RESULTS;

/** Periods: months, and quarters. */
export const PERIODS = {
  '01': 'enero',
  '02': 'febrero',
  '03': 'marzo',
  '04': 'abril',
  '05': 'mayo',
  '06': 'junio',
  '07': 'julio',
  '08': 'agosto',
  '09': 'septiembre',
  '10': 'octubre',
  '11': 'noviembre',
  '12': 'diciembre',
  '1T': 'primer trimestre',
  '2T': 'segundo trimestre',
  '3T': 'tercer trimestre',
  '4T': 'cuarto trimestre',
} as const;
export type Period = keyof typeof PERIODS;

/** Digits of an amount in hundredths of euros. */
export const AMOUNT_DIGITS = 17;
/** Digits of a number of persons. */
const PERSON_DIGITS = 8;

/** A declaration: the boxes hold hundredths of euros as 17 digits, and persons as numbers. Boxes without content are left out. */
export interface Declared111 extends Partial<Record<Box, string | number>> {
  /** Tax id of who withholds. */
  cif: string;
  /** Name of the company, or surnames of the person. */
  razon_social: string;
  /** Given name of a person. */
  nombre?: string | undefined;
  ejercicio: string;
  periodo: Period;
  tipo: Result;
  complementaria: boolean;
  /** 13 digits: the receipt of the declaration that this one completes. */
  justificante_anterior?: string | undefined;
  iban?: string | undefined;
}

interface Field {
  name: keyof Declared111;
  /** Position of the first character in the page, from 1, as in the design. */
  at: number;
  length: number;
  kind: 'text' | 'code' | 'mark' | 'persons' | 'amount';
}

const GROUP = PERSON_DIGITS + 2 * AMOUNT_DIGITS;

const FIELDS: readonly Field[] = [
  { name: 'tipo', at: 13, length: 1, kind: 'code' },
  { name: 'cif', at: 14, length: 9, kind: 'code' },
  { name: 'razon_social', at: 23, length: 60, kind: 'text' },
  { name: 'nombre', at: 83, length: 20, kind: 'text' },
  { name: 'ejercicio', at: 103, length: 4, kind: 'code' },
  { name: 'periodo', at: 107, length: 2, kind: 'code' },
  ...BOXES.flatMap(([persons, amount, withheld], place): Field[] => {
    const at = 109 + place * GROUP;
    return [
      { name: persons, at, length: PERSON_DIGITS, kind: 'persons' },
      { name: amount, at: at + PERSON_DIGITS, length: AMOUNT_DIGITS, kind: 'amount' },
      { name: withheld, at: at + PERSON_DIGITS + AMOUNT_DIGITS, length: AMOUNT_DIGITS, kind: 'amount' },
    ];
  }),
  { name: boxOf(28), at: 487, length: AMOUNT_DIGITS, kind: 'amount' },
  { name: boxOf(29), at: 504, length: AMOUNT_DIGITS, kind: 'amount' },
  { name: boxOf(30), at: 521, length: AMOUNT_DIGITS, kind: 'amount' },
  { name: 'complementaria', at: 538, length: 1, kind: 'mark' },
  { name: 'justificante_anterior', at: 539, length: 13, kind: 'code' },
  { name: 'iban', at: 553, length: 34, kind: 'code' },
];

const PAGE = 1000;
const PAGE_BEGIN = '<T11101000>';
const PAGE_END = '</T11101000>';
const frameOf = (period: string) => ({
  begin: `<T1110${period}0000><AUX>${' '.repeat(300)}</AUX>`,
  end: `</T1110${period}0000>`,
});
const HEAD = frameOf('AAAAPP').begin.length;
/** Length of a record without the line break at its end. */
const RECORD_LENGTH = HEAD + PAGE + frameOf('AAAAPP').end.length;

/**
 * A name as the design admits it: capitals, digits and single blanks. Accents go, except that of Ñ; Ç stays. The agency refuses
 * two blanks together.
 */
export const recordName = (name: string): string =>
  name
    .toUpperCase()
    .normalize('NFD')
    .replace(/(?<!N)\u0303|(?<!C)\u0327|(?!\u0303|\u0327)\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[^A-Z0-9ÑÇ]+/g, ' ')
    .trim();

/** The record of a declaration in one line, without the line break at its end. */
export const record111 = (declared: Declared111): string => {
  const page = Array.from({ length: PAGE }, () => ' ');
  const put = (at: number, text: string) => page.splice(at - 1, text.length, ...text);
  put(1, PAGE_BEGIN);
  for (const { name, at, length, kind } of FIELDS) {
    const value = declared[name];
    if (kind === 'persons' || kind === 'amount') put(at, String(value ?? '').padStart(length, '0'));
    else if (kind === 'mark') put(at, value === true ? 'X' : ' ');
    else put(at, (kind === 'text' ? recordName(String(value ?? '')) : String(value ?? '')).padEnd(length));
  }
  put(PAGE - PAGE_END.length + 1, PAGE_END);
  const { begin, end } = frameOf(declared.ejercicio + declared.periodo);
  return begin + page.join('') + end;
};

/** Positions of the page that belong to no field, besides its marks: the design has blanks there. */
const RESERVED: readonly [from: number, to: number][] = [
  [12, 12],
  [552, 552],
  [587, 988],
];

/** What a record says; or what is wrong with it, in Spanish, with positions as in the design. */
export type ReadRecord = { declared: Record<string, unknown> } | { faults: string[] };

/** Reads a record, with or without the line break at its end. A box of zeros counts as left out. */
export const readRecord111 = (written: string): ReadRecord => {
  const record = written.replace(/\r?\n?$/, '');
  if (record.length !== RECORD_LENGTH)
    return {
      faults: [
        `El registro del modelo 111 tiene ${RECORD_LENGTH} caracteres sin el fin de línea, y este tiene ${record.length}.`,
      ],
    };
  const page = record.slice(HEAD, HEAD + PAGE);
  const textAt = (at: number, length: number) => page.slice(at - 1, at - 1 + length);
  const period = textAt(103, 6);
  const { begin, end } = frameOf(period);
  const faults: string[] = [];
  const head = record.slice(0, HEAD);
  // Between the marks of the head, programs write their version and the tax id of their developer.
  if (head.slice(0, 22) !== begin.slice(0, 22) || head.slice(-6) !== begin.slice(-6))
    faults.push(
      `La cabecera debe ser la del modelo 111 del ejercicio y el periodo de la página (${period}).`,
    );
  if (!record.endsWith(end)) faults.push(`Debe acabar en ${end}.`);
  if (!page.startsWith(PAGE_BEGIN) || !page.endsWith(PAGE_END))
    faults.push(`La página debe ir de ${PAGE_BEGIN} a ${PAGE_END}: posiciones 1 y 989.`);
  for (const [from, to] of RESERVED)
    if (textAt(from, to - from + 1).trim() !== '')
      faults.push(`Posición ${from}${to > from ? ` a ${to}` : ''}: reservada, debe ir en blanco.`);
  const declared: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const value = readField(field, textAt(field.at, field.length));
    if (typeof value === 'object') faults.push(`Posición ${field.at}: ${value.fault}`);
    else if (value !== undefined) declared[field.name] = value;
  }
  return faults.length > 0 ? { faults } : { declared };
};

/** The value of a field, if it has one; or its fault. */
const readField = (
  { kind }: Field,
  text: string,
): string | number | boolean | undefined | { fault: string } => {
  switch (kind) {
    case 'text':
    case 'code':
      return text.trimEnd() || undefined;
    case 'mark':
      return text === 'X' ? true : text === ' ' ? undefined : { fault: 'debe ser X o blanco.' };
    default:
      if (text.startsWith('N')) return { fault: 'importe negativo, que este servicio no presenta.' };
      if (!/^\d+$/.test(text)) return { fault: 'debe tener solo cifras, con ceros delante.' };
      if (/^0+$/.test(text)) return undefined;
      return kind === 'persons' ? Number(text) : text;
  }
};
