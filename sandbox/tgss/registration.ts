import type { IsoDate } from '../calendar.ts';

/** An alta or a baja, as it was communicated. */
export interface Movement {
  /** Real date. */
  date: IsoDate;
  /** Day on which it takes effect: the real date if communicated in time, else the day of communication. */
  effective: IsoDate;
  situacion: string;
  /** `YYYY-MM-DDTHH:MM:SS`, Madrid. */
  communicated: string;
}

/** Empty terms. */
export const NO_TERMS = {
  grupo: '',
  grupoMensual: false,
  contrato: '',
  /** Thousandths; empty for full time. */
  coeficiente: '',
  cno: '',
  convenio: '',
  colectivo: '',
  ocupacion: '',
  rlce: '',
  modalidad: '',
  categoria: '',
  fic: '',
  causaSustitucion: '',
  nssSustituido: '',
  exclusionCotizacion: '',
  condicionDesempleado: '',
  beneficios: '',
  fomentoAgrario: '',
  sexo: '',
  fechaNacimiento: '',
};

/** The terms of a registration. Codes are as sent, and empty if none was sent. */
export type Terms = typeof NO_TERMS;

/** A baja, with its own data. */
export interface Termination extends Movement {
  finVacaciones: IsoDate | '';
  indicativoSaa: string;
  inactividadZ: boolean;
  diasTrabajados: string;
  finTemporal: IsoDate | '';
}

/** A later change of contract and coefficient, or of one of the codes. */
export interface Change {
  kind: 'CONTRATO' | 'CNO' | 'GRUPO' | 'OCUPACION' | 'CATEGORIA';
  date: IsoDate;
  communicated: string;
  terms: Partial<Terms>;
}

/** A client company to which an agency's worker is assigned. */
export interface Assignment {
  regimen: string;
  ccc: string;
  tipo: string;
  from: IsoDate;
  /** Empty or absent if it has no end yet. */
  to?: IsoDate | '';
}

/** A specific contribution condition (PEC) of a period. */
export interface Peculiarity {
  tramo: string;
  titulo: string;
  tipo: string;
  tipoText: string;
  colectivo: string;
  colectivoText: string;
  porcentaje: string;
  from: IsoDate;
  /** Empty if it has no end. */
  to: IsoDate | '';
  fraccion: string;
  fraccionText: string;
  legislacion: string;
  legislacionText: string;
  /** Decimal comma. */
  cuantia: string;
}

/** A worker's registration in an account, from alta to baja. */
export interface Registration {
  id: number;
  nss: string;
  ccc: string;
  alta: Movement;
  baja?: Termination;
  /** At the alta, without `changes`. */
  terms: Terms;
  changes: Change[];
  assignments: Assignment[];
  peculiarities: Peculiarity[];
}

/** Terms in force on a day. */
export const termsOn = (registration: Registration, day: IsoDate): Terms =>
  Object.assign(
    {},
    registration.terms,
    ...registration.changes
      .filter((change) => change.date <= day)
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
      .map((change) => change.terms),
  );

/** Terms with every change applied, including future ones. */
export const latestTerms = (registration: Registration): Terms => termsOn(registration, '9999-12-31');

/** Whether the worker is registered on a day. The day of the baja does not count. */
export const isRegisteredOn = (registration: Registration, day: IsoDate): boolean =>
  registration.alta.date <= day && (!registration.baja || registration.baja.date > day);

/** Sort order of lists: the most recent alta first; of two on one day, the one filed last. */
export const latestFirst = (a: Registration, b: Registration): number =>
  a.alta.date === b.alta.date ? b.id - a.id : a.alta.date < b.alta.date ? 1 : -1;
