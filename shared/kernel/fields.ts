import * as z from 'zod';
import { type AmountUnit, inHundredths } from './amounts.ts';
import { type NameOf, NO_LETTER, nameFault, plainName } from './names.ts';
import { ROLE_TEXT } from './roles.ts';
import {
  isSocialSecurityNumber,
  provinceFault,
  type SocialSecurityNumber,
  wholeNumber,
} from './social-security-number.ts';
import { nieOfToday, strangeIn, type TextKind, upperCase } from './text.ts';

/**
 * Fields that several operations share: the values that they accept, the form in which `run` receives them, and their
 * description in the OpenAPI document. A digit field accepts a string of digits or an integer, and its result is a
 * string of fixed width. `null` and `""` mean absence; the server removes them before (see `serve.ts`), so `optional`
 * is enough.
 */

/** Kinds of identifiers with check digits, which strict deployments verify; `account` is a `ccc` after its scheme. */
export type Identifier = 'nss' | 'ccc' | 'account' | 'document' | 'cif' | 'iban';

/** Lists of codes: those published by law or by others, and those that only the stand-ins know. */
export type CodeList = 'contracts' | 'countries' | 'municipalities' | 'occupations' | SandboxCodeList;
/** Codes of the stand-ins: the authority accepts more. */
export type SandboxCodeList = 'agreements' | 'groups' | 'terminations';

declare module 'zod/v4/core' {
  interface GlobalMeta {
    /** Whose name the text is. Sheets read it as such. */
    nameOf?: NameOf;
    /** Kind of identifier whose check digits a strict deployment verifies. */
    identifier?: Identifier;
    /** How the text is written, where not in one line. A field with format `password` is a secret. */
    textKind?: TextKind;
    /** For the OpenAPI document: codes and their meaning. */
    codes?: Record<string, string>;
    /** For forms: the list in which its codes are found. Others may be sent, too. */
    codeList?: CodeList;
    /** The unit of the amount whose hundredths its digits are. */
    hundredthsOf?: AmountUnit;
    /**
     * A part of the full working time in thousandths, which people write in per cent: whether full time has none (`absent`), or
     * is 0 (`zero`).
     */
    workingShare?: 'absent' | 'zero';
    /** What a person needs to know where the field is missing, after the message that says so. Spanish. */
    whereMissing?: string;
    /** For the OpenAPI document: integers that are taken, too, in place of a code or a truth. */
    integers?: number[];
  }
}

const integerToDigits = (width: number) => (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? String(value).padStart(width, '0')
    : value;

/** The fault of a value that should be digits, in Spanish: a sign, other characters, or else how many there are. */
export const digitsFault =
  (onlyDigits: string, otherCount: string) =>
  ({ input }: { input?: unknown }): string => {
    const text = typeof input === 'number' ? String(input) : input;
    if (typeof text !== 'string') return otherCount;
    if (/^-\d+$/.test(text)) return 'No puede ser negativo.';
    return /^\d*$/.test(text) ? otherCount : onlyDigits + strangeIn(text);
  };

/** In the OpenAPI document: a digit field accepts both; the pattern is for the string. */
export const STRING_OR_INTEGER = { type: ['string', 'integer'] };

/**
 * An integer as the digits of a social security number; see `wholeNumber`. 0 becomes a number of zeros, by which
 * SEPE knows that a worker has none.
 */
const integerToNumber =
  (width: number, kind: SocialSecurityNumber) =>
  (value: unknown, context: z.RefinementCtx): unknown => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0)
      return integerToDigits(width)(value);
    const whole = wholeNumber(kind, String(value));
    if ('number' in whole) return whole.number;
    context.addIssue(whole.error);
    return z.NEVER;
  };

/** A number of the Seguridad Social whose province exists. */
const withProvince = <S extends z.ZodType>(schema: S, kind: SocialSecurityNumber): S =>
  schema.refine((value) => provinceFault(kind, value) === undefined, {
    error: ({ input }) => provinceFault(kind, input),
  }) as S;

/**
 * A code of exactly `width` digits. An integer is padded with zeros (`regimen` 111 is `0111`), but no number of the
 * Seguridad Social that could be another one. A string must have that width.
 */
export const digits = (width: number, description: string, identifier?: Identifier) => {
  const error = digitsFault(`Solo admite cifras, ${width} en total.`, `Debe tener ${width} dígitos.`);
  const code = z.string({ error }).regex(new RegExp(`^\\d{${width}}$`), { error });
  const meta = {
    description: `${description} ${width} dígitos.`,
    ...STRING_OR_INTEGER,
    ...(identifier && { identifier }),
  };
  return isSocialSecurityNumber(identifier)
    ? z.preprocess(integerToNumber(width, identifier), withProvince(code, identifier).meta(meta))
    : z.preprocess(integerToDigits(width), code.meta(meta));
};

/** An amount of money or a percentage, in hundredths: exactly `width` digits. People type and read it with its decimals. */
export const hundredths = (width: number, description: string, unit: AmountUnit) =>
  digits(width, `${description}, ${inHundredths(width, unit)}`).meta({ hundredthsOf: unit });

/**
 * A code of at most `width` digits. A string stays as sent. An integer is padded to the width that the code list
 * uses (`grupo_cotizacion` 3 is `03`).
 */
export const digitsUpTo = (width: number, description: string) => {
  const error = digitsFault(
    `Solo admite cifras, ${width} como máximo.`,
    `Debe tener como máximo ${width} dígitos.`,
  );
  return z.preprocess(
    integerToDigits(width),
    z
      .string({ error })
      .regex(new RegExp(`^\\d{1,${width}}$`), { error })
      .meta({ description: `${description} Máximo ${width} dígitos.`, ...STRING_OR_INTEGER }),
  );
};

/**
 * A code of a list in which zeros are no code, or mean that there is none. Zeros are what a spreadsheet formula
 * makes of an empty cell, and not a choice.
 */
export const notZeros = <S extends z.ZodType>(schema: S): S =>
  schema.refine((value) => typeof value !== 'string' || !/^0+$/.test(value), {
    error: 'No existe ningún código que sea todo ceros. Si no hay dato, no se envía.',
  }) as S;

/** The Spanish message for a code that is none of these. */
const oneOf = (codes: Readonly<Record<string, string>>): string => {
  const names = Object.keys(codes);
  return names.length === 1
    ? `Solo admite ${names[0]} (${codes[names[0]!]}); si no es así, no lo envíe.`
    : `Debe ser uno de: ${names.join(', ')}.`;
};

/** One of a few codes; an integer is padded to the width of the codes. */
export const code = <const C extends Record<string, string>>(codes: C, description: string) => {
  const names = Object.keys(codes) as (keyof C & string)[];
  const width = Math.max(...names.map((name) => name.length));
  const integers = names.filter((name) => /^\d+$/.test(name) && name.length === width).map(Number);
  return z.preprocess(
    integerToDigits(width),
    z.enum(names, { error: oneOf(codes) }).meta({
      description,
      codes,
      ...(integers.length > 0 && { integers }),
    }),
  );
};

/**
 * A text that programs may send as a number (`cond_desempleado` 1 is `1`). Integers that JSON cannot hold exactly are
 * not taken.
 */
export const asText = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) =>
      // JSON's 1e400 is read as infinite.
      Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
        ? String(value)
        : value,
    schema,
  );

/** Free text with a maximum length, in characters, without blanks at its ends, or a number. */
export const text = (max: number, description: string, textKind: TextKind = 'line') =>
  asText(plainText(max, description).meta({ description, textKind }));

/** A text that can be seen: not blanks alone, nor characters without a width. */
const VISIBLE = /[^\s\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text alone, to which further checks can be added; see `asText`. */
export const plainText = (max: number, description: string) =>
  z
    .string({ error: 'Debe ser un texto.' })
    .trim()
    .refine((value) => VISIBLE.test(value), { error: 'No puede estar vacío.' })
    .max(max, { error: `Debe tener como máximo ${max} caracteres.` })
    .meta({ description, minLength: 1 });

/** A text in words. It needs a letter, so 0, ? or - are refused. */
export const withLetter = <S extends z.ZodType>(schema: S): S =>
  schema.refine((value) => typeof value !== 'string' || /\p{L}/u.test(value), { error: NO_LETTER }) as S;

/** The name of a person or company in a submission, in its usual form and without traces of a program; see `nameFault`. */
export const nameField = <S extends z.ZodType>(schema: S, nameOf: NameOf): S =>
  schema
    .overwrite((value) => (typeof value === 'string' ? (plainName(value) as typeof value) : value))
    .refine((value) => typeof value !== 'string' || nameFault(value, nameOf) === undefined, {
      error: ({ input }) => nameFault(String(input), nameOf),
    })
    .meta({ nameOf }) as S;

/**
 * A code that the interface has as a text. An integer is padded to the width of its code list, because it has no leading
 * zeros (postcode 8001 is `08001`).
 */
export const paddedText = (width: number, max: number, description: string) =>
  z.preprocess(integerToDigits(width), text(max, description));

/** A password. Nothing is trimmed, because blanks may be part of it. */
export const password = (description: string, min = 0) =>
  asText(
    z
      .string({ error: 'Debe ser un texto.' })
      .min(min, { error: `Debe tener al menos ${min} caracteres.` })
      .max(200, { error: 'Debe tener como máximo 200 caracteres.' })
      .meta({ description, format: 'password' }),
  );

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Years of dates. Of another century a date is a mistake, and not every authority's form can hold it. */
const FIRST_YEAR = '1900';
const LAST_YEAR = '2100';

const isCalendarDate = (value: string) => {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

/** Whether the year of a date or month is within the accepted range. */
const isOfOurTime = (value: string) => value >= FIRST_YEAR && value.slice(0, 4) <= LAST_YEAR;

const OTHER_YEAR = `El año debe estar entre ${FIRST_YEAR} y ${LAST_YEAR}.`;

/** A real calendar date, `YYYY-MM-DD`. */
export const date = (description: string) =>
  z
    .string({ error: 'Debe ser una fecha con formato AAAA-MM-DD.' })
    // One check for both, because a check that aborts would also skip the rules between fields.
    .refine((value) => DATE.test(value) && isOfOurTime(value) && isCalendarDate(value), {
      error: ({ input }) => {
        if (!DATE.test(String(input))) return 'Debe ser una fecha con formato AAAA-MM-DD.';
        return isOfOurTime(String(input)) ? 'La fecha no existe en el calendario.' : OTHER_YEAR;
      },
    })
    .meta({ description: `${description} Formato AAAA-MM-DD.`, format: 'date' });

/** One of the integers 0 and 1, also as a text; absence is 0. The result is a boolean. */
const zeroOrOne = (admitted: (0 | 1)[], error: string, description: string) =>
  z
    .preprocess(
      (value) =>
        value === undefined ? 0 : typeof value === 'string' && /^[01]$/.test(value) ? Number(value) : value,
      z.literal(admitted, { error }).meta({ description, type: 'integer' }),
    )
    .transform((value) => value === 1)
    .optional()
    .default(false);

/** `1` or `"1"` is true; 0, `"0"` and absence are false; anything else fails. The result is a boolean. */
export const flag = (description: string) => zeroOrOne([0, 1], 'Solo admite el valor 1.', description);

const TRUE = new Set<unknown>([1, '1', 'true', 'True']);
const FALSE = new Set<unknown>([0, '0', 'false', 'False']);

/** `true`, `1` and their strings; `false`, `0` and their strings, also as Python writes them. The result is a boolean. */
export const bool = (description: string) =>
  z.preprocess(
    (value) => {
      if (TRUE.has(value)) return true;
      return FALSE.has(value) ? false : value;
    },
    z.boolean({ error: 'Debe ser verdadero o falso.' }).meta({ description, integers: [1, 0] }),
  );

const NO_INTEGER = 'Debe ser un número entero.';

/** A non-negative integer, also as a string of digits. */
export const integer = (description: string, max = Number.MAX_SAFE_INTEGER) => {
  const tooBig = `No puede ser mayor que ${max}.`;
  const tooSmall = 'No puede ser negativo.';
  return z.preprocess(
    (value) => (typeof value === 'string' && /^(-[1-9]\d*|\d+)$/.test(value) ? Number(value) : value),
    z
      // Numbers that JSON does not hold exactly count as too big or too small.
      .int({
        error: ({ code = '', input }) =>
          ({ too_big: tooBig, too_small: tooSmall })[code] ??
          (typeof input === 'string' ? 'Solo admite cifras.' : NO_INTEGER),
      })
      .min(0, { error: tooSmall })
      .max(max, { error: tooBig })
      .meta({ description }),
  );
};

/** `test`: 1 runs without real effect. Any value except 1 and 0 fails: a caller that wants a dry run must not file. */
export const test = flag('Con valor 1, la operación se prueba sin efecto real. Omítase en producción.').meta({
  description: 'Con valor 1, la operación se prueba sin efecto real. Omítase en producción.',
});

/** `test` of an operation that offers no dry run: 0 and absence mean no, as everywhere; anything else fails. */
export const noTest = zeroOrOne(
  [0],
  'Esta operación no ofrece simulacro. No se ha presentado nada.',
  'Esta operación no ofrece simulacro: solo admite 0.',
);

/** In the OpenAPI document: a flag of a body, which the interface has as 1 or null. */
const OR_NULL = { type: ['integer', 'null'], enum: [0, 1, null] };

/** A flag of a body that may also be null. */
const nullableFlag = (description: string) => flag(description).meta({ description, ...OR_NULL });

/** `duplicate`: 1 returns the resulting PDF. */
export const duplicate = nullableFlag('Con valor 1, la respuesta lleva el PDF resultante.');

/** `obtener_idc`: 1 returns the contribution data report too. */
export const obtenerIdc = nullableFlag(
  'Con valor 1, la respuesta lleva además el informe de datos para la cotización (IDC).',
);

export const regimen = notZeros(
  digits(4, 'Régimen de la Seguridad Social: 0111 general, 0112 artistas, 0163 agrario, entre otros.'),
);

export const ccc = notZeros(digits(11, 'Código de cuenta de cotización.', 'ccc'));

/** Number of a worker who may have none yet, which is zeros. */
export const nssOrNone = digits(12, 'Número de la Seguridad Social.', 'nss');

export const nss = notZeros(nssOrNone);

export const naf = notZeros(digits(12, 'Número de afiliación.', 'nss'));

/** Kind of identity document. */
export const identificacion = code(
  { '1': 'DNI', '2': 'Pasaporte', '6': 'NIE' },
  'Tipo de documento: 1 DNI, 2 pasaporte, 6 NIE.',
);

/** A text in capitals, without blanks around it. */
export const capitals = () => z.string({ error: 'Debe ser un texto.' }).trim().overwrite(upperCase);

/** The fault of an identifier with other signs, which it names where they are not seen or not of a keyboard. */
export const lettersFault =
  (most: number) =>
  ({ input }: { input?: unknown }): string =>
    `Solo admite letras y cifras, ${most} como máximo.${strangeIn(String(input))}`;

/** Number of an identity document, in upper case, without separators, a NIE as of today. */
export const dni = notZeros(
  asText(
    capitals()
      .overwrite(nieOfToday)
      .regex(/^[0-9A-Z]{1,20}$/, { error: lettersFault(20) })
      .meta({ description: 'Número del documento de identidad.', identifier: 'document' }),
  ),
);

/** Tax id of a company. */
export const cif = asText(
  capitals()
    .overwrite(nieOfToday)
    .regex(/^[0-9A-Z]{1,10}$/, { error: lettersFault(10) })
    .meta({ description: 'CIF de la empresa.', identifier: 'cif' }),
);

/** An identifier of this service, as a path parameter. @param what Spanish: its object, with article */
export const ulid = (what: string, description: string) =>
  z
    .string()
    .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, { error: `Debe ser el identificador de ${what}.` })
    .meta({ description });

/** Year and month, `YYYY-MM`. */
export const month = (description: string) =>
  z
    .string({ error: 'Debe tener formato AAAA-MM.' })
    .regex(/^(19\d\d|20\d\d|2100)-(0[1-9]|1[0-2])$/, {
      error: ({ input }) =>
        /^\d{4}-(0[1-9]|1[0-2])$/.test(String(input)) ? OTHER_YEAR : 'Debe tener formato AAAA-MM.',
    })
    .meta({ description: `${description} Formato AAAA-MM.` });

/** `data` of operations without payload. */
export const noData = z.array(z.never()).max(0).meta({ description: 'Sin contenido.' });

/** The role of a user, or of an API token. */
export const role = (description: string) => code(ROLE_TEXT, description);

/** As of zod, but a domain may have the letters of Spanish names: `info@peña.es`. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9À-ÖØ-öø-ÿ][A-Za-z0-9À-ÖØ-öø-ÿ-]*\.)+[A-Za-z]{2,}$/;

/** An e-mail address. */
export const email = (max: number, description: string) =>
  z
    .string({ error: 'Debe ser un texto.' })
    .trim()
    .max(max, { error: `Debe tener como máximo ${max} caracteres.` })
    .normalize()
    .regex(EMAIL, { error: 'Debe ser un e-mail válido.' })
    .meta({ description });

/** Most characters of a `cert_secret`: public programs keep it in fields of that size. */
export const SECRET_LENGTH = 60;
