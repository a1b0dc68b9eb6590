import type { BusboyHeaders, BusboyInstance } from '@fastify/busboy';
import { malformed, tooLarge, unsupportedMedia } from '../../kernel/errors.ts';

/** A file of a multipart form. */
export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** Replacement character for bytes that are not UTF-8, even if API Gateway has decoded them. */
const LOST = '\ufffd';

/**
 * The text of a body. @throws ServiceError 400 if it is not UTF-8, because a text with lost characters must not be
 * filed
 */
export const utf8 = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  if (text.includes(LOST)) throw malformed('El cuerpo de la petición no es UTF-8 válido.');
  return text.replace(/^\ufeff/, '');
};

/** More parts than any form of this service has. */
const MAX_PARTS = 20;

/**
 * Reads a multipart form: texts as strings, files as `UploadedFile`.
 * @param limit largest file in bytes
 * @throws ServiceError 415 when it is no multipart form, 413 when a file is over the limit, 400 when it is broken
 */
export const readForm = async (
  body: Buffer,
  contentType: string,
  limit: number,
): Promise<Record<string, unknown>> => {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw unsupportedMedia('multipart/form-data');
  // Room for the other parts and the form's own lines.
  if (body.length > limit + 64 * 1024) throw tooLarge(limit);
  // Loaded at first use: one operation takes a form.
  const { Busboy } = await import('./busboy.ts');
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
    const fields = new Map<string, unknown>();
    form.on('field', (name, value) => {
      if (value.includes(LOST))
        reject(malformed('Una parte del formulario no es texto UTF-8; si es un fichero, le falta filename.'));
      fields.set(name, value);
    });
    form.on('file', (field, stream, name) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => reject(tooLarge(limit)));
      stream.on('error', () => reject(broken()));
      stream.on('end', () => {
        fields.set(field, { name, bytes: Buffer.concat(chunks) } satisfies UploadedFile);
      });
    });
    form.on('partsLimit', () => reject(broken()));
    form.on('error', () => reject(broken()));
    form.on('finish', () => resolve(Object.fromEntries(fields)));
    form.end(body);
  });
};
