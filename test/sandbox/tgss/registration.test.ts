import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { type AccountKey, seed, useStandIn, type WorkerKey } from '../../support/stand-in/stand-in.ts';
import { dayFields, tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

const { demo, other, today } = seed;
const { general } = demo.accounts;
const newWorker = demo.newWorkers[0]!;
const secondNewWorker = demo.newWorkers[1]!;

const standIn = useStandIn();
const { begin, register, terminate, query } = tgssDialogs(standIn);

describe('a registration', () => {
  test('a registration is refused again, and so is a termination, which is shown at once', async () => {
    await register(newWorker, general, dayFields('SDFFREAL', addDays(today, -1)));
    const again = await begin(newWorker, general, 'Alta');
    expect(again.dil).toBe('4359* MOVIMIENTO PREVIO ERRONEO - AFILIADO EN ALTA PREVIA');
    const text = await (await terminate(newWorker, general)).pdfText();
    expect(text).toContain('RESOLUCION SOBRE RECONOCIMIENTO DE BAJA');
    expect(text).toContain('ENTORNO DE PRUEBAS - SIN VALIDEZ');
    expect((await query(newWorker)).text('SDFTSITUACAFI')).toBe('51 BAJA VOLUNTARIA');
    const gone = await begin(newWorker, general, 'Baja');
    expect(gone.dil).toMatch(/^3010/);
  });

  test('a registration without a document is confirmed by the message line, on the same screen', async () => {
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
  ])(
    'a registration is refused on the first screen for %s',
    async (_, { worker = newWorker, account = general }, code) => {
      const screen = await begin(worker, account, 'Alta');
      expect(screen.formname).toBe('ATRM0100');
      expect(screen.dil).toMatch(new RegExp(`^${code}\\*`));
      expect(screen.$('#SDFNUMPFI').val()).toBe(worker.dni.padStart(10, '0'));
    },
  );

  test.each([
    ['an impossible date', dayFields('SDFFREAL', '2026-02-30'), '3053', 'SDFFREALDD'],
    ['a date too far ahead', dayFields('SDFFREAL', addDays(today, 61)), '3053', ''],
    ['no group', { SDFGRUCOT_ayuda: '' }, '3001', 'SDFGRUCOT_ayuda'],
    ['an unknown contract', { SDFTICO_ayuda: '999' }, '0007', 'SDFTICO_ayuda'],
    ['a contract that needs a collective', { SDFTICO_ayuda: '402' }, '3001', 'SDFCOLTRA_ayuda'],
    ['a coefficient that is no number', { SDFCOEFCO_ayuda: 'x' }, '3066', 'SDFCOEFCO_ayuda'],
    ['a baja code', { SDFSITAFI_ayuda: '51' }, '0007', 'SDFSITAFI_ayuda'],
  ])('a registration is refused on the second screen for %s, and counted', async (_, data, code, focus) => {
    const before = await standIn.control.digest();
    const screen = await register(newWorker, general, data);
    expect(screen.dil).toMatch(new RegExp(`^${code}\\*`));
    expect(screen.$('#focusedControl').val()).toBe(focus);
    expect(await standIn.control.digest()).toBe(before);
    const { submissions, accepted } = await standIn.control.stats();
    expect([submissions, accepted]).toEqual([{ 'tgss.alta': 1 }, {}]);
  });

  test('a registration is refused before the end of an earlier one, and a termination before its beginning', async () => {
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
  test('a termination needs the day of the alta for an inactivity, and no indicator for holidays', async () => {
    const inactive = await terminate(demo.worker, general, { ListaInactZ: 'SI' });
    expect(inactive.dil).toMatch(/^0007/);
    const holidays = await terminate(demo.worker, general, dayFields('SDFFFINV', addDays(today, 5)));
    expect(await holidays.pdfText()).toContain('RESOLUCION SOBRE RECONOCIMIENTO DE BAJA');
  });
});
