import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Unreadable } from '../../../../shared/authorities/exchange.ts';
import { partsOf } from '../../../../shared/authorities/soap/multipart.ts';

const answer = (contentType: string, body: Uint8Array) => ({ status: 200, contentType, headers: {}, body });

interface Part {
  id: string;
  bytes: Uint8Array;
  encoding?: 'base64' | 'binary';
}

const multipart = (parts: Part[], { boundary = 'b', start = '' } = {}) => {
  const pieces = parts.flatMap(({ id, bytes, encoding = 'binary' }) => [
    Buffer.from(
      `\r\n--${boundary}\r\nContent-Type: text/xml\r\nContent-ID:\r\n <${id}>\r\ncontent-transfer-encoding: ${encoding}\r\n\r\n`,
    ),
    encoding === 'base64' ? Buffer.from(Buffer.from(bytes).toString('base64')) : bytes,
  ]);
  return answer(
    `Multipart/Related; type="text/xml"; boundary="${boundary}"${start && `; start="<${start}>"`}`,
    Buffer.concat([...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  );
};

const bytes = (text: string) => Buffer.from(text);

describe('an answer in parts', () => {
  test('an answer of XML alone has no attachments', () => {
    const { root, attachments } = partsOf(answer('text/xml; charset=utf-8', bytes('<a/>')));
    expect([Buffer.from(root).toString(), attachments.size]).toEqual(['<a/>', 0]);
  });

  test('an attachment comes back byte by byte, whatever it contains', () => {
    const content = fc.uint8Array({ maxLength: 200 });
    const parts = fc.uniqueArray(
      fc.record({
        id: fc.stringMatching(/^[a-z0-9@.]{1,20}$/),
        bytes: content,
        encoding: fc.constantFrom('base64', 'binary'),
      }),
      { minLength: 1, maxLength: 5, selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(parts, fc.stringMatching(/^[A-Za-z0-9_=.-]{8,40}$/), (given, boundary) => {
        fc.pre(given.every((part) => !Buffer.from(part.bytes).includes(`\r\n--${boundary}`)));
        const start = given.at(-1)!;
        const { root, attachments } = partsOf(multipart(given as Part[], { boundary, start: start.id }));
        expect(Buffer.from(root)).toEqual(Buffer.from(start.bytes));
        expect([...attachments].map(([id, found]) => [id, Buffer.from(found)])).toEqual(
          given.slice(0, -1).map((part) => [part.id, Buffer.from(part.bytes)]),
        );
      }),
    );
  });

  test('an answer without a start has its first part as root', () => {
    const { root, attachments } = partsOf(
      multipart([
        { id: 'x', bytes: bytes('1') },
        { id: 'y', bytes: bytes('2') },
      ]),
    );
    expect([Buffer.from(root).toString(), [...attachments.keys()]]).toEqual(['1', ['y']]);
  });

  test('an answer that cannot be divided into parts is unreadable, and fails in no other way', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('', '; boundary=b', '; boundary="--"'),
        (body, end) => {
          try {
            partsOf(answer(`multipart/related${end}`, body));
          } catch (error) {
            expect(error).toBeInstanceOf(Unreadable);
          }
        },
      ),
    );
    const whole = multipart([{ id: 'x', bytes: bytes('1') }]);
    const cut = { ...whole, body: whole.body.subarray(0, -6) };
    expect(() => partsOf(cut)).toThrow(Unreadable);
    const many = multipart(
      Array.from({ length: 101 }, (_, index) => ({ id: String(index), bytes: bytes('1') })),
    );
    expect(() => partsOf(many)).toThrow(Unreadable);
  });
});
