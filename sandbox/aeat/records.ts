import type { IsoDate } from '../calendar.ts';
import type { Declaration } from './declarations/records.ts';
import type { Shipment } from './many-records/records.ts';
import type { AeatNotice } from './notices/records.ts';

/** The kinds of certificate: up to date with taxes, tax on economic activities, contractors. */
export type CertificateKind = 'ECOT' | 'IAE' | 'CONTRATISTAS';

/** A requested certificate, ready or in preparation. */
export interface Certificate {
  /** Verification code: 16 capitals and digits. */
  csv: string;
  kind: CertificateKind;
  /** NIF of the applicant. */
  applicant: string;
  /** NIF of the taxpayer: the applicant, or the represented party. */
  nif: string;
  /** The choice on the form: a purpose, a year, or the NIF of the payer. */
  choice: string;
  /** Name of the payer; empty for the other kinds. */
  payerName: string;
  /** Result of the check for debts, as the certificate prints it; absent if the certificate does not depend on debts. */
  sign?: 'POSITIVO' | 'NEGATIVO';
  /** Times in ISO 8601, as `Date` writes them. */
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

/** A payer of contractors whose certificates differ from the default. */
export interface Payer {
  nif: string;
  name: string;
  /** Time of preparation of its certificates, in milliseconds; 0 for none. */
  preparation: number;
  /** Whether its certificates are negative for every applicant, so that tests get one with any digital certificate. */
  negative: boolean;
}

export interface AeatRecords {
  /** NIFs of debtors: their certificates are negative. */
  debtors: string[];
  activities: Activity[];
  payers: Payer[];
  certificates: Certificate[];
  declarations: Declaration[];
  shipments: Shipment[];
  notices: AeatNotice[];
}
