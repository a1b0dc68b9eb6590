import type { Answer } from './channel.ts';

/**
 * Why no TLS connection is possible until a setting, here or at the authority, changes.
 * - `chain`: its certificate leads to no trusted root, because an intermediate one is missing or the root is
 *   another.
 * - `name`: its certificate is for another name. - `protocol`: there is no common version. - `renegotiation`: it
 *   asks for the caller's certificate in an unsupported way, or its renegotiation is not secure.
 */
export type TlsFault = 'chain' | 'name' | 'protocol' | 'renegotiation';

/**
 * Code of the answer of a server that wanted a certificate for this address only and cannot ask for it. Under TLS
 * 1.3 this needs post-handshake authentication, which Node does not support; under TLS 1.2 the server renegotiates.
 */
export const NO_LATE_CERTIFICATE = 'POST_HANDSHAKE_AUTHENTICATION';

const FAULTS: [TlsFault, RegExp][] = [
  [
    'chain',
    /^(?:UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/,
  ],
  ['name', /^(?:ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_.*UNRECOGNIZED_NAME)$/],
  [
    'protocol',
    /^ERR_SSL_(?:UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION|NO_PROTOCOLS_AVAILABLE|.*ALERT_PROTOCOL_VERSION)$/,
  ],
  ['renegotiation', /^(?:ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED|ERR_SSL_.*NO_RENEGOTIATION)$/],
];

/** The fault that the code of an error means; `undefined` for any other code. */
export const tlsFaultOf = (code: string): TlsFault | undefined =>
  code === NO_LATE_CERTIFICATE ? 'renegotiation' : FAULTS.find(([, codes]) => codes.test(code))?.[0];

/** Whether a server says in an answer that it cannot ask for the certificate, in the words of Apache. */
export const lacksLateCertificate = ({ status, body }: Pick<Answer, 'status' | 'body'>): boolean =>
  status === 403 && Buffer.from(body).includes('Cannot perform Post-Handshake Authentication');

/**
 * How a request fails.
 * - `unreachable`: no connection. - `silent`: a connection, and no complete answer. - `garbled`: an answer that is not
 * HTTP, or too large. - `certificate`: the authority's TLS rejected the caller's certificate, or OpenSSL did.
 */
export type FailureKind = 'unreachable' | 'silent' | 'garbled' | 'certificate';

/**
 * A request without a readable answer. It keeps no cause: errors of the connection carry bytes of the answer, which
 * may name persons.
 */
export class ChannelFailure extends Error {
  readonly kind: FailureKind;
  /** False: no byte of the request was sent. True: the authority may have processed it. */
  readonly sent: boolean;
  /**
   * Whether the error shows a failing authority. False if the caller's own certificate may be the cause, which says
   * nothing about other callers, or if there was too little time.
   */
  readonly authorityAtFault: boolean;
  /** The fault of TLS that must be corrected, where it is the cause. */
  readonly tls: TlsFault | undefined;

  /** @param facts `code` is the code of the underlying error, for the log */
  constructor(kind: FailureKind, facts: { sent: boolean; authorityAtFault: boolean; code: string }) {
    super(`${kind} (${facts.code})`);
    this.name = 'ChannelFailure';
    this.kind = kind;
    this.sent = facts.sent;
    this.authorityAtFault = facts.authorityAtFault;
    this.tls = tlsFaultOf(facts.code);
  }
}

/** The certificate cannot sign a request in the way that its service asks for. Nothing was sent. */
export class CannotSign extends ChannelFailure {
  constructor() {
    super('certificate', { sent: false, authorityAtFault: false, code: 'cannot sign' });
  }
}

/** A request that commits was not let through, because the record of its filing could not be written. Nothing was sent. */
export class CommitForbidden extends ChannelFailure {
  /** The error to throw instead. */
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('silent', { sent: false, authorityAtFault: false, code: 'not written down' });
    this.reason = reason;
  }
}

/** The state of a connection when it fails. */
interface ConnectionState {
  sent: boolean;
  /** The first error of the connection, if any: a TLS alert comes before the connection ends. */
  firstError: unknown;
  /** The authority has answered this certificate before, so that it accepts it. */
  certificateAccepted: boolean;
}

/**
 * TLS alerts about the certificate that we showed (RFC 8446, 6.2), as OpenSSL names them. Under TLS 1.3 they arrive
 * after the request was written.
 */
const ABOUT_OUR_CERTIFICATE =
  /ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED)$/;

/** An answer came that is not HTTP, or larger than the limit. */
const GARBLED =
  /^(?:HPE_\w+|HTTPParserError|UND_ERR_(?:RES_EXCEEDED_MAX_SIZE|HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH))$/;

/** The connection was cut, in the handshake or later, without an alert about certificates. */
const CUT = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_SSL_.*ALERT_.*)$/;

/**
 * Classifies an error of the connection.
 *
 * Some servers cut the connection to reject a certificate. So a cut counts as a failing authority only if the
 * authority has answered that certificate before. Refused connections, names that do not resolve, invalid server
 * certificates and time-outs always count.
 */
export const failureOf = (
  error: unknown,
  { sent, firstError, certificateAccepted }: ConnectionState,
): ChannelFailure => {
  const last = codeOf(error);
  const code = CUT.test(last) && firstError ? codeOf(firstError) : last;
  if (ABOUT_OUR_CERTIFICATE.test(code)) {
    return new ChannelFailure('certificate', { sent, authorityAtFault: false, code });
  }
  if (GARBLED.test(code)) return new ChannelFailure('garbled', { sent, authorityAtFault: false, code });
  const authorityAtFault = certificateAccepted || !CUT.test(code);
  return new ChannelFailure(sent ? 'silent' : 'unreachable', { sent, authorityAtFault, code });
};

/** The code of an error, or its name where it has none. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
