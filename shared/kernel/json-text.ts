/**
 * The text of a JSON file: UTF-8 (RFC 8259), or UTF-16 where its byte order mark says so, as PowerShell and Notepad save it.
 * The mark itself is left out.
 * @throws TypeError if the bytes are not in that encoding
 */
export const jsonText = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
};
