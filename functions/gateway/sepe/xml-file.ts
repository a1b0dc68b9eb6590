import * as z from 'zod';
import {
  DocumentFault,
  readUploaded,
  type Uploaded,
  type UploadedDocument,
  wrongNameIn,
} from '../../../shared/authorities/sepe/documents/uploaded-document.ts';
import { tooLarge } from '../../../shared/kernel/errors.ts';
import { integer, text } from '../../../shared/kernel/fields.ts';

/** Largest document, in bytes. */
const MAX_FILE = 1024 * 1024;
/** The request has it in base64, in which some programs escape each slash. */
const MAX_BODY = 1.5 * MAX_FILE;

/** Members that all operations with an uploaded file share. */
export const OF_XML = {
  method: 'POST',
  authority: 'sepe',
  dryRun: 'not-offered',
  commitsFirst: true,
  // However it is encoded and laid out.
  content: ({ file }: { file: UploadedDocument }) =>
    file.text.replace(/^<\?xml[^>]*\?>\s*/, '').replace(/>\s+</g, '><'),
  rate: 'write',
  standing: 'document',
  maxFile: MAX_FILE,
  maxBody: MAX_BODY,
  missingFields: {
    account: 'A file may have communications of several accounts.',
    worker: 'A file may have several workers.',
    date: 'A file may have several dates.',
  },
} as const;

const DATA_URL = /^data:(?:application|text)\/xml(?:;[\w-]+=[\w-]+)*;base64,/i;

/**
 * The uploaded file of the XML operations. The result is a document that can be filed.
 * @throws ServiceError 413, when it reads a file of more than 1 MiB
 */
export const xmlFile = (what: Uploaded) =>
  z
    .object({
      content: z
        .string({ error: 'Debe ser un texto.' })
        // It is thrown, since no other error of the request comes before it.
        .refine((content) => {
          if (Buffer.byteLength(content.replace(DATA_URL, ''), 'base64') > MAX_FILE) throw tooLarge(MAX_FILE);
          return true;
        })
        .max(MAX_BODY)
        .regex(DATA_URL, { error: 'Debe ser una data URL: data:application/xml;base64,…' })
        .meta({ description: 'Contenido, como data URL en base64.' }),
      contentType: z
        .literal('application/xml', { error: 'Debe ser application/xml.' })
        .meta({ description: 'Siempre application/xml.' }),
      name: text(255, 'Nombre del fichero.'),
      size: integer('Tamaño del fichero en bytes; máximo 1 MiB.', MAX_FILE),
    })
    .transform((file, context): UploadedDocument => {
      const fail = (field: 'content' | 'size', message: string) => {
        context.addIssue({ code: 'custom', path: [field], message });
        return z.NEVER;
      };
      const base64 = file.content.replace(DATA_URL, '');
      if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
        return fail('content', 'El contenido no es base64 válido.');
      }
      const bytes = Buffer.from(base64, 'base64');
      if (bytes.length !== file.size) {
        return fail('size', `No coincide con el contenido, que tiene ${bytes.length} bytes.`);
      }
      try {
        const document = readUploaded(bytes, what);
        const wrong = wrongNameIn(document);
        return wrong === undefined ? document : fail('content', wrong);
      } catch (error) {
        if (error instanceof DocumentFault) return fail('content', error.message);
        throw error;
      }
    })
    .meta({
      description:
        'Fichero XML, sin DOCTYPE, de 1 MiB como máximo, en ISO-8859-1 o en UTF-8 (también sin declaración); al SEPE se ' +
        'comunica en ISO-8859-1.',
    });

/** A file as a request uploads it. */
export const xmlUpload = (bytes: Buffer, name = 'envio.xml') => ({
  content: `data:application/xml;base64,${bytes.toString('base64')}`,
  contentType: 'application/xml' as const,
  name,
  size: bytes.length,
});

/** An uploaded file for examples, with this document. */
export const exampleXml = (name: string, document: string) =>
  xmlUpload(Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${document}`, 'latin1'), name);
