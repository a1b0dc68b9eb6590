import { BYTES, LATIN_1 } from '../../kernel/text.ts';

/**
 * The character set of the portals. They call it ISO-8859-1. Browsers read and write it as windows-1252
 * (https://encoding.spec.whatwg.org/#names-and-labels), and so does this module.
 */

/** Characters that a form does not encode (https://url.spec.whatwg.org/#urlencoded-serializing). */
const BARE = /[A-Za-z0-9*._-]/;

/** Text of an answer, in the charset of its content type; ISO-8859-1 if that names none, or an unknown one. */
export const decode = (bytes: Uint8Array, contentType = ''): string => {
  const label = /charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1];
  return decoderOf(label).decode(bytes);
};

const decoderOf = (label = 'iso-8859-1') => {
  try {
    return new TextDecoder(label);
  } catch {
    return LATIN_1;
  }
};

/** Fields of a form as a browser sends them from a page in ISO-8859-1. Other characters are sent as `&#8364;`. */
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
