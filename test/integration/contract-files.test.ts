import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { xmlUpload } from '../../functions/gateway/sepe/xml-file.ts';
import { seed } from '../../sandbox/seed.ts';
import { CONTRACT_ID, contractMaker, contractRecord, contractXml } from '../support/contracts.ts';
import { caller, demo } from '../support/demo.ts';
import type { Gateway } from '../support/gateway.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** Contracts in an XML file, and files that are refused. */

const { ccc } = demo.company;
const { today } = seed;
const authorities = atAuthorities(demo.authorities.control);

let gateway: Gateway;
beforeAll(async () => {
  await authorities.reset();
  gateway = caller.acting(demo.certificates.sepe);
});
afterAll(() => authorities.reset());

const nextContract = contractMaker(demo);

describe('an XML file of contracts', () => {
  const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  const xml = (text: string) => xmlUpload(Buffer.from(text, 'latin1'));

  test('the file has the answer to each of its contracts, in their order', async () => {
    const [one, two] = [nextContract(), nextContract()];
    const document = contractXml(one).replace('</CONTRATOS>', `${contractRecord(two)}</CONTRATOS>`);
    const { status, body } = await gateway.post('/sepe/contrata/xml', { file: xml(document) });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.success).toBe(true);
    expect(body.data.contracts).toEqual(
      [one, two].map(({ dni }) => ({
        type: 'CONTRATO_100',
        id: expect.stringMatching(CONTRACT_ID),
        doc: dni,
        startDate: today,
        result: 'ACEPTADO',
        messages: [],
      })),
    );
    expect(body.data.id).toBe(body.data.contracts[0].id);
    for (const [index, { dni }] of [one, two].entries()) {
      const { body: read } = await gateway.get('/sepe/contrata/data', { dni, startDate: today, ccc });
      expect(read.data.id).toBe(body.data.contracts[index].id);
    }

    // If one contract was filed before, the others are filed, and the answer is not a success.
    const three = nextContract();
    const mixed = contractXml(one).replace('</CONTRATOS>', `${contractRecord(three)}</CONTRATOS>`);
    const just = await gateway.post('/sepe/contrata/xml', { file: xml(mixed) });
    expect(just.status).toBe(409);
    const named = gateway.with({ Repeats: just.headers.get('x-repeated')! });
    const partly = await named.post('/sepe/contrata/xml', { file: xml(mixed) });
    expect(partly).toMatchObject({
      status: 200,
      body: {
        success: false,
        message: expect.stringMatching(/1 de 2/),
        data: {
          contracts: [
            { doc: one.dni, result: 'RECHAZADO', messages: [expect.stringMatching(/^CCT4003/)] },
            { doc: three.dni, result: 'ACEPTADO' },
          ],
        },
      },
    });
  });

  test('the file is not sent while its only contract was sent in another form and waits for its outcome', async () => {
    const one = nextContract();
    const queued = await gateway.with({ Prefer: 'respond-async' }).post('/sepe/contrata', one);
    expect(queued.status).toBe(202);
    const { status, body } = await gateway.post('/sepe/contrata/xml', { file: xml(contractXml(one)) });
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: expect.stringMatching(/con otros datos/),
    });
  });

  test('a file whose answer is lost was filed once, and each of its contracts is found', async () => {
    const [one, two] = [nextContract(), nextContract()];
    const document = contractXml(one).replace('</CONTRATOS>', `${contractRecord(two)}</CONTRATOS>`);
    const before = await authorities.submissions('sepe.contrato');
    const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const { status, body } = await lost.post('/sepe/contrata/xml', { file: xml(document) });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data.contracts).toMatchObject(
      [one, two].map(({ dni }) => ({ doc: dni, id: expect.stringMatching(CONTRACT_ID), result: 'ACEPTADO' })),
    );
    expect(await authorities.submissions('sepe.contrato')).toBe(before + 1);
  });

  const entity = (declared: string, used: string) =>
    `${DECLARATION}<!DOCTYPE CONTRATOS [${declared}]><CONTRATOS><CONTRATO_100>${used}</CONTRATO_100></CONTRATOS>`;
  const laughs = Array.from(
    { length: 10 },
    (_, index) => `<!ENTITY l${index} "${index === 0 ? 'ja' : `&l${index - 1};`.repeat(10)}">`,
  ).join('');
  const harmless = '<CONTRATOS><CONTRATO_100/></CONTRATOS>';
  const megabyte = 1024 * 1024;

  const refused: [name: string, file: () => Record<string, unknown>][] = [
    ['billion laughs', () => xml(entity(laughs, '&l9;'))],
    ['external entity', () => xml(entity('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'))],
    [
      'external parameter entity',
      () => xml(entity(`<!ENTITY % x SYSTEM "${demo.authorities.control}/stats">%x;`, '')),
    ],
    ['wrong size', () => ({ ...xml(DECLARATION + harmless), size: 7 })],
    ['wrong type', () => ({ ...xml(DECLARATION + harmless), contentType: 'text/plain' })],
    ['UTF-8 declared', () => xml(`<?xml version="1.0" encoding="UTF-8"?>${harmless}`)],
    [
      'UTF-16 declared and used',
      () => xmlUpload(Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${harmless}`, 'utf16le')),
    ],
    [
      'UTF-8 under another declaration',
      () =>
        xmlUpload(Buffer.from(`${DECLARATION}<CONTRATOS><CONTRATO_100>Á</CONTRATO_100></CONTRATOS>`, 'utf8')),
    ],
    ['not well formed', () => xml(`${DECLARATION}<CONTRATOS><CONTRATO_100></CONTRATOS>`)],
    ['nested a hundred thousand times', () => xml(DECLARATION + '<a>'.repeat(99_000))],
    ['another root', () => xml(`${DECLARATION}<TRANSFORMACIONES><TRANSFORMACION_189/></TRANSFORMACIONES>`)],
    [
      'a thousand contracts and one',
      () => xml(`${DECLARATION}<CONTRATOS>${'<CONTRATO_100/>'.repeat(1001)}</CONTRATOS>`),
    ],
    ['more tags than any contracts have', () => xml(DECLARATION + '<a/>'.repeat(150_000))],
    [
      'attributes without end',
      () => {
        const attributes = Array.from({ length: 60_000 }, (_, index) => `a${index}=""`).join(' ');
        return xml(`${DECLARATION}<CONTRATOS ${attributes}/>`);
      },
    ],
    ['an open comment', () => xml(`${DECLARATION}<CONTRATOS>${'<!-- -'.repeat(90_000)}`)],
    ['references without end', () => xml(`${DECLARATION}<CONTRATOS>${'&#65;'.repeat(200_000)}</CONTRATOS>`)],
    ['no contract', () => xml(`${DECLARATION}<CONTRATOS/>`)],
    ['no data URL', () => ({ ...xml(DECLARATION + harmless), content: DECLARATION + harmless })],
  ];

  test.each(refused)('the file is refused for %s', async (_name, file) => {
    const before = await authorities.submissions('sepe.contrato');
    const json = { file: file() };
    const { status, body } = await gateway.post('/sepe/contrata/xml', json);
    expect({ status, body }).toMatchObject({ status: 422 });
    for (const field of Object.keys(body.errors)) expect(field).toMatch(/^file\b/);
    expect(Object.keys(body.errors)).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/root:|handshakes/);
    expect(await authorities.submissions('sepe.contrato')).toBe(before);
  });

  /** A file of this size without contracts. */
  const ofSize = (size: number) => ({
    file: xml(`${DECLARATION.padEnd(size - '<CONTRATOS/>'.length)}<CONTRATOS/>`),
  });

  test('a file of 1 MiB is not too large', async () => {
    expect((await gateway.post('/sepe/contrata/xml', ofSize(megabyte))).status).toBe(422);
  });

  test.each([
    ['a byte more than 1 MiB', megabyte + 1],
    ['a body far beyond the limit', 2 * megabyte],
  ])('the file is too large with %s', async (_name, size) => {
    const { status, body } = await gateway.post('/sepe/contrata/xml', ofSize(size));
    expect(status).toBe(413);
    expect(body.message).toBe('La petición supera el tamaño máximo de 1 MiB.');
  });
});
