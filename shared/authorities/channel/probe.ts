import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { codeOf } from './failure.ts';
import { secureOptions, type TlsSettings } from './tls.ts';

/** Milliseconds for TCP and TLS together. */
const PROBE_MS = 10_000;

/** Whether an address answers TLS. */
export interface Probed {
  answers: boolean;
  /** The version, such as `TLSv1.3`, or the code of what went wrong. */
  text: string;
}

/**
 * Connects to an address as the connections to authorities do, but shows no certificate, sends no request, and closes. A
 * server that wants a certificate says so, and has answered.
 * @param origin https
 * @param ca PEM: the only root under which the server's certificate is accepted, if it is given
 * @param tls how TLS with the authority is set up
 */
export const probe = (
  origin: string,
  { ca, tls = {} }: { ca?: string; tls?: TlsSettings } = {},
): Promise<Probed> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const servername = tls.serverName ?? hostname;
    const socket: TLSSocket = connect({
      host: hostname,
      port: Number(port || 443),
      // An IP address is no name in TLS.
      ...(isIP(servername) === 0 && { servername }),
      ...secureOptions(tls, ca),
    });
    const settle = (probed: Probed) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(probed);
    };
    const timer = setTimeout(() => settle({ answers: false, text: 'no answer in time' }), PROBE_MS);
    socket.once('secureConnect', () => settle({ answers: true, text: socket.getProtocol() ?? 'TLS' }));
    socket.once('error', (error) => {
      const code = codeOf(error);
      const wantsCertificate = CERTIFICATE_WANTED.test(code);
      settle({ answers: wantsCertificate, text: wantsCertificate ? 'asks for a certificate' : code });
    });
  });

/** Alerts of a server that got no certificate, or none that it accepts. */
const CERTIFICATE_WANTED =
  /^ERR_SSL_(SSL\/TLS|SSLV3|TLSV1|TLSV13)_ALERT_(HANDSHAKE_FAILURE|BAD_CERTIFICATE|CERTIFICATE_REQUIRED|CERTIFICATE_UNKNOWN)$/;
