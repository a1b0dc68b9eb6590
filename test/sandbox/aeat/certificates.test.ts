import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pdfText } from '../../support/pdf.ts';
import {
  AeatClient,
  CONTRACTORS,
  csvOf,
  DOCUMENT,
  ECOT,
  mainOf,
  PICK_UP,
  paidBy,
  scriptValue,
  upToDate,
  validation,
} from '../../support/stand-in/aeat-client.ts';
import { encodeForm } from '../../support/stand-in/portal-client.ts';
import { type ClientOptions, seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, other } = seed;
const { payers, agency } = demo;

const standIn = useStandIn();
const newClient = (options?: ClientOptions) => new AeatClient(standIn.client(options));

describe('the certificate of being up to date with taxes', () => {
  test('the document has the word POSITIVO in one string of a compressed stream', async () => {
    const client = newClient();
    const { bytes } = await client.document(await client.ask(ECOT, upToDate('C1')));
    const streams = [...bytes.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
    const shown = streams
      .flatMap(([, stream]) => {
        try {
          return [inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1')];
        } catch {
          return [];
        }
      })
      .flatMap((stream) => [...stream.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g)])
      .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'));
    expect(shown).toContain('El certificado tiene carácter POSITIVO.');
  });

  test('the certificate has the same code for the same request on the same day, and another one for any other', async () => {
    const ask = async (purpose: string, as: ClientOptions['as'] = 'demo') =>
      csvOf((await newClient({ as }).ask(ECOT, upToDate(purpose))).text);
    const first = await ask('C1');
    const after = await standIn.control.digest();
    standIn.time += 3_600_000;
    expect(await ask('C1')).toBe(first);
    expect(await standIn.control.digest()).toBe(after);
    standIn.time += 24 * 3_600_000;
    const codes = [first, await ask('C1'), await ask('G1'), await ask('C1', 'other')];
    expect(new Set(codes).size).toBe(4);
    const { submissions, accepted } = await standIn.control.stats();
    expect([submissions, accepted]).toEqual([{ 'aeat.ECOT': 5 }, { 'aeat.ECOT': 4 }]);
    expect((await standIn.control.state()).aeat.certificates).toHaveLength(4);
  });

  test('the certificate is not stored before it is signed, and its requests are counted', async () => {
    const before = await standIn.control.digest();
    const client = newClient();
    const confirmation = await client.validate(ECOT, upToDate('C1'));
    expect(await standIn.control.digest()).toBe(before);
    const receipt = await client.sign(ECOT, confirmation);
    expect(await standIn.control.digest()).not.toBe(before);
    const { bytes } = await client.document(receipt);
    expect((await client.document(receipt)).bytes.equals(bytes)).toBe(true);
    const stats = await standIn.control.stats();
    expect(stats.requests).toEqual({ 'aeat.acceso': 1, 'aeat.ECOT': 3, 'aeat.cotejo': 2 });
    expect(stats.handshakes).toBeLessThanOrEqual(1);
  });

  test('the certificate is given for another tax id for which its holder may act', async () => {
    const represent = async (nif: string, name: string) => {
      const client = newClient();
      const token = await client.begin(ECOT);
      const body = encodeForm(validation(token, upToDate('C1'), [nif, name]));
      return [client, await client.send(ECOT, body)] as const;
    };
    const [client, confirmation] = await represent(agency.cif, agency.name);
    expect(scriptValue(confirmation.text, '_fbNif')).toBe(demo.holder.nif);
    const { text } = await client.document(await client.sign(ECOT, confirmation));
    expect(text).toContain(agency.cif);
    expect(text).toContain('NEGATIVO');
    const [, refused] = await represent(other.company.cif, other.company.name);
    expect(mainOf(refused.text)).toMatch(/representación/);
    expect(mainOf((await represent(agency.cif, ''))[1].text)).toBe('Datos inconsistentes.');
  });
});

describe('the certificate for contractors', () => {
  test('the certificate cannot be found by its code before it is ready', async () => {
    await newClient().ask(CONTRACTORS, paidBy(payers.late.nif));
    standIn.time += payers.usual.preparation;
    const { csv } = (await standIn.control.state()).aeat.certificates[0]!;
    const { status, text } = await newClient().send(DOCUMENT + csv);
    expect([status, mainOf(text)]).toEqual([
      200,
      'El código seguro de verificación no corresponde a ningún documento.',
    ]);
    standIn.time += payers.late.preparation;
    expect((await newClient().send(DOCUMENT + csv)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the certificate is ready at once, late or negative, as the tax id of its payer decides', async () => {
    const atOnce = await newClient().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    expect(csvOf(atOnce.text)).toBeDefined();
    await newClient().ask(CONTRACTORS, paidBy(payers.late.nif));
    await newClient().ask(CONTRACTORS, paidBy(payers.negative.nif));
    await newClient().ask(CONTRACTORS, paidBy('B12345674', 'L\'ESPAÑOLA & CÍA "2"'));
    standIn.time += payers.usual.preparation;
    const client = newClient();
    const states = (await client.rows()).map(({ cells: [, nif, name, state] }) => [nif, name, state]);
    expect(states).toEqual([
      ['B12345674', 'L\'ESPAÑOLA & CÍA "2"', 'EMITIDO'],
      [payers.negative.nif, payers.negative.name, 'EMITIDO'],
      [payers.late.nif, payers.late.name, 'EN TRAMITACION'],
      [payers.atOnce.nif, payers.atOnce.name, 'EMITIDO'],
    ]);
    const { csv } = (await client.rows())[1]!;
    const { bytes } = await client.send(DOCUMENT + csv);
    expect(await pdfText(bytes)).toContain('carácter NEGATIVO');
  });

  test('the certificate is not listed for another holder or another procedure', async () => {
    await newClient().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    expect(await newClient({ as: 'other' }).rows()).toEqual([]);
    expect((await newClient().send(PICK_UP.replace('G3032', 'G304'))).text).not.toContain('CSV=');
  });

  test('a request on another day is a new request', async () => {
    await newClient().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    standIn.time += 24 * 3_600_000;
    await newClient().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    const rows = await newClient().rows();
    expect(rows.map(({ cells }) => cells[0])).toEqual(['16-06-2026', '15-06-2026']);
    expect(rows[0]!.csv).not.toBe(rows[1]!.csv);
  });
});
