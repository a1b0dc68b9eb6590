/** The records of the employment service: contracts with all their communications, shipments, certificates. */

import type { IsoDate } from '../calendar.ts';

/** A basic copy: who signed it, and its text for the workers' representatives. */
export interface BasicCopy {
  /** `1` to `4`. */
  signature: string;
  text: string;
  workplace: string;
  communicated: string;
}

/** The worker as in the communication. It is not compared with any other register. */
export interface ContractWorker {
  /** Letter of the kind, D E U W, and the document without blanks. */
  identifier: string;
  name: string;
  surname: string;
  secondSurname: string;
  sex: string;
  birthDate: IsoDate;
  nationality: string;
  municipality: string;
  country: string;
  nss: string;
}

/** Hours of work in a day, week, month or year. */
export interface WorkingTime {
  /** A D S M; empty for full time. */
  kind: string;
  /** `HHHHMM`, or empty. */
  hours: string;
}

export interface Extension {
  /** `01`, `02` and so on. */
  number: string;
  startDate: IsoDate;
  endDate: IsoDate;
  /** `S` or `N`. */
  agreement: string;
  /** `I` or empty. */
  discontinuity: string;
  communicated: string;
}

export interface Transformation {
  number: string;
  code: string;
  startDate: IsoDate;
  endDate: IsoDate | '';
  occupation: string;
  workCountry: string;
  workMunicipality: string;
  time: WorkingTime;
  disability: string;
  communicated: string;
  copy?: BasicCopy;
}

/** The call of a permanent seasonal worker back to work. */
export interface WorkCall {
  startDate: IsoDate;
  endDate: IsoDate | '';
  /** Whether the worker came: `S` or `N`. */
  came: string;
  communicated: string;
}

export interface Contract {
  /** `E` and 13 digits: province, year, number. */
  id: string;
  /** Three digits. */
  code: string;
  cif: string;
  /** 15 digits: scheme and account. */
  account: string;
  worker: ContractWorker;
  startDate: IsoDate;
  endDate: IsoDate | '';
  level: string;
  /** CNO, four digits. */
  occupation: string;
  workCountry: string;
  workMunicipality: string;
  time: WorkingTime;
  /** Further data, by element name. */
  rest: Record<string, string>;
  user: string;
  communicated: string;
  copy?: BasicCopy;
  transformations: Transformation[];
  extensions: Extension[];
  calls: WorkCall[];
}

/** One document of a shipment, and the answer to it. */
export interface FiledDocument {
  /** Name of the received element, and the element as XML. */
  name: string;
  xml: string;
  /** Fields of the answer by element name, in order. */
  fields: [name: string, value: string][];
  errors: string[];
}

export interface Shipment {
  /** `C` and 7 digits. */
  id: string;
  nif: string;
  /** Root of the document: CONTRATOS, PRORROGAS ... */
  root: string;
  filed: FiledDocument[];
  /** Number of further queries that get the answer "not processed yet". */
  pending: number;
}

/** A user of the services with a password. */
export interface ServiceUser {
  user: string;
  password: string;
  /** The holder who must name it: the certificate alone is not enough for the services. */
  nif?: string;
}

/** A month of contributions, or paid holidays not taken. Bases in cents; empty if unknown. */
export interface Contribution {
  year: string;
  month: string;
  days: number;
  baseCommon: number | '';
  baseUnemployment: number | '';
  remarks: string;
}

/** A company certificate, with which a worker applies for unemployment benefits. */
export interface CompanyCertificate {
  /** Number of its file, which identifies the certificate at the portal. */
  file: string;
  cif: string;
  regimen: string;
  ccc: string;
  /** Document of the worker, without the letter of its kind. */
  document: string;
  name: string;
  surname: string;
  secondSurname: string;
  nss: string;
  group: string;
  contract: string;
  duration: string;
  durationUnit: string;
  occupation: string;
  publicOffice: string;
  dedication: string;
  alta: IsoDate;
  cause: string;
  suspension: IsoDate;
  suspensionEnd: IsoDate | '';
  ereNumber: string;
  ereYear: string;
  erePercent: string;
  childrenCarePercent: string;
  salaryFrom: IsoDate | '';
  salaryTo: IsoDate | '';
  salaryDays: string;
  representative: {
    name: string;
    surname: string;
    secondSurname: string;
    nif: string;
    position: string;
    email: string;
    phone: string;
  };
  contributions: Contribution[];
  holidays?: Contribution;
  /** How it was filed: Internet, web service. */
  origin: string;
  entered: IsoDate;
  received: IsoDate;
  /** Empty until the benefit is recognised. */
  recognised: IsoDate | '';
  attachments: { name: string; date: IsoDate; source: string }[];
}

/** A shipment of company certificates, and the answer to it. */
export interface CertificateShipment {
  id: number;
  nif: string;
  /** The whole document of the answer. */
  answer: string;
  pending: number;
}

export interface SepeRecords {
  nextShipment: number;
  nextContract: number;
  nextFile: number;
  contracts: Contract[];
  shipments: Shipment[];
  certificates: CompanyCertificate[];
  certificateShipments: CertificateShipment[];
  /** Users of the services. A call that names no user is identified by the certificate of the connection. */
  users: ServiceUser[];
  /** Whether control digits of documents, affiliations and accounts are checked. */
  strict: boolean;
  /** Whether the services are closed from one to three in the morning, as the real ones are. */
  closedAtNight: boolean;
  /** Number of queries of a shipment that get the answer "not processed yet". */
  pendingQueries: number;
}

/** `E-28-2026-0000123`. Digits after the thirteenth are a group of their own. */
export const footprint = (id: string): string =>
  id.replace(/^([A-Z])(\d\d)(\d{4})(\d{7})(\d\d)?$/, (_, ...[letter, province, year, number, suffix]) =>
    [letter, province, year, number, ...(suffix ? [suffix] : [])].join('-'),
  );
