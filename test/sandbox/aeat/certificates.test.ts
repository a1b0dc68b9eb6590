import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pdfText } from '../../support/pdf.ts';
import {
  CONTRACTORS,
  csvOf,
  DOCUMENT,
  ECOT,
  HOLDER,
  IAE,
  mainOf,
  PICK_UP,
  Program,
  paidBy,
  scriptValue,
  upToDate,
  validation,
  year,
} from '../../support/stand-in/aeat-program.ts';
import { encodeForm } from '../../support/stand-in/portal-client.ts';
import { type ClientOptions, seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, other } = seed;
const { payers, agency } = demo;

const standIn = useStandIn();
const newProgram = (options?: ClientOptions) => new Program(standIn.client(options));

describe('up to date with tax obligations', () => {
  test.each([
    ['C1', 'Contratos sector público'],
    ['B1', 'Subvenciones públicas'],
    ['T1', 'Autorizaciones de transporte'],
    ['E1', 'Permisos de trabajo o residencia de extranjeros'],
    ['G1', 'Genérico'],
  ])('%s in four steps', async (purpose, title) => {
    const program = newProgram();
    const confirmation = await program.validate(ECOT, upToDate(purpose));
    expect(confirmation.headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    expect(confirmation.text).toContain(`name='fTipoCertificado' value='${title}'`);
    expect(scriptValue(confirmation.text, '_fbNif')).toBe(demo.holder.nif);
    expect(scriptValue(confirmation.text, '_fbNombre')).toBe(HOLDER);

    const receipt = await program.sign(ECOT, confirmation);
    expect(receipt.text.match(/CSV=/g)).toHaveLength(1);
    const { csv, text } = await program.document(receipt);
    expect(csv).toMatch(/^[A-Z0-9]{16}$/);
    for (const part of [demo.holder.nif, HOLDER, title, 'tiene carácter POSITIVO', csv, '15/06/2026']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('NEGATIVO');
  });

  test.each(['other', 'agency'] as const)('a debtor, here %s, gets a negative certificate', async (as) => {
    const program = newProgram({ as });
    const { text } = await program.document(await program.ask(ECOT, upToDate('C1')));
    expect(text).toContain('tiene carácter NEGATIVO');
    expect(text).not.toContain('POSITIVO');
  });

  test('POSITIVO is in one string of a compressed stream', async () => {
    const program = newProgram();
    const { bytes } = await program.document(await program.ask(ECOT, upToDate('C1')));
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

  test('the same request on the same day has the same code, and any other request has another code', async () => {
    const ask = async (purpose: string, as: ClientOptions['as'] = 'demo') =>
      csvOf((await newProgram({ as }).ask(ECOT, upToDate(purpose))).text);
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

  test('nothing is stored before it is signed, and requests are counted', async () => {
    const before = await standIn.control.digest();
    const program = newProgram();
    const confirmation = await program.validate(ECOT, upToDate('C1'));
    expect(await standIn.control.digest()).toBe(before);
    const receipt = await program.sign(ECOT, confirmation);
    expect(await standIn.control.digest()).not.toBe(before);
    const { bytes } = await program.document(receipt);
    expect((await program.document(receipt)).bytes.equals(bytes)).toBe(true);
    const stats = await standIn.control.stats();
    expect(stats.requests).toEqual({ 'aeat.acceso': 1, 'aeat.ECOT': 3, 'aeat.cotejo': 2 });
    expect(stats.handshakes).toBeLessThanOrEqual(1);
  });

  test('the holder asks for somebody else where it may act for them', async () => {
    const represent = async (nif: string, name: string) => {
      const program = newProgram();
      const token = await program.begin(ECOT);
      const body = encodeForm(validation(token, upToDate('C1'), [nif, name]));
      return [program, await program.send(ECOT, body)] as const;
    };
    const [program, confirmation] = await represent(agency.cif, agency.name);
    expect(scriptValue(confirmation.text, '_fbNif')).toBe(demo.holder.nif);
    const { text } = await program.document(await program.sign(ECOT, confirmation));
    expect(text).toContain(agency.cif);
    expect(text).toContain('NEGATIVO');
    const [, refused] = await represent(other.company.cif, other.company.name);
    expect(mainOf(refused.text)).toMatch(/representación/);
    expect(mainOf((await represent(agency.cif, ''))[1].text)).toBe('Datos inconsistentes.');
  });
});

describe('tax on economic activities', () => {
  test('names the activities of a year', async () => {
    const program = newProgram();
    const { text } = await program.document(await program.ask(IAE, year('2026')));
    for (const part of [demo.holder.nif, HOLDER, '2026', '799', '01/03/2023']) expect(text).toContain(part);
    expect(text).not.toMatch(/POSITIVO|NEGATIVO/);
    const [first, second] = await Promise.all(
      ['2025', '2024'].map((each) => newProgram().ask(IAE, year(each))),
    );
    expect(csvOf(first!.text)).not.toBe(csvOf(second!.text));
    expect(csvOf((await program.ask(IAE, year('2025'))).text)).toBe(csvOf(first!.text));
  });

  test.each([
    ['2027', 'demo', /no está entre/],
    ['2021', 'demo', /no está entre/],
    ['', 'demo', /no está entre/],
    ['2022', 'demo', /ningún alta/],
    ['2026', 'other', /ningún alta/],
  ] as const)('%s is refused to %s', async (value, as, reason) => {
    const { status, text } = await newProgram({ as }).validate(IAE, year(value));
    expect(status).toBe(200);
    expect(mainOf(text)).toMatch(reason);
    expect(text).not.toContain('<form');
  });
});

describe('contractors and subcontractors', () => {
  test('is prepared, listed, and picked up in another session', async () => {
    const before = await standIn.control.digest();
    const receipt = await newProgram().ask(CONTRACTORS, paidBy(payers.usual.nif));
    expect(receipt.status).toBe(200);
    expect(receipt.text).not.toContain('CSV=');
    const asked = await standIn.control.digest();
    expect(asked).not.toBe(before);
    const row = ['15-06-2026', payers.usual.nif, payers.usual.name];
    const [waiting] = await newProgram().rows();
    expect(waiting).toEqual({ cells: [...row, 'EN TRAMITACION', ''], csv: undefined });

    standIn.time += payers.usual.preparation;
    const program = newProgram();
    const [ready, ...rest] = await program.rows();
    expect(rest).toEqual([]);
    expect(ready!.cells).toEqual([...row, 'EMITIDO', 'Ver certificado']);
    const { text } = await program.document(await program.send(PICK_UP));
    for (const part of [HOLDER, payers.usual.nif, payers.usual.name, 'carácter POSITIVO']) {
      expect(text).toContain(part);
    }
    // The same request now gets the same certificate at once.
    expect(csvOf((await newProgram().ask(CONTRACTORS, paidBy(payers.usual.nif))).text)).toBe(ready!.csv);
    expect(await standIn.control.digest()).toBe(asked);
    expect((await standIn.control.stats()).accepted).toEqual({ 'aeat.CONTRATISTAS': 1 });
  });

  test('its code finds no document before it is ready', async () => {
    await newProgram().ask(CONTRACTORS, paidBy(payers.late.nif));
    standIn.time += payers.usual.preparation;
    const { csv } = (await standIn.control.state()).aeat.certificates[0]!;
    const { status, text } = await newProgram().send(DOCUMENT + csv);
    expect([status, mainOf(text)]).toEqual([
      200,
      'El código seguro de verificación no corresponde a ningún documento.',
    ]);
    standIn.time += payers.late.preparation;
    expect((await newProgram().send(DOCUMENT + csv)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the payer decides whether it comes at once, late or negative; any valid number will do', async () => {
    const atOnce = await newProgram().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    expect(csvOf(atOnce.text)).toBeDefined();
    await newProgram().ask(CONTRACTORS, paidBy(payers.late.nif));
    await newProgram().ask(CONTRACTORS, paidBy(payers.negative.nif));
    await newProgram().ask(CONTRACTORS, paidBy('B12345674', 'L\'ESPAÑOLA & CÍA "2"'));
    standIn.time += payers.usual.preparation;
    const program = newProgram();
    const states = (await program.rows()).map(({ cells: [, nif, name, state] }) => [nif, name, state]);
    expect(states).toEqual([
      ['B12345674', 'L\'ESPAÑOLA & CÍA "2"', 'EMITIDO'],
      [payers.negative.nif, payers.negative.name, 'EMITIDO'],
      [payers.late.nif, payers.late.name, 'EN TRAMITACION'],
      [payers.atOnce.nif, payers.atOnce.name, 'EMITIDO'],
    ]);
    const { csv } = (await program.rows())[1]!;
    const { bytes } = await program.send(DOCUMENT + csv);
    expect(await pdfText(bytes)).toContain('carácter NEGATIVO');
  });

  test('is refused for an invalid NIF of the payer', async () => {
    for (const nif of ['B12345675', '', 'NADA']) {
      const { text } = await newProgram().validate(CONTRACTORS, paidBy(nif));
      expect(mainOf(text)).toBe('El NIF de la persona o entidad pagadora no es correcto.');
    }
    expect(await newProgram().rows()).toEqual([]);
  });

  test("another's requests are not listed, nor those of another procedure", async () => {
    await newProgram().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    expect(await newProgram({ as: 'other' }).rows()).toEqual([]);
    expect((await newProgram().send(PICK_UP.replace('G3032', 'G304'))).text).not.toContain('CSV=');
  });

  test('the same request on another day is a new request', async () => {
    await newProgram().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    standIn.time += 24 * 3_600_000;
    await newProgram().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    const rows = await newProgram().rows();
    expect(rows.map(({ cells }) => cells[0])).toEqual(['16-06-2026', '15-06-2026']);
    expect(rows[0]!.csv).not.toBe(rows[1]!.csv);
  });
});
