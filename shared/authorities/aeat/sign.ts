import { inflateSync } from 'node:zlib';

/** What a certificate of obligations comes to. */
export type Sign = 'POSITIVO' | 'NEGATIVO';

/** Larger documents are not searched, in bytes; certificates have some hundred thousand. */
const MAX_DOCUMENT = 2 * 1024 * 1024;
/** Most streams that are searched, and what each may inflate to, in bytes. */
const MAX_STREAMS = 50;
const MAX_STREAM = 512 * 1024;

/**
 * The sign that a certificate states in the sentence "tiene carácter POSITIVO" (or "de POSITIVO"); `undefined` when it
 * has no such sentence or cannot be read. The portal's documents show each run of text with its own `Tj`, in
 * WinAnsi, hexadecimal where it has accents.
 */
export const signOf = (pdf: Uint8Array): Sign | undefined => {
  if (pdf.length > MAX_DOCUMENT) return undefined;
  const text = streamsOf(Buffer.from(pdf)).flatMap(shownIn).join(' ');
  // Of "carácter" only the end: its accent may be written in several ways.
  return /cter\s+(?:de\s+)?(POSITIVO|NEGATIVO)\b/i.exec(text)?.[1]?.toUpperCase() as Sign | undefined;
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

/** A stream that does not inflate is taken as not compressed. */
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
