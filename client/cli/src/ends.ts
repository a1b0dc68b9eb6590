import { PasarelaError, UnknownOutcome } from '../../src/errors.ts';
import { NotSent } from '../../src/unsent.ts';

/** Exit codes, by which programs know the outcome. */
export const EXIT = {
  done: 0,
  failed: 1,
  misuse: 2,
  refused: 3,
  unknown: 4,
  notSent: 5,
  underWay: 6,
  inPart: 7,
  notReached: 8,
} as const;

/** An exit code. */
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** What each exit code means, in Spanish. */
export const MEANINGS: Record<Exit, string> = {
  0: 'Hecho. Si la orden presenta algo y no lleva --file: el simulacro fue bien.',
  1: 'Fallo del propio programa, antes de enviar nada que se presente.',
  2: 'La orden está mal escrita. No se ha enviado nada.',
  3: 'Rechazado: por el organismo o por los datos. No se ha presentado nada (de un lote, no todo).',
  4: 'DESCONOCIDO: puede haberse presentado. No lo repita: ejecute la comprobación que se indica.',
  5: 'No hecho: sin sesión, sin permiso, límites, organismo caído o sin confirmar. Esta orden no ha presentado nada.',
  6: 'Sigue en curso en el servicio.',
  7: 'Hecho, pero no del todo: un documento que no se ha guardado, o una parte que no se aceptó o un resultado que no se ha podido escribir.',
  8: 'No enviado: la petición no ha llegado a salir (sin conexión, certificado del servidor, cabecera).',
};

/** The command is written wrongly; nothing was sent. */
export class Misuse extends Error {}

/** Ends the command with an exit code and a message. */
export class End extends Error {
  readonly exit: Exit;

  constructor(exit: Exit, message = '') {
    super(message);
    this.exit = exit;
  }
}

/**
 * The exit code after a failed request.
 * @param changes whether the request could change something; if so, a lost answer means an unknown outcome
 */
export const exitOf = (error: unknown, { changes }: { changes: boolean }): Exit => {
  if (error instanceof UnknownOutcome) return EXIT.unknown;
  if (error instanceof NotSent) return EXIT.notReached;
  if (!(error instanceof PasarelaError)) return EXIT.failed;
  const { status } = error;
  // The gateway itself reports unknown outcomes; a proxy in front of it may have lost the answer.
  if (status === undefined || status === 502) return changes ? EXIT.unknown : EXIT.notSent;
  if (status === 422) return EXIT.refused;
  return EXIT.notSent;
};

/** The member `outcome` of the JSON, by exit code. */
export const OUTCOMES: Record<Exit, string> = {
  0: 'done',
  1: 'failed',
  2: 'misuse',
  3: 'refused',
  4: 'unknown',
  5: 'notSent',
  6: 'underWay',
  7: 'inPart',
  8: 'notReached',
};
