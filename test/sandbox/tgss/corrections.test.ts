import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed, useStandIn, type WorkerKey } from '../../support/stand-in/stand-in.ts';
import {
  ASK,
  accountFields,
  CONTINUE,
  dayFields,
  tgssDialogs,
  workerFields,
} from '../../support/stand-in/tgss-screen.ts';

const { demo, today } = seed;
const { general } = demo.accounts;

const standIn = useStandIn();
const { open, terminate, duplicates, query } = tgssDialogs(standIn);

describe('corrections', () => {
  const person = (worker: WorkerKey) => ({
    SDFPROAFI: worker.nss.slice(0, 2),
    SDFCODAFI: worker.nss.slice(2),
    SDFTIPPFI_ayuda: String(worker.identificacion),
    SDFNUMPFI: worker.dni,
    SDFTESCTACOT: general.ccc.slice(0, 2),
    SDFCTACOT: general.ccc.slice(2),
  });

  const REGISTRATION_FIELDS = ['SDFREGCC_ayuda', 'SDFTESCC', 'SDFNUMCC'];

  test('ATR42 removes a scheduled movement', async () => {
    const { scheduledWorker, worker } = demo;
    const data = (who: WorkerKey, kind: string, date: string) => ({
      ...workerFields(who, ['SDFTESORNAF', 'SDFNUMNAF']),
      ...accountFields(general, REGISTRATION_FIELDS),
      ListaAltasBajas001: kind,
      ListaAltasBajas: 'Eliminación',
      ...dayFields('SDF', date, ['DIAB', 'MESB', 'AOB']),
    });
    const BUTTON = 'Sub2207101004';
    const first = await open('ATR42');
    expect((await first.press(BUTTON, data(worker, 'Alta', worker.fecha_alta))).dil).toMatch(/^4113/);
    const confirmation = await first.press(BUTTON, data(scheduledWorker, 'Alta', scheduledWorker.fecha_alta));
    expect(confirmation.$('input[name=txt_SDFSITALT_ayuda]').val()).toBe('01');
    expect((await confirmation.press(BUTTON)).dil).toMatch(/^3408/);
    const before = await standIn.control.digest();
    expect((await confirmation.press(BUTTON)).dil).toMatch(/^4113/);
    expect(await standIn.control.digest()).toBe(before);

    const leaving = addDays(today, 20);
    await terminate(worker, general, dayFields('SDFFREAL', leaving));
    const termination = await first.press(BUTTON, data(worker, 'Baja', leaving));
    expect((await termination.press(BUTTON)).dil).toMatch(/^3408/);
    expect((await query(worker)).text('SDFFRBAFI')).toBe('');
  });

  test('ATR45 changes contract and coefficient', async () => {
    const first = await open('ATR45');
    const data = await first.press(ASK, { ...person(demo.worker), SDFREGAFI_ayuda: '0111' });
    expect(data.$('#SDFTICO_ayuda').val()).toBe('100');
    const values = { ...dayFields('SDFFREAL', today), SDFTICO_ayuda: '200', SDFCOEFCO_ayuda: '600' };
    const done = await data.press(CONTINUE, values);
    expect(done.dil).toMatch(/^3408/);
    const page = await query(demo.worker);
    expect([page.text('SDFTIPOAFI'), page.text('SDFCOEFAFI')]).toEqual(['200', '600']);
    const documents = await duplicates(demo.worker, general);
    expect(documents.column('Sub0900112079', 1)).toEqual(['VARIACION', 'ALTA']);
    const text = await (await documents.choose('Sub0900112079', 0)).pdfText();
    expect(text).toContain('RESOLUCION SOBRE VARIACION DE DATOS');
    expect(text).toContain('600');
    const early = await data.press(CONTINUE, {
      ...values,
      ...dayFields('SDFFREAL', addDays(demo.worker.fecha_alta, -1)),
    });
    expect(early.dil).toMatch(/^3053/);
    const warning = await data.press(CONTINUE, { ...values, SDFCOEFCO_ayuda: '10' });
    expect(warning.text('Sub0600401054')).toContain('Revise el contenido del coeficiente a tiempo parcial');
  });
});
