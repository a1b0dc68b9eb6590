/**
 * Headers of function answers that API Gateway renames, in lower case. Source: "Amazon API Gateway important notes
 * for REST APIs" of AWS's developer guide, whose list is for requests and answers alike. Left out are the headers of
 * the message itself (`Content-Type`, `Content-Length`, `Content-Encoding`, `Transfer-Encoding`), which arrive under
 * their names, and those that API Gateway sets itself (`Connection`, `Date`, `Server`).
 */
const REMAPPED = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'age',
  'authorization',
  'content-md5',
  'expect',
  'host',
  'max-forwards',
  'pragma',
  'proxy-authenticate',
  'range',
  'referer',
  'te',
  'trailer',
  'upgrade',
  'user-agent',
  'via',
  'warn',
  'www-authenticate',
]);

/** The name under which a header of a function's answer reaches the caller behind API Gateway. */
export const arrivesAs = (header: string): string =>
  REMAPPED.has(header.toLowerCase()) ? `x-amzn-Remapped-${header}` : header;
