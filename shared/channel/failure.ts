/**
 * How an exchange of bytes fails.
 * - `unreachable`: no connection. - `silent`: a connection, and no whole answer. - `garbled`: an answer that is not
 * HTTP, or too large. - `certificate`: the authority's TLS turned the caller's certificate away, or OpenSSL did.
 */
export type FailureKind = 'unreachable' | 'silent' | 'garbled' | 'certificate';

/**
 * A request that got no answer which can be read. It keeps no cause: errors of the connection carry bytes of the answer,
 * which may name persons.
 */
export class ChannelFailure extends Error {
  readonly kind: FailureKind;
  /** False: certainly not a byte of the request left. True: the authority may have processed it. */
  readonly sent: boolean;
  /**
   * True when it tells that the authority is failing. False when the caller's own certificate may be the cause, which
   * says nothing about how others would fare.
   */
  readonly ofAuthority: boolean;

  /** @param facts `code` of the error beneath, for the log */
  constructor(kind: FailureKind, facts: { sent: boolean; ofAuthority: boolean; code: string }) {
    super(`${kind} (${facts.code})`);
    this.name = 'ChannelFailure';
    this.kind = kind;
    this.sent = facts.sent;
    this.ofAuthority = facts.ofAuthority;
  }
}

/** What is known of a connection when it fails. */
interface Circumstances {
  sent: boolean;
  /** What the connection failed with before `error`, if anything: a TLS alert comes before the end. */
  firstError: unknown;
  /** The authority has answered this certificate before. */
  proven: boolean;
}

/**
 * TLS alerts about the certificate that we showed (RFC 8446, 6.2), as OpenSSL names them. Under TLS 1.3 they arrive
 * after the request was written.
 */
const ABOUT_OUR_CERTIFICATE =
  /ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED)$/;

/** An answer came and it is no HTTP, or larger than we take. */
const GARBLED =
  /^(?:HPE_\w+|HTTPParserError|UND_ERR_(?:RES_EXCEEDED_MAX_SIZE|HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH))$/;

/** The connection was cut, in the handshake or later, with an alert that says nothing of certificates or with none. */
const CUT = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_SSL_.*ALERT_.*)$/;

/**
 * What an error of the connection means.
 *
 * Some servers cut the connection instead of saying that a certificate is not accepted; so a cut tells about the
 * authority only once it has answered that certificate. Refusals to connect, names that do not resolve, certificates
 * of the server that do not verify and time-outs always do.
 */
export const failureOf = (error: unknown, { sent, firstError, proven }: Circumstances): ChannelFailure => {
  const last = codeOf(error);
  const code = CUT.test(last) && firstError ? codeOf(firstError) : last;
  if (ABOUT_OUR_CERTIFICATE.test(code)) {
    return new ChannelFailure('certificate', { sent, ofAuthority: false, code });
  }
  if (GARBLED.test(code)) return new ChannelFailure('garbled', { sent, ofAuthority: false, code });
  const ofAuthority = proven || !CUT.test(code);
  return new ChannelFailure(sent ? 'silent' : 'unreachable', { sent, ofAuthority, code });
};

/** The code of an error, or its name where it has none. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
