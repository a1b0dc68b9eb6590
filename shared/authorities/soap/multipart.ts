import type { Answer } from '../channel/channel.ts';
import { Unreadable } from '../exchange.ts';

/** The XML of an answer, and the attachments that it refers to by `cid:`. */
export interface Parts {
  root: Uint8Array;
  /** By Content-ID, without its angle brackets. */
  attachments: Map<string, Uint8Array>;
}

/** A document, its receipt and all annexes are far fewer. */
const MAX_PARTS = 100;

/** A parameter of a header, such as `boundary`. */
const parameter = (header: string, name: string): string | undefined => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(header) ?? [];
  return quoted ?? plain;
};

const withoutBrackets = (id: string): string => id.trim().replace(/^<|>$/g, '');

/**
 * Takes an answer apart: XML alone, or `multipart/related` (SOAP with attachments, MTOM), as of RFC 2387 and 2046.
 * @throws Unreadable where its parts cannot be separated
 */
export const partsOf = ({ body, contentType }: Answer): Parts => {
  if (!/^\s*multipart\//i.test(contentType)) return { root: body, attachments: new Map() };
  const boundary = parameter(contentType, 'boundary');
  if (!boundary) throw new Unreadable('multipart without boundary');
  const parts = split(Buffer.from(body.buffer, body.byteOffset, body.byteLength), boundary).map(readPart);
  const start = withoutBrackets(parameter(contentType, 'start') ?? '');
  const root = parts.find(({ id }) => start !== '' && id === start) ?? parts[0];
  if (!root) throw new Unreadable('multipart without parts');
  const named = parts.filter((part) => part !== root && part.id !== '');
  return { root: root.bytes, attachments: new Map(named.map(({ id, bytes }) => [id, bytes])) };
};

/** The parts between the lines of the boundary. */
const split = (body: Buffer, boundary: string): Buffer[] => {
  // The line break before a boundary belongs to it; the first one may have none.
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  const mark = Buffer.from(`\r\n--${boundary}`);
  const parts: Buffer[] = [];
  let at = whole.indexOf(mark);
  while (at >= 0) {
    const from = at + mark.length;
    if (whole.subarray(from, from + 2).toString('latin1') === '--') return parts;
    const next = whole.indexOf(mark, from);
    if (next < 0) break;
    const lineEnd = whole.indexOf('\r\n', from);
    parts.push(whole.subarray(lineEnd + 2, Math.max(lineEnd + 2, next)));
    if (parts.length > MAX_PARTS) throw new Unreadable('multipart with too many parts');
    at = next;
  }
  throw new Unreadable('multipart without its end');
};

const readPart = (part: Buffer): { id: string; bytes: Uint8Array } => {
  // Without headers, a part begins with the empty line.
  const isBare = part.subarray(0, 2).toString('latin1') === '\r\n';
  const end = isBare ? -2 : part.indexOf('\r\n\r\n');
  if (end === -1) throw new Unreadable('part without headers');
  const headers = part
    .subarray(0, Math.max(0, end))
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}:(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? '';
  const content = part.subarray(end + 4);
  const isBase64 = /^base64$/i.test(header('Content-Transfer-Encoding'));
  return {
    id: withoutBrackets(header('Content-ID')),
    bytes: isBase64 ? Buffer.from(content.toString('latin1'), 'base64') : content,
  };
};
