/**
 * A caller's name for a submission, in the header `Idempotency-Key`. The draft standard (draft-ietf-httpapi-idempotency-key-header)
 * writes it as a string of RFC 8941, in quotes: `"k1"` and `k1` are one key.
 */
export const plainKey = (sent: string): string => {
  const [, quoted] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(sent) ?? [];
  return quoted === undefined ? sent : quoted.replace(/\\(["\\])/g, '$1');
};
