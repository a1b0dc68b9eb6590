import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { AUTHORITIES, WATCHED } from '../kernel/errors.ts';
import { daysLater, madridDay, slashedDate } from '../kernel/spanish-time.ts';
import { rowParser } from './dynamo/row-parser.ts';

/** The schema of its row. */
export const certificateRow = () =>
  z.object({
    /** 32 hexadecimal digits; see `newCertificateId`. */
    id: z.string(),
    accountId: z.string(),
    /** Client company that owns it; 0 is the account itself. */
    clientId: z.int(),
    /** Common name of the certificate. */
    name: z.string(),
    /** ISO instants. */
    notBefore: z.string(),
    notAfter: z.string(),
    dni: z.string(),
    givenName: z.string(),
    surname: z.string(),
    /** Common name of the issuer, `''` if it has none. */
    issuer: z.string(),
    /** As in the interface. A certificate without type serves for any authority. */
    type: z.int().optional(),
    /** SHA-256 of the certificate, 64 hexadecimal digits. */
    fingerprint: z.string(),
    createdAt: z.string(),
    /**
     * ISO instant at which an authority first accepted the certificate; absent until then. Before, it may be
     * self-issued with any names.
     */
    acceptedAt: z.string().optional(),
    /** The authority that refused it, and the ISO instant: recorded once a day at most. */
    refusedBy: z.enum(AUTHORITIES).optional(),
    refusedAt: z.string().optional(),
    /** At which authorities the schedule looks for notifications with it; absent for none. */
    watches: z.array(z.enum(WATCHED)).optional(),
    /** User at SEPE's services, whose password is kept with the key, and a mark that changes with either of them. */
    sepe: z.object({ user: z.string(), version: z.string() }).optional(),
    /** SHA-256 of its chain, 64 hexadecimal digits: certificates of an owner that have it in common share a secret. */
    chainHash: z.string(),
    /** Name of the secret with its key, where the secret was replaced and the id no longer names it. */
    secretId: z.string().optional(),
  });

/** A stored certificate, without its key. */
export type CertificateRow = z.infer<ReturnType<typeof certificateRow>>;

/** Why a certificate cannot act now, in Spanish, by a clock that may be some days ahead; `undefined` if it can. */
export const validityFault = (
  { notBefore, notAfter }: Pick<CertificateRow, 'notBefore' | 'notAfter'>,
  now: Date,
  daysAhead = 0,
): string | undefined => {
  const [from, until] = [new Date(notBefore), new Date(notAfter)];
  const at = daysLater(now, daysAhead);
  if (until <= at) return `El certificado caducó el ${slashedDate(madridDay(until))}.`;
  return from > at ? `El certificado no es válido hasta el ${slashedDate(madridDay(from))}.` : undefined;
};

const ID_BYTES = 16;
/** At the end of an id: which secret the certificate got when it was stored. */
const SECRET_BYTES = 7;

/** A name of a secret that no other one had: 14 hexadecimal digits. */
export const newSecretId = (): string => randomBytes(SECRET_BYTES).toString('hex');

/**
 * Makes the id of a certificate. It begins with milliseconds, so an owner's certificates sort by upload. It ends
 * with the id of its secret, so the key can be read before the row is known.
 */
export const newCertificateId = (secretId: string, now: Date): string => {
  const id = randomBytes(ID_BYTES);
  id.writeUIntBE(now.getTime(), 0, 6);
  return id.toString('hex', 0, ID_BYTES - SECRET_BYTES) + secretId;
};

/** Name of the secret in which a certificate's key was first stored. */
export const firstSecretOf = (id: string): string => id.slice(-2 * SECRET_BYTES);

/** Name of the secret with a certificate's key, within its account. */
export const secretIdOf = ({ id, secretId }: Pick<CertificateRow, 'id' | 'secretId'>): string =>
  secretId ?? firstSecretOf(id);

/** Reads the row of a certificate. */
export const parseCertificate = rowParser('CertificateRow', 'certificate', certificateRow);
