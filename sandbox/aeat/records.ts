import type { IsoDate } from '../calendar.ts';

/** What can be asked for: up to date with taxes, tax on economic activities, contractors and subcontractors. */
export type CertificateKind = 'ECOT' | 'IAE' | 'CONTRATISTAS';

export type ComplianceResult = 'POSITIVO' | 'NEGATIVO';

/** A certificate that was asked for, whether it can be had already or not. */
export interface Certificate {
  /** Code by which it is found: 16 capitals and digits. */
  csv: string;
  kind: CertificateKind;
  /** Who asked for it. */
  applicant: string;
  /** Whom it is about; the applicant, unless somebody represents another. */
  nif: string;
  /** What was chosen: a purpose, a year, or who pays the contractor. */
  choice: string;
  /** Name of who pays; empty for the other kinds. */
  payerName: string;
  /** Nothing for what is not a matter of debts. */
  sign?: ComplianceResult;
  /** Moments, as `Date` writes them in ISO 8601. */
  requested: string;
  ready: string;
}

/** An entry in the register of the tax on economic activities. */
export interface Activity {
  nif: string;
  /** Number in the tax's list of activities. */
  epigrafe: string;
  text: string;
  seccion: 'EMPRESARIAL' | 'PROFESIONAL';
  from: IsoDate;
}

/** Somebody who pays contractors, where its certificates are not as others. */
export interface Payer {
  nif: string;
  name: string;
  /** How long a certificate for it is prepared, in milliseconds; 0 hands it over at once. */
  preparation: number;
  /** Certificates for it are negative whoever asks, so that one can be had with any digital certificate. */
  negative: boolean;
}

export interface AeatRecords {
  /** Numbers of those with debts: their certificates are negative. */
  debtors: string[];
  activities: Activity[];
  payers: Payer[];
  /** How long a contractor's certificate is prepared for any other payer, in milliseconds. */
  preparation: number;
  certificates: Certificate[];
}
