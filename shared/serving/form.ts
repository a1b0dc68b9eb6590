import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { malformed, tooLarge, unsupportedMedia } from '../errors.ts';

/** A file of a multipart form. */
export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** No form of ours has more parts. */
const MAX_PARTS = 20;

/**
 * Reads a multipart form: texts as strings, files as `UploadedFile`.
 * @param limit largest file in bytes
 * @throws ServiceError 415 when it is no multipart form, 413 when a file is over the limit, 400 when it is broken
 */
export const readForm = (
  body: Buffer,
  contentType: string,
  limit: number,
): Promise<Record<string, unknown>> => {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw unsupportedMedia('multipart/form-data');
  // Room for the other parts and the form's own lines.
  if (body.length > limit + 64 * 1024) throw tooLarge(limit);
  const broken = () => malformed('El formulario multipart no es válido.');
  return new Promise((resolve, reject) => {
    let form: BusboyInstance;
    try {
      form = new Busboy({
        headers: { 'content-type': contentType } as BusboyHeaders,
        limits: { fileSize: limit, fieldSize: 16 * 1024, fields: MAX_PARTS, files: 4, parts: MAX_PARTS },
      });
    } catch {
      reject(broken());
      return;
    }
    const fields: Record<string, unknown> = {};
    form.on('field', (name, value) => {
      fields[name] = value;
    });
    form.on('file', (field, stream, name) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => reject(tooLarge(limit)));
      stream.on('error', () => reject(broken()));
      stream.on('end', () => {
        fields[field] = { name, bytes: Buffer.concat(chunks) } satisfies UploadedFile;
      });
    });
    form.on('partsLimit', () => reject(broken()));
    form.on('error', () => reject(broken()));
    form.on('finish', () => resolve(fields));
    form.end(body);
  });
};
