import * as z from 'zod';

/** A document as an authority gave it. */
export interface Document {
  contentType: string;
  /** File name with extension; never holds personal identifiers. */
  name: string;
  bytes: Uint8Array;
}

/** A document as it travels inside `data`. */
export const fileObject = z
  .object({
    contentType: z.string().meta({ description: 'Tipo MIME, por ejemplo application/pdf.' }),
    name: z.string().meta({ description: 'Nombre del fichero.' }),
    content: z.string().meta({ description: 'Contenido en base64.' }),
  })
  .meta({ id: 'File', description: 'Documento devuelto por el organismo.' });

export type FileObject = z.output<typeof fileObject>;

/** The travelling form of a document. */
export const toFileObject = (document: Document): FileObject => ({
  contentType: document.contentType,
  name: document.name,
  content: Buffer.from(document.bytes).toString('base64'),
});
