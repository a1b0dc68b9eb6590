import { Unzip, UnzipInflate } from 'fflate';
import { Parser } from 'htmlparser2';
import { MOST_XML_DEPTH } from '../../kernel/xml-depth.ts';
import { SheetFault } from '../limits.ts';

/** Bytes that are unpacked at once. They unpack to a thousand times as many at most. */
const CHUNK = 4096;

const DAMAGED = 'No es un libro de Excel (.xlsx) válido: ábralo y guárdelo de nuevo como .xlsx.';

/** A fault of the file itself. */
export const damaged = () => new SheetFault(DAMAGED);

/**
 * The name of a part in the form in which names are compared (ISO/IEC 29500-2, 6.2.2.3): some programs write backslashes or
 * other capitals.
 */
const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** The parts of a workbook, unpacked while they are read. */
export class Workbook {
  readonly #bytes: Uint8Array;
  readonly #most: number;
  #left: number;
  /** Parts that were read and whose bytes were counted. */
  readonly #counted = new Set<string>();

  /** @param most bytes that may be unpacked, in all parts together */
  constructor(bytes: Uint8Array, most: number) {
    this.#bytes = bytes;
    this.#most = most;
    this.#left = most;
  }

  /**
   * A part, in chunks; nothing if the workbook has no such part.
   * @throws SheetFault if it is not a zip, or unpacks to too many bytes
   */
  async *part(name: string): AsyncGenerator<Uint8Array> {
    const wanted = plainName(name);
    const isCounted = this.#counted.has(wanted);
    let chunks: Uint8Array[] = [];
    let isDone = false;
    let fault: unknown;
    const unzip = new Unzip((file) => {
      if (plainName(file.name) !== wanted || isDone) return;
      file.ondata = (error, chunk, final) => {
        fault ??= error;
        isDone ||= final;
        if (chunk) chunks.push(chunk);
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    for (let at = 0; at < this.#bytes.length && !isDone; at += CHUNK) {
      try {
        unzip.push(this.#bytes.subarray(at, at + CHUNK), at + CHUNK >= this.#bytes.length);
      } catch {
        throw damaged();
      }
      if (fault) throw damaged();
      for (const chunk of chunks) {
        if (!isCounted) this.#left -= chunk.length;
        if (this.#left < 0)
          throw new SheetFault(
            `El libro ocupa más de ${Math.floor(this.#most / 1024 / 1024)} MiB descomprimido: repártalo en varios.`,
          );
        yield chunk;
      }
      chunks = [];
    }
    this.#counted.add(wanted);
  }

  /** Whether a part contains an ASCII text, such as the name of an element. This is much faster than parsing it. */
  async contains(name: string, text: string): Promise<boolean> {
    let isFound = false;
    let end = Buffer.alloc(0);
    // The part is read to its end, so that its bytes are counted only once.
    for await (const chunk of this.part(name)) {
      if (isFound) continue;
      const bytes = Buffer.concat([end, chunk]);
      isFound = bytes.includes(text);
      end = bytes.subarray(-text.length);
    }
    return isFound;
  }
}

/** Handler for an XML part. Names come without prefix. */
export interface Handler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads a part with a handler. After each chunk the handler's results can be taken.
 * @param after called after each chunk
 * @throws SheetFault if it is cut off, nests too deeply or has a document type
 * @returns whether there is such a part
 */
export async function* readPart<Taken>(
  chunks: AsyncIterable<Uint8Array>,
  handler: Handler,
  after: () => Taken[] = () => [],
): AsyncGenerator<Taken, boolean> {
  let isWhole = false;
  let isThere = false;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        // The parser takes longer for each element the deeper it is.
        if (depth > MOST_XML_DEPTH) throw damaged();
        handler.open?.(withoutPrefix(name), attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (name, isImplied) => {
        depth -= 1;
        isWhole = depth === 0 && !isImplied;
        handler.close?.(withoutPrefix(name));
      },
      onprocessinginstruction: (name) => {
        if (/^!doctype/i.test(name)) throw damaged();
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of chunks) {
    isThere = true;
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* after();
  }
  parser.end();
  if (isThere && !isWhole) throw damaged();
  return isThere;
}

/** Reads a whole part. */
export const readWhole = async (chunks: AsyncIterable<Uint8Array>, handler: Handler): Promise<boolean> => {
  const reading = readPart(chunks, handler);
  const { value } = await reading.next();
  return value === true;
};

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses a boolean of XML. */
export const isTrue = (value = ''): boolean => /^(1|true|on)$/.test(value);

/** The text of an element with the characters that XML cannot contain (ECMA-376 part 1, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
