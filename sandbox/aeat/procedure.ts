import type { IsoDate } from '../calendar.ts';
import type { Form } from '../form.ts';
import type { Section } from '../pdf.ts';
import type { State } from '../state.ts';
import type { Certificate, CertificateKind } from './records.ts';
import type { Taxpayer } from './taxpayer.ts';

/** What was chosen on the form of a procedure, found to be in order. */
export interface Choice {
  /** The same for what is the same request. */
  value: string;
  payerName?: string;
  /** What the confirmation says of it: names of inputs and their values. */
  confirmationFields: [name: string, value: string][];
  /** Whether it comes out negative; nothing for what is neither. */
  negative?: boolean;
  /** How long it is prepared, in milliseconds. */
  preparation?: number;
}

/** One kind of certificate: its address, its own part of the form, and what its document says. */
export interface Procedure {
  kind: CertificateKind;
  path: string;
  title: string;
  /** Controls of the form beside those that all have, in the order of `fields`. */
  controls(today: IsoDate): string[];
  /** Names of those controls. */
  fields: string[];
  /** Reads what was chosen for this taxpayer. Throws a `Refusal`. */
  read(form: Form, taxpayer: Taxpayer, state: State, today: IsoDate): Choice;
  /** What the document says beside whom it is about, when, and whether it is positive. */
  sections(certificate: Certificate, state: State): Section[];
}
