import { createHash } from 'node:crypto';
import * as z from 'zod';

/** A document from an authority. */
export interface Document {
  contentType: string;
  /** File name with extension, without personal identifiers. */
  name: string;
  bytes: Uint8Array;
}

/** A document inside `data` of an answer. */
export const fileObject = z
  .object({
    contentType: z.string().meta({ description: 'Tipo MIME, por ejemplo application/pdf.' }),
    name: z.string().meta({ description: 'Nombre del fichero.' }),
    content: z
      .string()
      .meta({ description: 'Contenido en base64; vacío si el documento no cabe en la respuesta.' }),
    size: z
      .int()
      .optional()
      .meta({ description: 'Tamaño en bytes; solo si el documento no cabe en la respuesta.' }),
    url: z
      .string()
      .optional()
      .meta({
        description:
          'Dirección de la que se descarga con GET, sin token, durante 15 minutos; solo si el documento no cabe en la ' +
          'respuesta. Es secreta: quien la tiene puede descargarlo.',
      }),
  })
  .meta({ id: 'File', description: 'Documento devuelto por el organismo.' });

export type FileObject = z.output<typeof fileObject>;

/** A document in the form of `data`. */
export const toFileObject = (document: Document): FileObject => ({
  contentType: document.contentType,
  name: document.name,
  content: Buffer.from(document.bytes).toString('base64'),
});

/** SHA-256 of bytes, in hexadecimal digits. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
