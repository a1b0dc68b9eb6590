import type { Answer } from './answer.ts';

/**
 * Why TLS does not come about, where a setting or the authority's own must be changed.
 * - `chain`: its certificate leads to no root that is known, because one in between is not sent or the root is another.
 * - `name`: its certificate is of another name. - `protocol`: both have no version in common. - `renegotiation`: it asks
 * for the caller's certificate in a way that is not possible, or its renegotiation is not safe.
 */
export type TlsFault = 'chain' | 'name' | 'protocol' | 'renegotiation';

/**
 * The code of an answer by which a server says that it wanted a certificate for this address only, and that it cannot ask
 * for it: under TLS 1.3 this needs a handshake after the handshake, which Node does not do. Under TLS 1.2 it renegotiates.
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
