import { inflateSync } from 'node:zlib';

/** Whether a certificate says that the holder complies with the tax obligations. */
export type ComplianceResult = 'POSITIVO' | 'NEGATIVO';

/** Largest document that is searched, in bytes. Certificates have some hundred thousand. */
const MAX_DOCUMENT = 2 * 1024 * 1024;
/** Most streams that are searched, and the largest inflated size of each, in bytes. */
const MAX_STREAMS = 50;
const MAX_STREAM = 512 * 1024;

/**
 * The result that a certificate states in the sentence "tiene carácter POSITIVO" (or "de POSITIVO"); `undefined` if it
 * has no such sentence or cannot be read. In the portal's documents each run of text has its own `Tj`. The text is in
 * WinAnsi, and in hexadecimal where it has accents.
 */
export const complianceResultOf = (pdf: Uint8Array): ComplianceResult | undefined => {
  if (pdf.length > MAX_DOCUMENT) return undefined;
  const text = streamsOf(Buffer.from(pdf)).flatMap(shownIn).join(' ');
  // Only the end of "carácter": its accent may be written in several ways.
  return /cter\s+(?:de\s+)?(POSITIVO|NEGATIVO)\b/i.exec(text)?.[1]?.toUpperCase() as
    | ComplianceResult
    | undefined;
};

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
