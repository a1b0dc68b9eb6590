/** What a failure is to a person: what happened, what to do, and by which number it can be found. */
export interface Problem {
  title: string;
  /** What the gateway or the authority said, and what to do about it. */
  text: string[];
  /** Mistakes by field. */
  fields: [name: string, messages: string[]][];
  /** It may be well again after a while, by itself. */
  passes: boolean;
  /** `X-Request-Id`. */
  reference?: string | undefined;
  /** The trámite that it is about. */
  filingId?: string | undefined;
}

/** What the client throws, as far as it is read here. */
interface Failure {
  name?: string;
  message?: string;
  status?: number;
  errors?: Record<string, string[]>;
  retryAfter?: number;
  requestId?: string;
  filingId?: string;
}

const AUTHORITIES = ['tgss', 'sepe', 'aeat', 'dehu'];

const titleOf = ({ name, status, errors }: Failure): string => {
  if (name === 'UnknownOutcome') return 'No se sabe si se ha presentado';
  if (status === undefined) return 'No hay conexión con el servicio';
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

const adviceOf = ({ name, status, retryAfter }: Failure): string | undefined => {
  if (name === 'UnknownOutcome') return 'No lo envíe otra vez. Está en Hoy, arriba: compruébelo desde allí.';
  if (status === undefined) return 'Compruebe su conexión y vuelva a intentarlo. No se ha cambiado nada.';
  if (status === 401) return 'Inicie sesión otra vez.';
  if (status === 403) return 'Pídaselo a una persona titular de la cuenta.';
  if (retryAfter !== undefined) {
    const minutes = Math.ceil(retryAfter / 60);
    return `Vuelva a intentarlo dentro de ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`;
  }
  if (status >= 500)
    return 'Vuelva a intentarlo más tarde. Si se repite, dé el número de referencia a soporte.';
  return undefined;
};

/** A failure as a person understands it. @param error whatever was thrown */
export const problemOf = (error: unknown): Problem => {
  const failure = (error ?? {}) as Failure;
  const fields = Object.entries(failure.errors ?? {});
  // No answer has no words of the gateway: only those of a program.
  const said =
    failure.status === undefined && failure.name !== 'UnknownOutcome' ? undefined : failure.message;
  return {
    title: titleOf(failure),
    text: [said, adviceOf(failure)].filter((text) => text !== undefined),
    fields: fields.filter(([, messages]) => messages.some((message) => message !== said)),
    passes: failure.status === undefined || failure.status === 429 || failure.status >= 500,
    reference: failure.requestId,
    filingId: failure.filingId,
  };
};
