/**
 * Texts of the message line (`DIL`): four digits, an asterisk, the text. Texts that public clients quote from the
 * portal are marked. For the others only the code and its meaning are known, and the wording is invented. No text
 * contains the word that clients take for an outage.
 */
export const DIL = {
  none: '',
  prompt: '3083* INTRODUZCA LOS DATOS Y PULSE CONTINUAR', // quoted
  done: '3408* OPERACION REALIZADA CORRECTAMENTE',
  doneAccountAgreement: '9125* ALTA REALIZADA. ASIGNADO CONVENIO DE LA CUENTA', // quoted
  doneWithoutAgreement: '9086* ALTA REALIZADA CORRECTAMENTE.CONVENIO COLECTIVO NO ADMITIDO', // quoted
  moreRows: '3251* HAY MAS AFILIADOS A CONSULTAR', // quoted
  lastRows: '3252* NO HAY MAS AFILIADOS A CONSULTAR', // quoted
  afterLastPage: '3145* NO EXISTEN MAS PAGINAS',
  afterLastRow: '3037* NO EXISTEN MAS DATOS',
  noData: '3543* NO EXISTEN DATOS PARA ESTA CONSULTA', // quoted
  severalAccounts: '3710* SELECCIONE UNA CUENTA DE COTIZACION',
  unauthorisedAccount: '3462* CUENTA DE COTIZACION NO AUTORIZADA', // quoted
  unknownWorker: '3820* NUMERO DE AFILIACION INEXISTENTE',
  wrongScheme: '3030* REGIMEN ERRONEO',
  wrongDocument: '2204* IDENTIFICADOR DE PERSONA FISICA ERRONEO',
  alreadyRegistered: '4359* MOVIMIENTO PREVIO ERRONEO - AFILIADO EN ALTA PREVIA', // quoted
  notRegistered: '3010* EL TRABAJADOR NO ESTA EN SITUACION DE ALTA',
  wrongDate: '3053* FECHA REAL ERRONEA',
  missing: '3001* CAMPO OBLIGATORIO',
  syntax: '3066* ERROR DE SINTAXIS EN EL CAMPO',
  wrongValue: '0007* VALOR ERRONEO',
  wrongPrintType: '4879* TIPO DE IMPRESION ERRONEO',
  noSuchMovement: '4113* NO EXISTE EL MOVIMIENTO INDICADO',
} as const;

/** A text of the message line. */
export type Message = (typeof DIL)[keyof typeof DIL];

/** A refusal: the page is shown again with this message, and with the cursor in the wrong field. */
export class Refusal extends Error {
  /** Id of the wrong control; empty if there is none. */
  readonly focus: string;

  constructor(message: Message, focus = '') {
    super(message);
    this.name = 'Refusal';
    this.focus = focus;
  }
}
