import type { TLSSocket } from 'node:tls';

/** The client of a connection: the holder of a valid certificate, or the reason why there is none. */
export type Client =
  | { nif: string; organisation?: string; fingerprint: string; validTo: Date }
  | { nif: undefined; reason: string };

const EXPIRED = 'El certificado digital ha caducado.';

/**
 * Reads the numbers of the holder and of the represented organisation from the subject of the certificate. Prefixes
 * tell which number is which.
 */
export function clientOf(socket: TLSSocket): Client {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return { nif: undefined, reason: 'No se ha presentado certificado digital.' };
  const validTo = certificate.validToDate;
  if (!socket.authorized) {
    return {
      nif: undefined,
      reason:
        validTo < new Date()
          ? EXPIRED
          : 'El certificado digital no está emitido por una autoridad reconocida.',
    };
  }
  const nif = /^serialNumber=(?:IDCES-)?(\S+)$/m.exec(certificate.subject)?.[1];
  if (nif === undefined) return { nif, reason: 'El certificado digital no identifica a su titular.' };
  const organisation = /^organizationIdentifier=VATES-(\S+)$/m.exec(certificate.subject)?.[1];
  return { nif, validTo, fingerprint: certificate.fingerprint256, ...(organisation && { organisation }) };
}

/** The client at its world's time, which may be ahead of the connection's. */
export const clientAt = (client: Client, now: Date): Client =>
  client.nif !== undefined && client.validTo < now ? { nif: undefined, reason: EXPIRED } : client;
