import type { IsoDate } from '../calendar.ts';
import type { Form } from '../form.ts';
import type { Section } from '../pdf.ts';
import type { State } from '../state.ts';
import type { Certificate, CertificateKind } from './records.ts';
import type { Taxpayer } from './taxpayer.ts';

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
  /** Names of those controls. */
  fields: string[];
  /** Reads the form for this taxpayer. Throws a `Refusal`. */
  read(form: Form, taxpayer: Taxpayer, now: { state: State; today: IsoDate }): Choice;
  /** Sections of the document, besides the taxpayer, the date and the result. */
  sections(certificate: Certificate, state: State): Section[];
}
