import { DIL, Refusal } from '../messages.ts';

/** A refusal of an application: the page is shown again with this text. */
export class ProsaRefusal extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'Rejection';
  }
}

/** The text of a refusal, without the code that the affiliation dialogs have; undefined for other errors. */
export function refusalText(error: unknown): string | undefined {
  if (error instanceof ProsaRefusal) return error.message;
  if (!(error instanceof Refusal)) return undefined;
  return error.message === DIL.wrongDate ? TEXTS.wrongDate : error.message.replace(/^\d{4}\*\s*/, '');
}

/** Texts of the message area. The applications have no codes. */
export const TEXTS = {
  done: 'OPERACION REALIZADA CORRECTAMENTE',
  // Clients for this application search for the words in lower case.
  removed: 'OPERACION REALIZADA CORRECTAMENTE: eliminación de alta realizada correctamente',
  wrongDate: 'FECHA ERRONEA',
  missing: (what: string) => `EL CAMPO ${what} DEBE TENER CONTENIDO`,
  wrong: (what: string) => `VALOR ERRONEO EN EL CAMPO ${what}`,
  unauthorisedAccount: 'CUENTA DE COTIZACION NO AUTORIZADA',
  unassignedAccount: 'CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO',
  // Clients compare these two in capitals, with their accents.
  wrongAccount: 'C.C.C. ERRÓNEO',
  noSettlement: 'NO EXISTE LIQUIDACIÓN PARA LOS DATOS INTRODUCIDOS',
  wrongScheme: 'REGIMEN ERRONEO',
  unknownWorker: 'NUMERO DE AFILIACION INEXISTENTE',
  wrongDocument: 'IDENTIFICADOR DE PERSONA FISICA ERRONEO',
  noCategory: 'LA CATEGORIA PROFESIONAL NO SE ADMITE EN EL REGIMEN DE LA CUENTA',
  assigned: 'LA CESION YA EXISTE',
  notAssigned: 'LA CESION NO EXISTE',
  notConsolidated: 'NO EXISTE ALTA CONSOLIDADA DEL TRABAJADOR EN LA CUENTA',
  notRegisteredInMonth: 'EL TRABAJADOR NO ESTA EN SITUACION DE ALTA EN EL PERIODO',
  wrongBankAccount: 'CUENTA BANCARIA ERRONEA',
  postMissing: '158 PUESTO DE TRABAJO OBLIGATORIO',
  tasksMissing: '159 DESCRIPCION FUNCIONES OBLIGATORIO',
  noSickLeave: 'NO CONSTA LA BAJA MEDICA INDICADA',
  sickLeaveKnown: 'LOS DATOS DE LA BAJA MEDICA YA CONSTAN',
  sickLeaveDone: 'LOS DATOS ECONOMICOS SE HAN GRABADO',
  birthKnown: 'EL CERTIFICADO YA CONSTA',
  noBirths: 'NO HAY DATOS PARA ESTOS CRITERIOS DE CONSULTA',
  noSickLeaves: 'NO EXISTEN PARTES PARA LOS CRITERIOS INDICADOS',
  intervalTooLong: 'EL INTERVALO DE FECHAS NO PUEDE SER SUPERIOR A 28 DIAS',
  noCriteriaData: 'NO EXISTEN DATOS PARA LOS CRITERIOS INDICADOS',
  noData: 'NO EXISTEN DATOS PARA ESTA CONSULTA',
  unknownUser: 'NUMERO DE AUTORIZADO ERRONEO',
  fieMade: '0350 - INFORME GENERADO CORRECTAMENTE',
} as const;
