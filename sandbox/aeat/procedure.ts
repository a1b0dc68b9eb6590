import type { IsoDate } from '../calendar.ts';
import type { Form } from '../form.ts';
import { dni, entityControl, nie } from '../identifiers.ts';
import type { Section } from '../pdf.ts';
import type { Call } from '../portal.ts';
import type { State } from '../state.ts';
import type { Certificate, CertificateKind } from './records.ts';

/** The validated data of a procedure's form. */
export interface Choice {
  /** Equal for equal requests. */
  value: string;
  payerName?: string;
  /** Fields of the confirmation: names of inputs and their values. */
  confirmationFields: [name: string, value: string][];
  /** Whether the certificate is negative; absent if it is neither positive nor negative. */
  negative?: boolean;
  /** Time of preparation, in milliseconds. */
  preparation?: number;
}

/** One kind of certificate: its address, its own part of the form, and the content of its document. */
export interface Procedure {
  kind: CertificateKind;
  path: string;
  title: string;
  /** Its own controls of the form, in the order of `fields`. */
  controls(today: IsoDate): string[];
  /** Names of these controls. */
  fields: string[];
  /** Reads the form for this taxpayer. Throws a `Refusal`. */
  read(form: Form, taxpayer: Taxpayer, now: { state: State; today: IsoDate }): Choice;
  /** Sections of the document, besides the taxpayer, the date and the result. */
  sections(certificate: Certificate, state: State): Section[];
}

/** Texts of refusals. Only the first one is the authority's own; the wording of the others is ours. */
export const REFUSALS = {
  inconsistent: 'Datos inconsistentes.',
  noSession: 'No se ha podido identificar con el certificado electrónico.',
  notATaxpayer: 'El titular del certificado electrónico no consta en el censo.',
  notRepresented: 'No consta que pueda actuar en representación de la persona o entidad indicada.',
  wrongPayer: 'El NIF de la persona o entidad pagadora no es correcto.',
  yearNotOffered: 'El ejercicio indicado no está entre los que se pueden solicitar.',
  noActivity: 'No consta ningún alta en el impuesto sobre actividades económicas en el ejercicio indicado.',
  refused: 'La solicitud no ha sido admitida a trámite.',
  noNotification: 'La notificación no existe, o no puede acceder a ella.',
  notOpened: 'No se puede mostrar la notificación.',
  noDocument: 'El código seguro de verificación no corresponde a ningún documento.',
} as const;

export class Refusal extends Error {
  constructor(reason: keyof typeof REFUSALS) {
    super(REFUSALS[reason]);
    this.name = 'Refusal';
  }
}

/** A taxpayer in the census, with the name that the authority has. */
export interface Taxpayer {
  nif: string;
  name: string;
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' ');

function findTaxpayer(state: State, nif: string): Taxpayer | undefined {
  const company = state.companies.find(({ cif }) => cif === nif);
  if (company) return { nif, name: company.name };
  const holder = state.holders.find((each) => each.nif === nif);
  if (holder) return { nif, name: joined(holder.firstSurname, holder.secondSurname, holder.givenName) };
  const person = state.persons.find(({ dni, identificacion }) => dni === nif && identificacion !== 2);
  return person && { nif, name: joined(person.surname, person.secondSurname, person.name) };
}

/** The taxpayer of a call: the holder of the certificate, or the represented organisation. */
export const applicantOf = (state: State, { nif, organisation }: Call): Taxpayer | undefined =>
  findTaxpayer(state, organisation ?? nif);

/** A taxpayer who is known to be in the census. */
export const knownTaxpayer = (state: State, nif: string): Taxpayer => findTaxpayer(state, nif)!;

/** A company that the applicant may represent: the applicant may act on one of its accounts. */
export function representedBy(state: State, applicant: Taxpayer, nif: string): Taxpayer | undefined {
  const holder = state.holders.find((each) => each.nif === applicant.nif);
  const represented = state.accounts.some(({ cif, ccc }) => cif === nif && holder?.cuentas.includes(ccc));
  return represented ? findTaxpayer(state, nif) : undefined;
}

const CONTROL_LETTERS = 'JABCDEFGHI';

/**
 * The control character is a letter or a digit. Sources disagree on the kinds of entity with a letter, so both are accepted
 * for all.
 */
function isEntity(nif: string): boolean {
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[\dA-J]$/.test(nif)) return false;
  const digit = entityControl(nif.slice(1, 8));
  const control = nif.slice(8);
  return control === String(digit) || control === CONTROL_LETTERS[digit];
}

/** Whether it is a valid tax number of a person or an entity, with its control character. */
export function isNif(nif: string): boolean {
  if (/^\d{8}[A-Z]$/.test(nif)) return nif === dni(Number(nif.slice(0, 8)));
  if (/^[XYZ]\d{7}[A-Z]$/.test(nif)) {
    return nif === nie(nif.charAt(0) as 'X' | 'Y' | 'Z', Number(nif.slice(1, 8)));
  }
  // Spaniards without identity document, and foreigners without a number: the first letter does not count.
  if (/^[KLM]\d{7}[A-Z]$/.test(nif)) return nif.slice(8) === dni(Number(nif.slice(1, 8))).slice(8);
  return isEntity(nif);
}
