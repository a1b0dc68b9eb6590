import type { WholeFiling } from './data.ts';
import type { Form } from './fields.ts';
import type { Filled } from './filled.ts';

/** The worker, company and account that something is about, as people name them. */

/** A worker and a company, as far as they are known. */
export interface Subject {
  worker: WholeFiling['worker'];
  /** Régimen and contribution account, 15 digits. */
  account: string | undefined;
  companyName: string | null;
  /** Number of the company, if the gateway knows it. */
  company: number | null;
  /** The effective date, AAAA-MM-DD. */
  date: string | null;
}

/** The subject of a dry run or a filing. */
export const subjectOf = (
  filing: Pick<WholeFiling, 'worker' | 'regimen' | 'ccc' | 'companyName' | 'company' | 'effectiveDate'>,
): Subject => {
  const { worker, regimen, ccc, companyName, company, effectiveDate: date } = filing;
  return { worker, account: ccc ? `${regimen ?? ''}${ccc}` : undefined, companyName, company, date };
};

/** The subject according to the form values, if there was no dry run to find it out. */
export const subjectIn = ({ regimen = '', ccc = '', dni, nss, fecha_real, startDate }: Filled): Subject => ({
  worker: dni || nss ? { document: dni ?? null, nss: nss ?? null, name: null } : null,
  account: ccc ? regimen + ccc : undefined,
  companyName: null,
  company: null,
  date: fecha_real ?? startDate ?? null,
});

/** Nouns for operations, and the words before their day. Other operations use the title of their form. */
const NOUNS: Record<string, [noun: string, day: string]> = {
  registerEmployee: ['Alta', 'desde el'],
  deregisterEmployee: ['Baja', 'el'],
  dismissEmployee: ['Despido', 'el'],
  notifyContract: ['Contrato', 'desde el'],
  extendContract: ['Prórroga del contrato', 'desde el'],
  transformContract: ['Transformación del contrato', 'desde el'],
  createBasicCopy: ['Copia básica del contrato', 'del'],
  fileCompanyCertificate: ['Certificado de empresa', 'con fecha del'],
};

/** What an operation files, in a word or two; the title of its form where there is no shorter name. */
export const nounOf = (operation: string, title: string): string => NOUNS[operation]?.[0] ?? title;

/**
 * A contribution account as it is written on paper: `28 9999011 51`. Accounts outside the general scheme have their scheme
 * before them.
 */
export const showAccount = (account: string): string => {
  const [, scheme = '', province, number, control] = /^(\d{4})?(\d{2})(\d{7})(\d{2})$/.exec(account) ?? [];
  if (!province) return account;
  // Non-breaking spaces keep it on one line.
  const written = [province, number, control].join('\u00a0');
  return scheme === '' || scheme === '0111' ? written : `${scheme} · ${written}`;
};

const WEEKDAY = new Intl.DateTimeFormat('es-ES', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** A day in full: `lunes 30 de noviembre`, with the year if it is not the current one. */
export const sayDay = (day: string, today: string): string => {
  const said = WEEKDAY.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
  return day.slice(0, 4) === today.slice(0, 4) ? said : `${said} de ${day.slice(0, 4)}`;
};

/** A part of a sentence. */
export type Part = string | { strong: string };

/** A sentence that says what is filed, for whom, where, and from when. @param today AAAA-MM-DD */
export const sentenceOf = (
  { operation, title }: Pick<Form, 'operation' | 'title'>,
  { worker, account, companyName, date }: Subject,
  today: string,
): Part[] => {
  const [noun, day] = NOUNS[operation] ?? [title, 'el'];
  const number = worker?.document ?? worker?.nss;
  const named = worker?.name ?? undefined;
  return [
    noun,
    ...(number ? [NOUNS[operation] ? ' de ' : ': ', { strong: named ?? number }] : []),
    ...(named && number ? [` (${number})`] : []),
    ...(companyName ? [' en ', { strong: companyName }] : []),
    ...(account
      ? [companyName ? ` (${showAccount(account)})` : ` en la cuenta ${showAccount(account)}`]
      : []),
    ...(date && /^\d{4}-\d\d-\d\d$/.test(date) ? [`, ${day} `, { strong: sayDay(date, today) }] : []),
    '.',
  ];
};

/** A client company that has the account. */
interface Owner {
  id: number;
  name: string;
}

/**
 * A warning if something would be filed for an unexpected company; `undefined` if it is the company that was chosen.
 * @param chosen the company at the top of the page
 * @param owners client companies that have the contribution account; `undefined` if the subject names no whole account
 * @param has whether there is any company that could have it, and whether the person belongs to that company
 */
export const placeWarning = (
  { account, company, companyName }: Subject,
  {
    chosen,
    owners,
    has,
  }: { chosen: Owner | undefined; owners: readonly Owner[] | undefined; has: 'none' | 'own' | 'several' },
): string | undefined => {
  if (account && owners) {
    const where = `La cuenta ${showAccount(account)}`;
    const [owner] = owners;
    if (!owner && has === 'none') return undefined;
    if (!owner)
      return `${where} no es de ${has === 'own' ? 'su empresa' : 'ninguna empresa de la asesoría'}.`;
    return chosen && !owners.some(({ id }) => id === chosen.id)
      ? `${where} es de ${owner.name}, y la empresa elegida arriba es ${chosen.name}.`
      : undefined;
  }
  return chosen && company !== null && company !== chosen.id
    ? `Es de ${companyName ?? 'otra empresa'}, y la empresa elegida arriba es ${chosen.name}.`
    : undefined;
};

/** The DNI or NIE that a person has typed, without blanks and signs; `undefined` for any other text. */
export const documentIn = (typed: string): string | undefined => {
  const document = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return /^(?:\d{8}|[XYZ]\d{7})[A-Z]$/.test(document) ? document : undefined;
};
