import { isUtf8 } from 'node:buffer';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import {
  type Declarant190,
  declarantIn,
  MOST_FAULTS,
  MOST_PERCEPTIONS,
  readFile190,
  record190,
} from '../../../shared/authorities/aeat/modelo-190-record.ts';
import { sha256Of } from '../../../shared/kernel/document.ts';

/**
 * The file of a modelo 190 in a request: read, checked record by record, and kept compressed. Records are mostly blanks and zeros, so
 * that they take a tenth of their size.
 */

/** Largest request, in bytes. */
export const MAX_BODY = 4 * 1024 * 1024;
/** Largest file, in characters: all perceptions with their line breaks, and the declarant. */
const MAX_FILE = (MOST_PERCEPTIONS + 1) * 502;

/**
 * Checks a file.
 * @returns its records, joined by line feeds: UTF-8, compressed by gzip, in base64
 */
const checked = (file: string, context: z.RefinementCtx): string => {
  const read = readFile190(file);
  if (!('faults' in read)) return gzipSync(read.records.join('\n')).toString('base64');
  for (const message of read.faults) context.addIssue({ code: 'custom', message });
  return z.NEVER;
};

const textOf = (checkedFile: string): string => gunzipSync(Buffer.from(checkedFile, 'base64')).toString();

/** The records of a file that was checked, the declarant's first. */
export const recordsOf = (checkedFile: string): string[] => textOf(checkedFile).split('\n');

/** What a file that was checked says of its declarant. */
export const declarantOf = (checkedFile: string): Declarant190 =>
  declarantIn(textOf(checkedFile).split('\n', 1)[0]!);

/** Hash of the records of a file that was checked, by which files with the same ones are known. */
export const digestOf = (checkedFile: string): string => sha256Of(Buffer.from(textOf(checkedFile)));

const WHAT =
  'Fichero oficial del modelo 190: un registro de tipo 1 y los de tipo 2, de 500 caracteres cada uno, con o sin fin de línea. Se ' +
  `comprueba registro a registro, y se responden hasta ${MOST_FAULTS} errores con su línea y su posición.`;

/** The file as text. */
export const fileAsText = () =>
  z
    .string({ error: 'Debe ser un texto.' })
    .max(MAX_FILE, { error: `Debe tener como máximo ${MOST_PERCEPTIONS} percepciones.` })
    .meta({ description: WHAT, textKind: 'lines', minLength: 1 })
    .transform(checked);

/** The file compressed, for large ones. Its text is in UTF-8 or ISO-8859-1. */
export const fileAsGzip = () =>
  z
    .string({ error: 'Debe ser un texto.' })
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'Debe estar en base64.' })
    .meta({
      description:
        'El mismo fichero comprimido con gzip, en base64, en UTF-8 o ISO-8859-1: para los grandes, hasta ' +
        `${MOST_PERCEPTIONS} percepciones.`,
      textKind: 'lines',
    })
    .transform((base64, context): string => {
      try {
        const bytes = gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: 2 * MAX_FILE });
        return checked(bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1'), context);
      } catch {
        context.addIssue({
          code: 'custom',
          message: 'No es un fichero comprimido con gzip, o es demasiado grande.',
        });
        return z.NEVER;
      }
    });

/** A file with one perception of 18,000 euros and 2,700 withheld, for examples. */
export const exampleFile190 = (nif: string): string =>
  [
    record190('1', {
      5: `2025${nif}EMPRESA DE EJEMPLO SL`,
      58: 'T',
      108: '1900000000001',
      136: '000000001',
      146: '000000001800000',
      161: '000000000270000',
    }),
    record190('2', {
      5: `2025${nif}12345678Z`,
      36: 'PEREZ GOMEZ ANA',
      76: '28A',
      82: '0000001800000',
      95: '0000000270000',
    }),
  ].join('\n');
