import * as nifNumber from 'stdnum/lib/cjs/es/nif.js';
import { showAmount } from '../../kernel/amounts.ts';

/**
 * The records of modelo 190 (yearly summary of withholdings), of 500 characters each: one of type 1, of the declarant, then one of
 * type 2 for each perception. Positions are those of the record design for the year 2025, by a public program that names it; the
 * design of a later year may differ. Numbers have zeros before them, texts have blanks after them, and amounts are hundredths of
 * euros without comma.
 *
 * The check covers what is the same in every declaration: form, identifiers, keys, signs, amounts and sums. What the agency alone
 * knows (codes of provinces, which marks a key admits) is left to it.
 */

/** Years whose record design is known. */
export const KNOWN_YEARS: readonly string[] = ['2025'];
/** Most perceptions of a file: at most as many as one block of the agency's service takes. */
export const MOST_PERCEPTIONS = 20_000;
/** Most faults that are listed. */
export const MOST_FAULTS = 100;

const LENGTH = 500;
const DECLARANT = '1';
const PERCEPTION = '2';

type Kind =
  /** Digits alone. */
  | 'digits'
  /** Digits, or blanks where there is nothing to say. */
  | 'optional'
  /** N for a negative amount, otherwise blank. */
  | 'sign'
  | 'blank';

interface Part {
  /** Position of the first character, from 1, as in the design. */
  at: number;
  length: number;
  kind: Kind;
  what: string;
}

const part = (at: number, length: number, kind: Kind, what: string): Part => ({ at, length, kind, what });

const OF_DECLARANT: readonly Part[] = [
  part(59, 9, 'optional', 'el teléfono'),
  part(123, 13, 'digits', 'el número de la declaración anterior'),
  part(136, 9, 'digits', 'el número de percepciones'),
  part(145, 1, 'sign', 'el signo del total de percepciones'),
  part(146, 15, 'digits', 'el total de percepciones'),
  part(161, 15, 'digits', 'el total de retenciones e ingresos a cuenta'),
  part(226, 275, 'blank', 'lo reservado'),
];

/** An amount of a perception, with its sign where it has one. */
interface Amount {
  sign?: number;
  at: number;
  what: string;
}
const AMOUNT_DIGITS = 13;
/** What the perceptor got: money, kind, and both of temporary incapacity. The total of the declarant sums them. */
const RECEIVED: readonly Amount[] = [
  { sign: 81, at: 82, what: 'la percepción dineraria' },
  { sign: 108, at: 109, what: 'la valoración en especie' },
  { sign: 255, at: 256, what: 'la percepción dineraria por incapacidad' },
  { sign: 282, at: 283, what: 'la valoración en especie por incapacidad' },
];
/** What was withheld or paid on account, in the same order. The total of the declarant sums them. */
const WITHHELD: readonly Amount[] = [
  { at: 95, what: 'la retención' },
  { at: 122, what: 'el ingreso a cuenta' },
  { at: 269, what: 'la retención por incapacidad' },
  { at: 296, what: 'el ingreso a cuenta por incapacidad' },
];
const OTHER_AMOUNTS: readonly Amount[] = [
  { at: 135, what: 'el ingreso a cuenta repercutido' },
  { at: 171, what: 'las reducciones' },
  { at: 184, what: 'los gastos deducibles' },
  { at: 197, what: 'las pensiones compensatorias' },
  { at: 210, what: 'las anualidades por alimentos' },
  { at: 309, what: 'el ingreso a cuenta repercutido por incapacidad' },
];

const OF_PERCEPTION: readonly Part[] = [
  part(76, 2, 'digits', 'la provincia'),
  part(79, 2, 'optional', 'la subclave'),
  ...[...RECEIVED, ...WITHHELD, ...OTHER_AMOUNTS].flatMap(({ sign, at, what }) => [
    ...(sign === undefined ? [] : [part(sign, 1, 'sign', `el signo de ${what}`)]),
    part(at, AMOUNT_DIGITS, 'digits', what),
  ]),
  part(148, 4, 'optional', 'el ejercicio de devengo'),
  part(153, 4, 'optional', 'el año de nacimiento'),
  part(223, 32, 'optional', 'los datos familiares'),
  part(395, 106, 'blank', 'lo reservado'),
];

/** Employees, pensions, unemployment (two), boards, courses, professionals, farming and modules, other income, prizes, exempt. */
const KEYS = 'ABCDEFGHIJKL';
/** Keys that say nothing without a subkey. */
const WITH_SUBKEY = 'BL';

const FORMS: Record<Kind, [form: RegExp, fault: string]> = {
  digits: [/^\d+$/, 'debe tener solo cifras, con ceros delante'],
  optional: [/^(?:\d+| +)$/, 'debe tener solo cifras, o ir en blanco'],
  sign: [/^[N ]$/, 'debe ser N o blanco'],
  blank: [/^ *$/, 'debe ir en blanco'],
};

/** Capitals, digits and the signs that names of firms have; the agency takes visible characters of ISO-8859-1. */
const VISIBLE = /^[\x20-\x7e\xa1-\xac\xae-\xff]*$/;
const DECLARATION_NUMBER = /^190\d{10}$/;

/**
 * A record with texts at positions, as the design counts them, for examples and tests. Numbers that are not given are zeros, and all
 * else is blank.
 */
export const record190 = (type: '1' | '2', texts: Record<number, string>): string => {
  const record = Array.from({ length: LENGTH }, () => ' ');
  const put = (at: number, text: string) => record.splice(at - 1, text.length, ...text);
  for (const { at, length, kind } of type === DECLARANT ? OF_DECLARANT : OF_PERCEPTION)
    if (kind === 'digits') put(at, '0'.repeat(length));
  put(1, `${type}190`);
  for (const [at, text] of Object.entries(texts)) put(Number(at), text);
  return record.join('');
};

/** What the declarant's record says. */
export interface Declarant190 {
  year: string;
  nif: string;
  name: string;
  /** The declaration's own number, 13 digits. */
  number: string;
  kind: 'normal' | 'complementary' | 'substitute';
  /** Number of the declaration that it completes or replaces; `''` if none. */
  previous: string;
  perceptions: number;
}

/** What a file says: the declarant, and its records; or what is wrong with it, in Spanish, by line and position. */
export type Read190 = { declarant: Declarant190; records: string[] } | { faults: string[] };

/** The records of a file, without line breaks; records may follow each other without any. */
const recordsOf = (file: string): string[] => {
  const lines = file.replace(/^\ufeff/, '').split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  const [only = ''] = lines;
  if (lines.length > 1 || only.length % LENGTH !== 0) return lines;
  return only.match(/[\s\S]{500}/g) ?? [];
};

/** Reads a file, and checks it record by record. */
export const readFile190 = (file: string): Read190 => {
  const records = recordsOf(file);
  const faults = new Faults();
  const [head = '', ...perceptions] = records;
  if (records.length === 0) return { faults: ['El fichero está vacío.'] };
  if (perceptions.length > MOST_PERCEPTIONS)
    return {
      faults: [`El fichero tiene ${perceptions.length} percepciones, y se admiten ${MOST_PERCEPTIONS}.`],
    };
  const declarant = checkDeclarant(head, faults);
  if (perceptions.length === 0)
    faults.add(1, 'Después del registro de tipo 1 no hay ninguna percepción (tipo 2).');
  const sums = { received: 0n, withheld: 0n };
  for (const [index, record] of perceptions.entries()) {
    checkPerception(record, index + 2, { head, faults });
    sums.received += sumOf(record, RECEIVED);
    sums.withheld += sumOf(record, WITHHELD);
  }
  // Sums of what cannot be read mean nothing.
  if (faults.isEmpty) checkTotals(head, { ...sums, count: perceptions.length }, faults);
  return faults.isEmpty && declarant ? { declarant, records } : faults.listed;
};

/** What the declarant's record of a file says that was checked. */
export const declarantIn = (record: string): Declarant190 => checkDeclarant(record, new Faults())!;

/** Collects faults, and counts those for which there is no room. */
class Faults {
  readonly #texts: string[] = [];
  #further = 0;

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  get listed(): { faults: string[] } {
    const more =
      this.#further > 0 ? [`Y ${this.#further} errores más: corrija estos y vuelva a probar.`] : [];
    return { faults: [...this.#texts, ...more] };
  }

  /** @param line from 1 */
  add(line: number, text: string): void {
    if (this.#texts.length < MOST_FAULTS) this.#texts.push(`Línea ${line}: ${text}`);
    else this.#further += 1;
  }
}

const textAt = (record: string, at: number, length: number): string => record.slice(at - 1, at - 1 + length);

/** Whether a record has the length and the characters that the rest of the check needs. */
const isWhole = (record: string, type: string, line: number, faults: Faults): boolean => {
  if (record.length !== LENGTH)
    faults.add(line, `El registro debe tener ${LENGTH} caracteres, y tiene ${record.length}.`);
  else if (!record.startsWith(type))
    faults.add(line, `Posición 1: el registro debe ser de tipo ${type}, y empieza por «${record[0]}».`);
  else if (!VISIBLE.test(record)) {
    const at = Array.from({ length: LENGTH }, (_, index) => index).find(
      (index) => !VISIBLE.test(record[index]!),
    )!;
    faults.add(line, `Posición ${at + 1}: carácter que la Agencia Tributaria no admite.`);
  } else return true;
  return false;
};

const checkParts = (record: string, line: number, parts: readonly Part[], faults: Faults): void => {
  for (const { at, length, kind, what } of parts) {
    const [form, fault] = FORMS[kind];
    if (!form.test(textAt(record, at, length))) faults.add(line, `Posición ${at}: ${what} ${fault}.`);
  }
};

/** A valid tax id, as the record has it: nine characters with their check character. */
const isTaxId = (text: string): boolean => /^[0-9A-Z]{9}$/.test(text) && nifNumber.validate(text).isValid;

const checkDeclarant = (record: string, faults: Faults): Declarant190 | undefined => {
  const line = 1;
  if (!isWhole(record, DECLARANT, line, faults)) return undefined;
  const fault = (text: string) => faults.add(line, text);
  const [year, nif, name] = [textAt(record, 5, 4), textAt(record, 9, 9), textAt(record, 18, 40).trimEnd()];
  if (textAt(record, 2, 3) !== '190') fault('Posición 2: el modelo debe ser 190.');
  if (!KNOWN_YEARS.includes(year))
    fault(
      `Posición 5: el ejercicio es ${year}, y aquí solo se conoce el diseño del registro de ${KNOWN_YEARS.join(', ')}. No se ` +
        'presenta un fichero que no se puede comprobar.',
    );
  if (!isTaxId(nif)) fault(`Posición 9: el NIF del declarante (${nif}) no es correcto.`);
  if (name === '' || name.startsWith(' ')) fault('Posición 18: falta el nombre del declarante.');
  if (textAt(record, 58, 1) !== 'T') fault('Posición 58: el tipo de soporte debe ser T.');
  const number = textAt(record, 108, 13);
  if (!DECLARATION_NUMBER.test(number))
    fault('Posición 108: el número de la declaración debe tener 13 cifras y empezar por 190.');
  checkParts(record, line, OF_DECLARANT, faults);
  const marks = textAt(record, 121, 2);
  const kind = ({ '  ': 'normal', 'C ': 'complementary', ' S': 'substitute' } as const)[marks];
  const previous = textAt(record, 123, 13);
  if (!kind)
    fault(
      'Posición 121: la declaración es complementaria (C), sustitutiva (S en la 122) o ninguna, no ambas.',
    );
  else if (kind === 'substitute' && (!DECLARATION_NUMBER.test(previous) || previous === number))
    fault(
      'Posición 123: una sustitutiva lleva el número de la declaración que sustituye, que empieza por 190.',
    );
  else if (kind === 'normal' && /[1-9]/.test(previous))
    fault(
      'Posición 123: sin complementaria ni sustitutiva, el número de la declaración anterior va a ceros.',
    );
  return {
    year,
    nif,
    name,
    number,
    kind: kind ?? 'normal',
    previous: /[1-9]/.test(previous) ? previous : '',
    perceptions: Number(textAt(record, 136, 9)),
  };
};

const checkPerception = (
  record: string,
  line: number,
  { head, faults }: { head: string; faults: Faults },
): void => {
  if (!isWhole(record, PERCEPTION, line, faults)) return;
  const fault = (text: string) => faults.add(line, text);
  if (textAt(record, 2, 16) !== textAt(head, 2, 16))
    fault('Posición 2: modelo, ejercicio y NIF deben ser los del registro de tipo 1.');
  const [nif, agent, spouse] = [18, 27, 158].map((at) => textAt(record, at, 9)) as [string, string, string];
  // A minor without number is declared with that of who represents it.
  if (nif.trim() === '' ? agent.trim() === '' : !isTaxId(nif))
    fault(`Posición 18: el NIF del perceptor (${nif.trim() || 'en blanco'}) no es correcto.`);
  if (agent.trim() !== '' && !isTaxId(agent))
    fault(`Posición 27: el NIF del representante (${agent}) no es correcto.`);
  if (spouse.trim() !== '' && !isTaxId(spouse))
    fault(`Posición 158: el NIF del cónyuge (${spouse}) no es correcto.`);
  if (/^(?: |$)/.test(textAt(record, 36, 40))) fault('Posición 36: falta el nombre del perceptor.');
  const [key, subkey] = [textAt(record, 78, 1), textAt(record, 79, 2)];
  if (!KEYS.includes(key)) fault(`Posición 78: la clave de percepción (${key}) debe ser una letra de A a L.`);
  else if (WITH_SUBKEY.includes(key) && !/[1-9]/.test(subkey))
    fault(`Posición 79: la clave ${key} necesita una subclave.`);
  checkParts(record, line, OF_PERCEPTION, faults);
};

/** The sum of amounts of a record, in hundredths; 0 for what is no amount, which has a fault of its own. */
const sumOf = (record: string, amounts: readonly Amount[]): bigint =>
  amounts.reduce((sum, { sign, at }) => {
    const digits = textAt(record, at, AMOUNT_DIGITS);
    if (!/^\d+$/.test(digits)) return sum;
    return sign !== undefined && textAt(record, sign, 1) === 'N'
      ? sum - BigInt(digits)
      : sum + BigInt(digits);
  }, 0n);

const euros = (amount: bigint): string =>
  amount < 0n ? `-${showAmount(String(-amount), '€')}` : showAmount(String(amount), '€');

const checkTotals = (
  head: string,
  { received, withheld, count }: { received: bigint; withheld: bigint; count: number },
  faults: Faults,
): void => {
  const declared = Number(textAt(head, 136, 9));
  if (declared !== count)
    faults.add(1, `Posición 136: dice ${declared} percepciones, y el fichero tiene ${count}.`);
  const total = BigInt(textAt(head, 146, 15)) * (textAt(head, 145, 1) === 'N' ? -1n : 1n);
  if (total !== received)
    faults.add(
      1,
      `Posición 146: el total de percepciones es ${euros(total)}, y los registros suman ${euros(received)}.`,
    );
  const kept = BigInt(textAt(head, 161, 15));
  if (kept !== withheld)
    faults.add(
      1,
      `Posición 161: el total de retenciones e ingresos a cuenta es ${euros(kept)}, y los registros suman ${euros(withheld)}.`,
    );
};
