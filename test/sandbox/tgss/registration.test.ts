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
const { general, agrarian, artists } = demo.accounts;
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

  test('asks for confirmation of an unusual coefficient, and then files', async () => {
    const warning = await register(newWorker, general, { SDFCOEFCO_ayuda: '10' });
    expect(warning.text('Sub0600401054')?.toLowerCase()).toContain(
      'revise el contenido del coeficiente a tiempo parcial',
    );
    expect((await standIn.control.stats()).accepted).toEqual({});
    const report = await warning.press(warning.$('input[value=Confirmar]').attr('id')!);
    expect(await report.pdfText()).toContain('010');
    expect((await standIn.control.stats()).submissions).toEqual({ 'tgss.alta': 1 });
  });

  test('has the fields of its scheme, and all are stored', async () => {
    await register(newWorker, artists, {
      SDFCATPROF_ayuda: '0000301',
      ...dayFields('SDFFIC', today),
      SDFCAUSUS_ayuda: '01',
      SDFPRONAFSUS: demo.worker.nss.slice(0, 2),
      SDFCODNAFSUS: demo.worker.nss.slice(2),
      SDFEXCCTZ_ayuda: '64',
      SDFDESEMP_ayuda: '1',
      SDFBENEF_ayuda: '2',
      SDFSEXO_ayuda: '1',
      ...dayFields('SDFFNAC', '1980-01-31'),
      SDFRLCE_ayuda: '0100',
      SDFCOLTRA_ayuda: '967',
      SDFOCUPACION_ayuda: 'a',
      SDFCESREG_ayuda: '111',
      SDFCESTES: general.ccc.slice(0, 2),
      SDFCESCTA: general.ccc.slice(2),
      SDFCESTIP_ayuda: '2',
    });
    const { SDFMODCOTI, ListaTipoImpresion } = { SDFMODCOTI: '2', ListaTipoImpresion: 'OnLine' };
    const second = await (await open('ATR01')).press(CONTINUE, movement(secondNewWorker, agrarian, 'Alta'));
    expect(second.text('ListaTipoImpresion001')).toBeUndefined();
    const report = await second.press(CONTINUE, {
      ...ALTA,
      SDFMODCOTI_ayuda: SDFMODCOTI,
      SDFFOMAGR_ayuda: '1',
      ListaSiNo: 'SI',
      ListaTipoImpresion,
    });
    expect(report.formname).toBe('EIOMINTE');
    const { tgss } = await standIn.control.state();
    expect(tgss.registrations.at(-2)).toMatchObject({
      terms: {
        categoria: '0000301',
        fic: today,
        causaSustitucion: '01',
        nssSustituido: demo.worker.nss,
        exclusionCotizacion: '064',
        condicionDesempleado: '1',
        beneficios: '2',
        sexo: '1',
        fechaNacimiento: '1980-01-31',
        rlce: '0100',
        colectivo: '967',
        ocupacion: 'A',
      },
      assignments: [{ regimen: '0111', ccc: general.ccc, tipo: '02', from: today }],
    });
    expect(tgss.registrations.at(-1)!.terms).toMatchObject({ modalidad: '2', fomentoAgrario: '1' });
  });
});

describe('a termination', () => {
  test('has all its fields stored', async () => {
    await terminate(demo.worker, general, {
      SDFSITAFI_ayuda: '93',
      ...dayFields('SDFFFINV', addDays(today, 5)),
      SDFINDSAA: '010',
      SDFDIATRA: '7',
      ...dayFields('SDFFFT', today),
    });
    const { tgss } = await standIn.control.state();
    const registration = tgss.registrations.find(({ nss }) => nss === demo.worker.nss);
    expect(registration?.baja).toMatchObject({
      date: today,
      situacion: '93',
      finVacaciones: addDays(today, 5),
      indicativoSaa: '010',
      diasTrabajados: '07',
      finTemporal: today,
    });
  });

  test('needs the day of the alta for an inactivity, and no indicator for holidays', async () => {
    const inactive = await terminate(demo.worker, general, { ListaInactZ: 'SI' });
    expect(inactive.dil).toMatch(/^0007/);
    const holidays = await terminate(demo.worker, general, dayFields('SDFFFINV', addDays(today, 5)));
    expect(await holidays.pdfText()).toContain('RESOLUCION SOBRE RECONOCIMIENTO DE BAJA');
  });
});
