/** What the employment service keeps: contracts with all that was communicated of them, shipments, certificates. */

import type { IsoDate } from '../calendar.ts';

/** Who signed the copy that goes to the workers' representatives, and its words. */
export interface BasicCopy {
  /** `1` to `4`. */
  signature: string;
  text: string;
  workplace: string;
  communicated: string;
}

/** The worker as the communication names them: nobody compares it with another register. */
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

/** How much of a day, week, month or year is worked. */
export interface WorkingTime {
  /** A D S M; empty for full time. */
  kind: string;
  /** `HHHHMM`, or empty. */
  hours: string;
}

export interface Extension {
  /** `01` and on. */
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

/** A fixed-discontinuous worker called back to work. */
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
  /** What else was said, by the element's name. */
  rest: Record<string, string>;
  user: string;
  communicated: string;
  copy?: BasicCopy;
  transformations: Transformation[];
  extensions: Extension[];
  calls: WorkCall[];
}

/** One document of a shipment: what came, and the answer to it. */
export interface FiledDocument {
  /** Name of the element that came, and the element as XML. */
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
  /** How many queries are still answered that it is not done. */
  pending: number;
}

/** Somebody who may use the services by password. */
export interface ServiceUser {
  user: string;
  password: string;
}

/** A month of contributions, or paid holidays not taken. Bases in cents; empty text where nothing is known. */
export interface Contribution {
  year: string;
  month: string;
  days: number;
  baseCommon: number | '';
  baseUnemployment: number | '';
  remarks: string;
}

/** A certificate of company: what a worker needs to ask for benefits. */
export interface CompanyCertificate {
  /** Number of its file, by which the portal tells certificates apart. */
  file: string;
  cif: string;
  regimen: string;
  ccc: string;
  /** Document of the worker, without a letter of its kind. */
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
  /** How it came: Internet, web service. */
  origin: string;
  entered: IsoDate;
  received: IsoDate;
  /** Empty until somebody recognised the benefit. */
  recognised: IsoDate | '';
  attachments: { name: string; date: IsoDate; source: string }[];
}

/** An entry of the other service: number and answer. */
export interface CertificateShipment {
  id: number;
  nif: string;
  /** The whole answering document. */
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
  /** Known to the services; the certificate of the connection is enough where none is named. */
  users: ServiceUser[];
  /** Whether control digits of documents, affiliations and accounts are checked. */
  strict: boolean;
  /** Whether the services rest from one to three in the morning, as the real ones. */
  closedAtNight: boolean;
  /** To how many queries a shipment answers that it is not done. */
  pendingQueries: number;
}

/** `E-28-2026-0000123`, and what comes after the thirteen digits in a group of its own. */
export const footprint = (id: string): string =>
  id.replace(/^([A-Z])(\d\d)(\d{4})(\d{7})(\d\d)?$/, (_, ...[letter, province, year, number, suffix]) =>
    [letter, province, year, number, ...(suffix ? [suffix] : [])].join('-'),
  );
