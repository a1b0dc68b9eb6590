import type { Document } from '../../document.ts';
import { type Script, Unreadable } from '../exchange.ts';
import { heedStatus } from './portal.ts';
import { type Sign, signOf } from './sign.ts';

/** A certificate that was issued. */
export interface Certificate {
  document: Document;
  /** Where the document says it. */
  sign?: Sign;
}

/** The code under which the portal keeps a document, from what it wrote about it. */
export const csvOf = (source: string): string | undefined =>
  /CSV=([A-Z0-9]{16})(?![A-Z0-9])/.exec(source)?.[1];

/** Gets a certificate by its code, under a name that says what it is, and not whose. */
export function* fetchCertificate(csv: string, name: string): Script<Certificate> {
  const { body } = heedStatus(
    yield { method: 'GET', path: `/wlpl/KATA-APLI/cotejo/CotejoDocIdSv?CSV=${csv}` },
  );
  if (Buffer.from(body.subarray(0, 4)).toString('latin1') !== '%PDF') throw new Unreadable('no document');
  const sign = signOf(body);
  const document = { contentType: 'application/pdf', name: `${name}.pdf`, bytes: body };
  return { document, ...(sign && { sign }) };
}
