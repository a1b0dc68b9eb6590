import * as z from 'zod';
import { AUTHORITIES, WATCHED } from '../kernel/errors.ts';
import { daysLater, madridDay, slashedDate } from '../kernel/spanish-time.ts';
import { rowParser } from './dynamo/row-parser.ts';

/** The schema of its row. */
export const certificateRow = () =>
  z.object({
    /** 32 hexadecimal digits. */
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
     * ISO instant at which an authority accepted it for the first time; absent until then. Before that it may be one that
     * anybody issued, with any names.
     */
    acceptedAt: z.string().optional(),
    /** Which authority did not admit it, and when, ISO instant: noted once a day at most. */
    refusedBy: z.enum(AUTHORITIES).optional(),
    refusedAt: z.string().optional(),
    /** At which authorities the schedule looks for notifications with it; absent for none. */
    watches: z.array(z.enum(WATCHED)).optional(),
    /** User at SEPE's services, whose password is kept with the key, and a mark that changes with either of them. */
    sepe: z.object({ user: z.string(), version: z.string() }).optional(),
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

/** Reads the row of a certificate. */
export const parseCertificate = rowParser('CertificateRow', 'certificate', certificateRow);
