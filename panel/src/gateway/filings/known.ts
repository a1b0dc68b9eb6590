import type { Data } from '../../../../client/src/types.ts';
import { FROM_REGISTRATION, SAME_FIELDS } from '../../../../shared/kernel/from-registration.ts';
import type { FormField } from '../../shared/fields.ts';
import type { Filled } from '../../shared/filled.ts';
import { readNumber } from '../../shared/numbers.ts';
import { showAccount } from '../../shared/who.ts';

/** Values that a form gets without asking: known data, and values that follow from other fields. */

type Client = Data<'listClients'>['data'][number];

/** The kind of a document, recognised by its format, as code in both spellings of the interface. */
const KINDS: [written: RegExp, codes: string[]][] = [
  [/^\d{8}[A-Z]$/, ['1', 'D']],
  [/^[XYZ]\d{7}[A-Z]$/, ['6', 'E']],
];
const KIND_FIELDS = ['identificacion', 'docType'];

/** Digits of the scheme at the beginning of a whole account. */
const SCHEME = 4;

/** The values to fill in after a field was written: the number in the form in which it is sent, and values that follow from it. */
export const afterWriting = (fields: readonly FormField[], path: string, filled: Filled): Filled => {
  const field = fieldAt(fields, path);
  const written = filled[path] ?? '';
  if (!field?.identifier) return {};
  const number = readNumber(field.identifier, written);
  const has = (name: string) => fields.find((field) => field.name === name);
  const whole = readNumber('account', written);
  // On documents, an account is printed with its scheme before it.
  if (path === 'ccc' && /^\d{15}$/.test(whole) && has('regimen'))
    return { regimen: whole.slice(0, SCHEME), ccc: whole.slice(SCHEME) };
  const kind = path === 'dni' ? KINDS.find(([form]) => form.test(number))?.[1] : undefined;
  const kindField = KIND_FIELDS.map(has).find((field) => field?.choices);
  const code = kind?.find((code) => kindField?.choices?.[code]);
  return {
    ...(number !== written && { [path]: number }),
    ...(code && kindField && filled[kindField.name] !== code && { [kindField.name]: code }),
  };
};

/** The field at a dotted path; entries of lists have all fields of the list. */
export const fieldAt = (fields: readonly FormField[], path: string): FormField | undefined => {
  const [name, ...rest] = path.split('.').filter((part) => !/^\d+$/.test(part));
  const field = fields.find((one) => one.name === name);
  return field && rest.length > 0 ? fieldAt(field.fields ?? [], rest.join('.')) : field;
};

/** A contribution account of a company, and the values that it fills in. */
export interface KnownAccount {
  /** Scheme and account, 15 digits. */
  number: string;
  text: string;
  fills: Filled;
}

/** The active accounts of a company, with the values that each fills in. */
export const accountsOf = ({ profile }: Client, fields: readonly FormField[]): KnownAccount[] => {
  const names = new Set(fields.map(({ name }) => name));
  return profile.account
    .filter(({ activa }) => activa === 1)
    .map(({ regimen, cuenta, alias }) => ({
      number: regimen + cuenta,
      text: [showAccount(regimen + cuenta), alias].filter(Boolean).join(' · '),
      fills: Object.fromEntries(
        Object.entries({ regimen, ccc: cuenta, cif: profile.dni }).filter(([name]) => names.has(name)),
      ),
    }));
};

/**
 * The form values that can be taken from the trámite which caused an obligation. Equal field names mean the same; a contract
 * has other names than its registration. The effective date is not taken over to another kind of trámite.
 */
export const fromCause = (fields: readonly FormField[], request: unknown): Filled => {
  const sent = (request ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    fields.flatMap(({ name, choices, list }) => {
      const value = sent[SAME_FIELDS.has(name) ? name : (FROM_REGISTRATION[name] ?? '')];
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      const text = String(value);
      const isOffered = !choices || list || choices[text] !== undefined;
      return text !== '' && isOffered ? [[name, text]] : [];
    }),
  );
};

/** Words that begin a surname of several words, such as `de la Fuente`. */
const BEFORE_SURNAME = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'Y', 'E', 'SAN', 'SANTA']);

/**
 * Splits a whole name into the name and two surnames for a form; `undefined` if that is uncertain, because only holders of a DNI
 * certainly have two surnames. It remains a guess, so a person must check it.
 */
export const partsOfName = (whole: string, document: string): Filled | undefined => {
  const words = whole.trim().split(/\s+/);
  if (!/^\d{8}[A-Z]$/.test(document)) return undefined;
  const takeSurname = (): string => {
    const taken = words.splice(-1);
    while (BEFORE_SURNAME.has(words.at(-1)?.toUpperCase() ?? '')) taken.unshift(words.pop()!);
    return taken.join(' ');
  };
  const lastSurname = takeSurname();
  const surname = takeSurname();
  const name = words.join(' ');
  return name && surname ? { name, surname, lastSurname } : undefined;
};
