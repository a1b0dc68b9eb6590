import { createHash } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';
import * as z from 'zod';
import { fileObject } from '../../../shared/kernel/document.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import { exampleFiling } from './fields.ts';

/** Any instant that a zip can hold, always the same; the manifest has the times that count. */
const ZIP_TIME = new Date(2000, 0, 1);

/**
 * One zip of several files, uncompressed. The same files always give the same bytes, so that the hashes of two zips can be
 * compared, even years apart.
 * @returns the zip and its SHA-256, 64 hexadecimal digits
 */
const zipOf = (files: { name: string; bytes: Uint8Array }[]): { zip: Uint8Array; sha256: string } => {
  const entries: Zippable = Object.fromEntries(
    files.map(({ name, bytes }) => [name, [bytes, { level: 0, mtime: ZIP_TIME }]]),
  );
  const zip = zipSync(entries);
  return { zip, sha256: createHash('sha256').update(zip).digest('hex') };
};

/** The evidence of a filing. */
export const evidenceResource = z.object({
  file: fileObject,
  sha256: z.string().meta({ description: 'SHA-256 del zip, en hexadecimal.' }),
  timestamp: z.enum(['none', 'pending', 'included']).meta({
    description:
      'Sello de tiempo (RFC 3161) de manifest.json: included (está en el zip, y lo verifica openssl ts -verify -data ' +
      'manifest.json -in manifest.json.tsr -CAfile con la raíz de quien sella), pending (se está pidiendo; con él el zip ' +
      'será otro) o none (este servicio no lo pidió). Donde el manifiesto tiene withheld, el sello es del completo: -digest con ' +
      'su sha256, en lugar de -data.',
  }),
});

export const exampleEvidence: z.output<typeof evidenceResource> = {
  file: {
    contentType: 'application/zip',
    name: `evidencias-${exampleFiling.id}.zip`,
    content: 'UEsDBBQAAAAAAAAAISg…',
  },
  sha256: '3f0a1c9f4ed0b1d1f5f0c6f9b7f4f6a7d1a6b1f0c2e8a9d3b4c5d6e7f8091a2b',
  timestamp: 'none',
};

/** @throws ServiceError 404 where there is none, or not yet */
export const evidenceOf = async (
  { filings, keep }: Ports,
  filing: Filing,
): Promise<z.output<typeof evidenceResource>> => {
  const files = await filings.evidence(filing);
  if (!files)
    throw notFound(
      filing.evidenceDue
        ? 'Las evidencias de este trámite aún no se han guardado; vuelva a pedirlas en unos minutos.'
        : 'No se conservan evidencias de este trámite.',
    );
  const { zip, sha256 } = zipOf(files);
  const document = { name: `evidencias-${filing.id}.zip`, contentType: 'application/zip', bytes: zip };
  const isStamped = files.some(({ name }) => name.endsWith('.tsr'));
  const timestamp = isStamped ? 'included' : filing.stampDue ? 'pending' : 'none';
  return { file: await keep(document), sha256, timestamp };
};
