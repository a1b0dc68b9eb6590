import type { TLSSocket } from 'node:tls';

/** Who is at the other end of a connection: somebody with a valid certificate, or why not. */
export type Client = { nif: string; organisation?: string } | { nif: undefined; reason: string };

/** Numbers of the holder and of whom it represents, which the subject carries with prefixes that tell their kind. */
export function clientOf(socket: TLSSocket): Client {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return { nif: undefined, reason: 'No se ha presentado certificado digital.' };
  if (!socket.authorized) {
    return {
      nif: undefined,
      reason:
        new Date(certificate.validTo) < new Date()
          ? 'El certificado digital ha caducado.'
          : 'El certificado digital no está emitido por una autoridad reconocida.',
    };
  }
  const nif = /^serialNumber=(?:IDCES-)?(\S+)$/m.exec(certificate.subject)?.[1];
  if (nif === undefined) return { nif, reason: 'El certificado digital no identifica a su titular.' };
  const organisation = /^organizationIdentifier=VATES-(\S+)$/m.exec(certificate.subject)?.[1];
  return { nif, ...(organisation && { organisation }) };
}
