import { madridDay, showDay, showHour } from './days.ts';
import { inPlainWords } from './words.ts';

/** A failure, explained to a person: what happened, what to do, and the number by which support can find it. */
export interface Problem {
  title: string;
  /** The messages of the gateway or the authority, and advice. */
  text: string[];
  /** Mistakes by field. */
  fields: [name: string, messages: string[]][];
  /** All fields with mistakes, including mistakes that the text repeats. */
  paths: string[];
  /** Whether it is temporary. */
  passes: boolean;
  /** `X-Request-Id`. */
  reference?: string | undefined;
  /** The trámite that the failure is about. */
  filingId?: string | undefined;
  /** The trámite with which the same was accepted before. */
  repeated?: string | undefined;
  /** Whether it is a bug in these pages, not a failure of the gateway or a mistake of the person. */
  isOwn: boolean;
  /** Whether the person must switch on the second factor first. */
  needsSecondFactor?: boolean;
}

/** The properties of an error of the client that are read here. */
interface Failure {
  name?: string;
  message?: string;
  status?: number;
  errors?: Record<string, string[]>;
  retryAfter?: number;
  requestId?: string;
  filingId?: string;
  repeated?: string;
}

const AUTHORITIES = ['tgss', 'sepe', 'aeat', 'dehu'];

/** The message of a failure; of a refusal after an equal act was accepted, the authority's alone, because pages link to that act. */
const messageOf = ({ message, errors, repeated }: Failure): string | undefined => {
  const ofAuthority = AUTHORITIES.flatMap((authority) => errors?.[authority] ?? []);
  return repeated && ofAuthority.length > 0 ? ofAuthority.join(' ') : message;
};

/** Recognises the gateway's 403 for an account that demands a second factor. Only the text of the message tells it apart. */
const isSecondFactorDue = ({ status, message = '' }: Failure): boolean =>
  status === 403 && message.includes('/auth/second-factor');

/** Whether the gateway did not answer. Any other error without a status is a bug in these pages. */
const isUnanswered = ({ name, status }: Failure): boolean =>
  status === undefined && ['PasarelaError', 'NoAnswer', 'UnknownOutcome'].includes(name ?? '');

const titleOf = (failure: Failure): string => {
  const { name, status, errors } = failure;
  if (name === 'UnknownOutcome') return 'No se sabe si se ha presentado';
  if (isUnanswered(failure)) return 'No hay conexión con el servicio';
  if (status === undefined) return 'El panel ha fallado';
  if (isSecondFactorDue(failure)) return 'Falta su segundo factor';
  if (status === 422 && AUTHORITIES.some((authority) => errors?.[authority]))
    return 'El organismo lo rechaza';
  const byStatus: Record<number, string> = {
    401: 'La sesión ha terminado',
    403: 'No tiene permiso',
    404: 'No existe',
    409: 'Ahora no se puede',
    422: 'Hay datos que corregir',
    429: 'Demasiadas peticiones',
    503: 'No está disponible ahora',
  };
  return byStatus[status] ?? 'El servicio no ha podido hacerlo';
};

const adviceOf = (failure: Failure, mayChange: boolean): string | undefined => {
  const { name, status, retryAfter } = failure;
  if (name === 'UnknownOutcome') return 'No lo envíe otra vez: compruébelo antes.';
  const isLost = isUnanswered(failure);
  if (isLost && !mayChange)
    return 'Compruebe su conexión y vuelva a intentarlo. No se ha cambiado ni presentado nada.';
  if (isLost) return 'No se sabe si ha llegado: compruebe su conexión y vuelva a mirar antes de repetirlo.';
  if (status === undefined)
    return `Es un error de esta página, no suyo.${mayChange ? ' Vuelva a mirar si se hizo antes de repetirlo.' : ''} Si se repite, cuente a soporte qué hacía.`;
  if (status === 401) return 'Inicie sesión otra vez.';
  if (isSecondFactorDue(failure))
    return 'La cuenta exige entrar también con el código de una aplicación: actívelo y vuelva aquí.';
  if (status === 403) return 'Pídaselo a una persona titular de la cuenta.';
  if (retryAfter !== undefined) {
    const minutes = Math.ceil(retryAfter / 60);
    // For a long wait, the time of day is clearer than a number of minutes.
    if (minutes > 90) {
      const now = Date.now();
      const [today, then] = [new Date(now), new Date(now + retryAfter * 1000)];
      const day = madridDay(then) === madridDay(today) ? '' : `el ${showDay(madridDay(then))} `;
      return `Vuelva a intentarlo ${day}a las ${showHour(then)}.`;
    }
    return `Vuelva a intentarlo dentro de ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`;
  }
  if (status >= 500)
    return 'Vuelva a intentarlo más tarde. Si se repite, dé el número de referencia a soporte.';
  return undefined;
};

/** The messages of a field without its name in front: a program shows only the message, but a page shows it next to the field. */
export const withoutName = (name: string, messages: readonly string[]): string[] =>
  messages.map((message) => (message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message));

/** The fields of a form, by their paths in the request. */
export type Paths<Field extends string = string> = Readonly<Record<string, Field>>;

/** The mistakes in the fields of a form. @param error whatever was thrown */
export const mistakesOf = <Field extends string>(
  error: unknown,
  paths: Paths<Field>,
): Partial<Record<Field, string[]>> => {
  const { errors = {} } = (error ?? {}) as Failure;
  const mistakes = Object.entries(errors).flatMap(([path, messages]) => {
    const field = paths[path];
    return field ? [[field, withoutName(path, messages).map(inPlainWords)] as const] : [];
  });
  return Object.fromEntries(mistakes) as Partial<Record<Field, string[]>>;
};

/** A problem without the mistakes that are shown at the fields of its form. */
export const withoutMistakes = (problem: Problem, paths: Paths): Problem => {
  const at = problem.paths.filter((path) => path in paths);
  if (at.length === 0) return problem;
  const fields = problem.fields.filter(([path]) => !(path in paths));
  return { ...problem, text: ['Corrija lo que está marcado.'], fields };
};

/**
 * Explains a failure to a person.
 * @param error whatever was thrown
 * @param mayChange whether the failed action may have changed or filed something
 */
export const problemOf = (error: unknown, mayChange: boolean): Problem => {
  const failure = (error ?? {}) as Failure;
  const fields = Object.entries(failure.errors ?? {});
  const needsSecondFactor = isSecondFactorDue(failure);
  // Without an answer there are no messages of the gateway, only the client's own; those, and the messages about the second
  // factor, are written for programs.
  const isForPeople = failure.status !== undefined && !needsSecondFactor;
  const message = messageOf(failure);
  const shown = isForPeople && message ? inPlainWords(message) : undefined;
  return {
    title: titleOf(failure),
    text: [shown, adviceOf(failure, mayChange)].filter((text) => text !== undefined),
    fields: fields
      .map(([name, messages]): [string, string[]] => [name, messages.map(inPlainWords)])
      .filter(([, messages]) => messages.some((message) => message !== shown))
      .map(([name, messages]): [string, string[]] => [name, withoutName(name, messages)]),
    paths: fields.map(([name]) => name),
    passes: failure.status === undefined || failure.status === 429 || failure.status >= 500,
    reference: failure.requestId,
    filingId: failure.filingId,
    repeated: failure.repeated,
    isOwn: failure.status === undefined && !isUnanswered(failure),
    ...(needsSecondFactor && { needsSecondFactor }),
  };
};
