import { type Failure, PasarelaError } from './errors.ts';

/**
 * Why a request never left, in words for a person; `{where}` is the server, and for `header` the header's name. The Python
 * client has this list, too: `client/build/python.ts` writes it there.
 */
export const UNSENT = {
  refused: 'no hay quien escuche en {where}',
  name: 'no se encuentra ningún servidor {where}',
  route: 'no hay camino de red hasta {where}',
  slow: '{where} no contesta al abrir la conexión',
  untrusted: 'el certificado de {where} no es de confianza',
  proxy: 'el proxy no deja llegar a {where}',
  connect: 'no se ha podido abrir una conexión con {where}',
  request: 'la petición {where} no se puede escribir',
  header: 'la cabecera {where} no se puede escribir: tiene un salto de línea u otro signo que no se admite',
};

/** What is added to the words where a variable, `{name}`, names a proxy. */
export const PROXY_NOTE =
  'Está definida {name}: puede que falle ese proxy, o que haga falta y el programa no lo use.';

/** Why a request never left. */
export type Unsent = keyof typeof UNSENT;

/** Reasons that no proxy has to do with. */
const NEEDS_NO_NETWORK: Unsent[] = ['header', 'request'];

/** Reasons that no waiting changes. */
const LASTING: Unsent[] = ['untrusted', 'header', 'request'];

/** The request never left this machine, so nothing can have been filed. It may be sent again, with the same key. */
export class NotSent extends PasarelaError {
  override name = 'NotSent';
  readonly reason: Unsent;

  constructor(reason: Unsent, where: string, more: Partial<Failure> = {}) {
    const { env = {} } = (globalThis as { process?: { env?: Record<string, string> } }).process ?? {};
    const [proxy] = Object.entries(env).find(([name, value]) => value && /^https?_proxy$/i.test(name)) ?? [];
    const note = proxy && !NEEDS_NO_NETWORK.includes(reason) ? ` ${PROXY_NOTE.replace('{name}', proxy)}` : '';
    super({ ...more, message: `No se ha enviado: ${UNSENT[reason].replace('{where}', where)}.${note}` });
    this.reason = reason;
  }
}

/**
 * Seconds after which to retry a temporary error, if the error says so.
 * @throws the error if it is not temporary
 */
export const passing = (error: unknown): number | undefined => {
  if (!(error instanceof PasarelaError)) throw error;
  if (error instanceof NotSent && LASTING.includes(error.reason)) throw error;
  const { status = 500, retryAfter } = error;
  if (status !== 429 && status < 500) throw error;
  return retryAfter;
};

/**
 * Errors of Node that prove that nothing was sent: the system call or undici's prefix, with the code. Without the system call a
 * code proves nothing, because a connection that was open can end with it, too.
 */
const PROOFS: [Unsent, RegExp][] = [
  ['refused', /^connect ECONNREFUSED$/],
  ['name', /^getaddrinfo E(?:NOTFOUND|AI_\w+)$/],
  ['route', /^connect E(?:(?:NET|HOST)(?:UNREACH|DOWN)|ADDRNOTAVAIL)$/],
  ['slow', /^(?:connect ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/],
  // A certificate is verified before the request is written.
  [
    'untrusted',
    /^(?:CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_TLS_CERT|HOSTNAME|INVALID_(?:CA|PURPOSE))(?:_|$)/,
  ],
];

/** Messages of Node that prove the same, of errors whose code says less. */
const MESSAGES: [Unsent, RegExp][] = [
  ['proxy', /^Proxy response \(\d+\) !== 200 when HTTP Tunneling$/],
  [
    'connect',
    /^(?:bad port|Client network socket disconnected before secure TLS connection was established)$/,
  ],
];

/** An error of Node, as far as it is read here. */
export interface SystemError {
  code?: string | number;
  message?: string;
  syscall?: string;
  /** Of a server with several addresses, the error of each. */
  errors?: SystemError[];
  cause?: SystemError;
}

/**
 * Why a request never left, if an error proves that it did not. Browsers do not say.
 * @param error the `cause` of the error of `fetch`
 */
export const unsentBy = (error?: SystemError): Unsent | undefined => {
  // Left out of a bundle for browsers.
  if ((globalThis as { process?: unknown }).process === undefined) return undefined;
  const { code = '', message = '', syscall, errors = [], cause } = error ?? {};
  if (errors.length > 0) {
    const reasons = errors.map(unsentBy);
    return reasons.includes(undefined) ? undefined : reasons[0];
  }
  const proved = (proofs: [Unsent, RegExp][], text: string) =>
    proofs.find(([, proof]) => proof.test(text))?.[0];
  const called = syscall ? `${syscall} ${code}` : String(code);
  return proved(PROOFS, called) ?? proved(MESSAGES, cause?.message ?? message);
};

/**
 * Whether the platform sends each request at most once. A dispatcher that a program installed may send again by itself, and
 * then the last error proves nothing about the first attempt.
 */
export const sendsOnce = (): boolean => {
  const [first, second] = [1, 2].map(
    (version) =>
      (globalThis as Record<symbol, unknown>)[Symbol.for(`undici.globalDispatcher.${version}`)] as
        | { dispatch: unknown; constructor: { name: string } }
        | undefined,
  );
  // Since its version 8 undici has a dispatcher of its own, which it wraps for Node.
  const dispatcher = first?.constructor.name === 'Dispatcher1Wrapper' ? second : first;
  return (
    dispatcher === undefined ||
    (/^(?:EnvHttpProxy)?Agent$/.test(dispatcher.constructor.name) &&
      // `compose` replaces this function, and keeps the class.
      dispatcher.dispatch === Object.getPrototypeOf(dispatcher).dispatch)
  );
};

/** Headers of a request; those without a value are left out. @throws NotSent that names the one that cannot be written */
export const headersOf = (values: Record<string, string | undefined>): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined)
      try {
        headers.set(name, value);
      } catch {
        // The platform's own message has the value, which may be a secret.
        throw new NotSent('header', name);
      }
  return headers;
};
