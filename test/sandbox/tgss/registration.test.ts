import { describe, expect, test } from 'vitest';
import { addDays, slashed, spaced } from '../../../sandbox/calendar.ts';
import { type AccountKey, seed, useStandIn, type WorkerKey } from '../../support/stand-in/stand-in.ts';
import {
  ALTA,
  affiliateRows,
  CONTINUE,
  dayFields,
  movement,
  PRINT,
  tgssDialogs,
} from '../../support/stand-in/tgss-screen.ts';

const { demo, other, today } = seed;
const { general } = demo.accounts;
const newWorker = demo.newWorkers[0]!;
const secondNewWorker = demo.newWorkers[1]!;

const standIn = useStandIn();
const { open, register, terminate, duplicates, affiliates, query } = tgssDialogs(standIn);

describe('a registration', () => {
  test('is filed by the second screen only, and its document has the data', async () => {
    const before = await standIn.control.digest();
    const second = await (await open('ATR01')).press(CONTINUE, movement(newWorker, general, 'Alta'));
    expect(second.formname).toBe('ATRM0101');
    expect(await standIn.control.digest()).toBe(before);
    expect((await standIn.control.stats()).submissions).toEqual({});

    const report = await second.press(CONTINUE, { ...ALTA, ...PRINT });
    const text = await report.pdfText();
    for (const part of [
      'RESOLUCION SOBRE RECONOCIMIENTO DE ALTA',
      'ENTORNO DE PRUEBAS - SIN VALIDEZ',
      newWorker.nss,
      newWorker.dni,
      `${newWorker.surname} ${newWorker.secondSurname}, ${newWorker.name}`,
      `${general.regimen} ${general.ccc}`,
      demo.company.name,
      slashed(today),
      '07 AUXILIARES ADMINISTRATIVOS',
      '200',
      '500',
      '4309',
      general.convenio,
    ]) {
      expect(text).toContain(part);
    }
    expect(await standIn.control.digest()).not.toBe(before);
    const { submissions, accepted } = await standIn.control.stats();
    expect(submissions).toEqual({ 'tgss.alta': 1 });
    expect(accepted).toEqual({ 'tgss.alta': 1 });
  });

  test('is seen by every query, and the termination ends it', async () => {
    const yesterday = addDays(today, -1);
    await register(newWorker, general, dayFields('SDFFREAL', yesterday));
    const padded = newWorker.dni.padStart(10, '0');
    const rows = affiliateRows(await affiliates(general, 1));
    expect(rows.find((row) => row[4] === padded)?.[3]).toBe('');
    const data = await query(newWorker);
    expect(data.text('SDFTSITUACAFI')).toBe('01 ALTA NORMAL');
    expect(data.text('SDFFRAAFI')).toBe(slashed(yesterday));
    expect(data.text('SDFFRBAFI')).toBe('');

    const again = await (await open('ATR01')).press(CONTINUE, movement(newWorker, general, 'Alta'));
    expect(again.dil).toBe('4359* MOVIMIENTO PREVIO ERRONEO - AFILIADO EN ALTA PREVIA');

    const ta = await terminate(newWorker, general);
    expect(await ta.pdfText()).toContain('RESOLUCION SOBRE RECONOCIMIENTO DE BAJA');
    expect((await query(newWorker)).text('SDFTSITUACAFI')).toBe('51 BAJA VOLUNTARIA');
    expect(affiliateRows(await affiliates(general, 1)).some((row) => row[4] === padded)).toBe(false);
    expect(affiliateRows(await affiliates(general, 2)).find((row) => row[4] === padded)?.[3]).toBe('BJ');

    const documents = await duplicates(newWorker, general);
    expect(documents.column('Sub0900112079', 1)).toEqual(['BAJA', 'ALTA']);
    expect(documents.column('Sub0900112079', 2)).toEqual([spaced(today), spaced(yesterday)]);
    const gone = await (await open('ATR01')).press(CONTINUE, movement(newWorker, general, 'Baja'));
    expect(gone.dil).toMatch(/^3010/);
  });

  test('without a document is confirmed by the message line, on the same screen', async () => {
    const done = await register(newWorker, general, { ListaSiNo: 'NO' });
    expect(done.dil).toBe('9125* ALTA REALIZADA. ASIGNADO CONVENIO DE LA CUENTA');
    expect(done.text('SDFSITAFI_ayuda')).toBe('');
    const unknownAgreement = await register(secondNewWorker, general, {
      ListaSiNo: 'NO',
      SDFCONVCOL_ayuda: '12345678901234',
    });
    expect(unknownAgreement.dil).toBe('9086* ALTA REALIZADA CORRECTAMENTE.CONVENIO COLECTIVO NO ADMITIDO');
  });

  test.each<[string, { worker?: WorkerKey; account?: AccountKey }, string]>([
    ['an account of somebody else', { account: other.accounts.general }, '3462'],
    ['another scheme', { account: { ...general, regimen: '0112' } }, '3030'],
    ['an unknown number', { worker: { ...newWorker, nss: '280000000097' } }, '3820'],
    [
      'a number without its check digits',
      { worker: { ...newWorker, nss: newWorker.nss.slice(0, 10) } },
      '3820',
    ],
    ["another's document", { worker: { ...newWorker, dni: demo.worker.dni } }, '2204'],
    ['another kind of document', { worker: { ...newWorker, identificacion: 6 } }, '2204'],
    ['nothing', { worker: { ...newWorker, nss: '' } }, '3001'],
  ])('is refused on the first screen for %s', async (_, { worker = newWorker, account = general }, code) => {
    const screen = await (await open('ATR01')).press(CONTINUE, movement(worker, account, 'Alta'));
    expect(screen.formname).toBe('ATRM0100');
    expect(screen.dil).toMatch(new RegExp(`^${code}\\*`));
    expect(screen.$('#SDFNUMPFI').val()).toBe(worker.dni.padStart(10, '0'));
  });

  test.each([
    ['an impossible date', dayFields('SDFFREAL', '2026-02-30'), '3053', 'SDFFREALDD'],
    ['a date too far ahead', dayFields('SDFFREAL', addDays(today, 61)), '3053', ''],
    ['no group', { SDFGRUCOT_ayuda: '' }, '3001', 'SDFGRUCOT_ayuda'],
    ['an unknown contract', { SDFTICO_ayuda: '999' }, '0007', 'SDFTICO_ayuda'],
    ['a contract that needs a collective', { SDFTICO_ayuda: '402' }, '3001', 'SDFCOLTRA_ayuda'],
    ['a coefficient that is no number', { SDFCOEFCO_ayuda: 'x' }, '3066', 'SDFCOEFCO_ayuda'],
    ['a baja code', { SDFSITAFI_ayuda: '51' }, '0007', 'SDFSITAFI_ayuda'],
  ])('is refused on the second screen for %s, and counted', async (_, data, code, focus) => {
    const before = await standIn.control.digest();
    const screen = await register(newWorker, general, data);
    expect(screen.dil).toMatch(new RegExp(`^${code}\\*`));
    expect(screen.$('#focusedControl').val()).toBe(focus);
    expect(await standIn.control.digest()).toBe(before);
    const { submissions, accepted } = await standIn.control.stats();
    expect([submissions, accepted]).toEqual([{ 'tgss.alta': 1 }, {}]);
  });

  test('is refused before the end of an earlier one, and a termination before its beginning', async () => {
    const early = await register(demo.formerWorker, general, dayFields('SDFFREAL', addDays(today, -61)));
    expect(early.dil).toMatch(/^3053/);
    const baja = await terminate(
      demo.worker,
      general,
      dayFields('SDFFREAL', addDays(demo.worker.fecha_alta, -1)),
    );
    expect(baja.dil).toMatch(/^3053/);
  });
});

describe('a termination', () => {
  test('needs the day of the alta for an inactivity, and no indicator for holidays', async () => {
    const inactive = await terminate(demo.worker, general, { ListaInactZ: 'SI' });
    expect(inactive.dil).toMatch(/^0007/);
    const holidays = await terminate(demo.worker, general, dayFields('SDFFFINV', addDays(today, 5)));
    expect(await holidays.pdfText()).toContain('RESOLUCION SOBRE RECONOCIMIENTO DE BAJA');
  });
});
