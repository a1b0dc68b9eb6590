/**
 * The character set of the portals. What they call ISO-8859-1 is windows-1252 to browsers
 * (https://encoding.spec.whatwg.org/#names-and-labels), and so it is here, in both directions.
 */

const DECODER = new TextDecoder('iso-8859-1');

/** Byte by character. */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [DECODER.decode(Uint8Array.of(byte)), byte] as const),
);

/** Bytes that a form leaves as they are (https://url.spec.whatwg.org/#urlencoded-serializing). */
const BARE = /[A-Za-z0-9*._-]/;

/** Text of an answer: in the charset of its content type where that names a known one, else ISO-8859-1. */
export const decode = (bytes: Uint8Array, contentType = ''): string => {
  const label = /charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1];
  return decoderOf(label).decode(bytes);
};

const decoderOf = (label = 'iso-8859-1') => {
  try {
    return new TextDecoder(label);
  } catch {
    return DECODER;
  }
};

/** Content type of what `encodeForm` gives. */
export const FORM_TYPE = 'application/x-www-form-urlencoded; charset=ISO-8859-1';

/** Fields of a form as a browser sends them from a page in ISO-8859-1; other characters travel as `&#8364;`. */
export const encodeForm = (fields: readonly (readonly [name: string, value: string])[]): string =>
  fields.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');

const percentEncode = (text: string): string =>
  Array.from(text, (character) => {
    if (character === ' ') return '+';
    if (BARE.test(character)) return character;
    const byte = BYTES.get(character);
    if (byte === undefined) return percentEncode(`&#${character.codePointAt(0)};`);
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
