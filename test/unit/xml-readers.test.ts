import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contrataRows } from '../../functions/capabilities/batches/sheets/contrata-xml.ts';
import { templateOf } from '../../functions/capabilities/batches/sheets/template.ts';
import { MalformedXml, readXml as readInStandIn } from '../../sandbox/sepe/xml.ts';
import type { Answer } from '../../shared/authorities/channel/channel.ts';
import { readPage } from '../../shared/authorities/html/page.ts';
import { Redactor } from '../../shared/authorities/recording/redact.ts';
import { readUploaded } from '../../shared/authorities/sepe/documents/uploaded-document.ts';
import { readAnswerXml } from '../../shared/authorities/sepe/xml-reading.ts';
import { envelopeIn } from '../../shared/authorities/soap/envelope.ts';
import { isXmlTooDeep, MOST_XML_DEPTH } from '../../shared/kernel/xml-depth.ts';
import { LIMITS } from '../../shared/sheets/limits.ts';
import { rowsOf, submissionOf, submissions } from '../support/sheets/files.ts';

/** The number of elements that a streaming parser opens. Pages and workbooks are read with such a parser. */
let opened = 0;
const { onopentagname } = Parser.prototype;
beforeEach(() => {
  opened = 0;
  vi.spyOn(Parser.prototype, 'onopentagname').mockImplementation(function (this: Parser, ...all) {
    opened += 1;
    onopentagname.apply(this, all);
  });
});
afterEach(() => vi.restoreAllMocks());

/** A document with this many levels. */
const nested = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;

describe('whether a document nests too deeply', () => {
  test.each<[string, string, boolean]>([
    ['32 levels', nested(32), false],
    ['33 levels', nested(33), true],
    ['33 levels, without an end', '<a>'.repeat(33), true],
    ['many elements side by side', `<a>${'<b/>'.repeat(1_000)}${'<b></b>'.repeat(1_000)}</a>`, false],
    ['elements that are empty, with blanks', `<a>${'<b />'.repeat(100)}</a>`, false],
    ['what is in a comment', `<a><!--${'<b>'.repeat(100)}--></a>`, false],
    ['what is in a section', `<a><![CDATA[${'<b>'.repeat(100)}]]></a>`, false],
    ['what is in an instruction', `<?x ${'<b>'.repeat(100)}?><a/>`, false],
    ['what is in a value', `<a b="${'<b>'.repeat(100)}" c = '${'<b>'.repeat(100)}'/>`, false],
    ['a value with the end of an empty element', `${'<a b="/>">'.repeat(33)}`, true],
    ['a quote that begins no value', `${"<a'>".repeat(33)}`, true],
    ['ends of what is not open', '<a></b>'.repeat(33), true],
    [
      'ends that close several',
      `${nested(10).replace('</a>', '')}${'<b>'.repeat(20)}</a>${'<c>'.repeat(20)}`,
      false,
    ],
    ['a comment without an end', `<a><!--${'<b>'.repeat(100)}`, false],
    ['a tag without an end', `<a ${'b '.repeat(100)}`, false],
    ['no XML', 'a < b', false],
    ['nothing', '', false],
  ])('the depth of a document is known before it is parsed: %s', (_, text, isTooDeep) => {
    expect(isXmlTooDeep(text)).toBe(isTooDeep);
  });

  test('the depth of a document is that of the tree from which it was written', () => {
    type Tree = Tree[];
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof({ maxDepth: 6 }, fc.constant<Tree>([]), fc.array(tie('tree'), { maxLength: 3 })),
    }));
    const written = (children: Tree): string =>
      children.length > 0 ? `<a b='<>"'>${children.map(written).join('<!-- <a> -->')}</a>` : '<b/>';
    // An element without children is empty and adds no level.
    const levels = (children: Tree): number =>
      children.length > 0 ? 1 + Math.max(...children.map(levels)) : 0;
    fc.assert(
      fc.property(tree, fc.integer({ min: 0, max: 2 * MOST_XML_DEPTH }), (children, around) => {
        const whole = Array.from({ length: around }).reduce<Tree>((inner) => [inner], children);
        expect(isXmlTooDeep(written(whole))).toBe(levels(whole) > MOST_XML_DEPTH);
      }),
    );
  });
});

const answer = (text: string, contentType = 'text/xml'): Answer =>
  ({ status: 200, contentType, body: Buffer.from(text), headers: {} }) as unknown as Answer;

/** A text that no parser accepts, after this many levels. A reader that parsed first would call it malformed. */
const malformed = (levels: number) => `${'<a>'.repeat(levels)}<`;

/** Every reader of XML from outside, and its refusal of a document that is too deep. */
const READERS: [string, (text: string) => unknown, refusal: RegExp][] = [
  ['answers of the services', (text) => readAnswerXml('answer', text, 2_000_000), /size/],
  ['SOAP envelopes', (text) => envelopeIn(answer(text), ''), /size/],
  ['documents for SEPE', (text) => readUploaded(Buffer.from(text), 'contracts'), /niveles/],
  [
    'documents for SEPE in batches',
    (text) => [...contrataRows(Buffer.from(text), { operations: submissions, limits: LIMITS })],
    /niveles/,
  ],
  ['pages in XML', (text) => readPage(answer(text), '/', { xml: true }), /nested/],
];

describe.each(READERS)('the reader of %s', (_, read, refusal) => {
  test.each([MOST_XML_DEPTH + 1, 10_000])(
    'a document with %i levels is refused before it is parsed',
    (levels) => {
      expect(() => read(malformed(levels))).toThrow(refusal);
      expect(opened).toBe(0);
    },
  );

  test('a document with the most levels is not refused for them', () => {
    const refused = (() => {
      try {
        read(nested(MOST_XML_DEPTH));
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    expect(refused).not.toMatch(refusal);
  });
});

test('the stand-ins read 32 levels, and no more', () => {
  expect(readInStandIn(nested(MOST_XML_DEPTH)).name).toBe('a');
  expect(() => readInStandIn(nested(MOST_XML_DEPTH + 1))).toThrow(MalformedXml);
});

test('a recording replaces parts that nest too deeply, and no parser sees them', () => {
  const redactor = new Redactor(undefined, []);
  expect(redactor.markup(nested(MOST_XML_DEPTH + 1), true)).toBe('<!-- left out -->');
  expect(opened).toBe(0);
  expect(redactor.markup(nested(MOST_XML_DEPTH), true)).toContain('<a>');
});

describe('a workbook of some kilobytes', async () => {
  const template = unzipSync(await templateOf(submissionOf('updateCno'), 'xlsx'));
  const parts = [
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ];
  const options = { format: 'xlsx' as const, operations: [submissionOf('updateCno')] };
  /** Counts the elements if all parts are unchanged. */
  const usual = async () => {
    await rowsOf(zipSync(template), options);
    const count = opened;
    opened = 0;
    return count;
  };

  test.each(parts)(
    'a workbook with 500,000 nested tags in %s is refused at the first that is too deep',
    async (part) => {
      const most = (await usual()) + MOST_XML_DEPTH + 1;
      const file = zipSync({ ...template, [part]: Buffer.from('<a>'.repeat(500_000)) });
      expect(file.length).toBeLessThan(8_000);
      const [row, ...others] = await rowsOf(file, options);
      expect(row).toMatchObject({
        ofFile: true,
        mistakes: [{ message: expect.stringContaining('No es un libro') }],
      });
      expect(others).toEqual([]);
      expect(opened).toBeLessThanOrEqual(most);
    },
  );
});
