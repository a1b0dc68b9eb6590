import { inflateSync } from 'node:zlib';
import type { Document } from '../kernel/document.ts';
import type { Answer } from './channel/channel.ts';

/** The bytes begin as a PDF does. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/** The bytes of an answer, if it has status 200 and is a PDF. */
export const pdfOf = (answer: Answer | undefined): Uint8Array | undefined =>
  answer?.status === 200 && isPdf(answer.body) ? answer.body : undefined;

/** A PDF as a document. Its name is the kind of document, never a person. */
export const pdfDocument = (name: string, bytes: Uint8Array): Document => ({
  contentType: 'application/pdf',
  name: `${name}.pdf`,
  bytes,
});

/** Largest document that is searched, in bytes. Documents of authorities have some hundred thousand. */
const MAX_DOCUMENT = 2 * 1024 * 1024;
/** Most streams that are searched, and the largest inflated size of each, in bytes. */
const MAX_STREAMS = 50;
const MAX_STREAM = 512 * 1024;

/**
 * The text of a PDF whose fonts are plain, run by run in the order of the file, with blanks between; what cannot be read
 * is left out. Each run has its own `Tj`, in WinAnsi, and in hexadecimal where it has accents: so write the portals.
 */
export const pdfText = (pdf: Uint8Array): string =>
  pdf.length > MAX_DOCUMENT ? '' : streamsOf(Buffer.from(pdf)).flatMap(shownIn).join(' ');

const streamsOf = (pdf: Buffer): string[] => {
  const streams: string[] = [];
  for (let end = 0; streams.length < MAX_STREAMS; ) {
    const begin = pdf.indexOf('stream', end);
    end = begin < 0 ? -1 : pdf.indexOf('endstream', begin);
    if (end < 0) break;
    const bytes = pdf.subarray(begin + 'stream'.length, end);
    streams.push(inflated(bytes.subarray(bytes.indexOf('\n') + 1)).toString('latin1'));
    end += 'endstream'.length;
  }
  return streams;
};

/** A stream that does not inflate is read as not compressed. */
const inflated = (bytes: Buffer): Buffer => {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_STREAM });
  } catch {
    return bytes.subarray(0, MAX_STREAM);
  }
};

const shownIn = (content: string): string[] =>
  Array.from(
    content.matchAll(/<([\da-f\s]{0,4000})>\s*Tj|\(((?:\\.|[^\\()]){0,2000})\)\s*Tj/gis),
    ([, hex, literal = '']) =>
      hex === undefined ? literal : Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1'),
  );
