import { describe, expect, test } from 'vitest';
import { slashed } from '../../../sandbox/calendar.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';
import { ASK, affiliateRows, type Screen, tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

const { demo, today } = seed;
const { general, artists } = demo.accounts;
const newWorker = demo.newWorkers[0]!;

const { open, affiliates, query } = tgssDialogs(useStandIn());

describe('the query of a worker', () => {
  test('the query adds the data of the ticked boxes', async () => {
    const list = await query(demo.manySituations);
    const data = await list.choose('Sub0900112061', 0);
    const boxes = { SDFDATOSCONTAFI: true, SDFCONVCOL: true, SDFPECLIQAFI: true, SDFCES: true };
    const period = { SDFMESPEC: today.slice(5, 7), SDFAOPEC: today.slice(0, 4) };
    const extra = await data.press(ASK, { ...boxes, ...period });
    expect(extra.formname).toBe('ATRM6104');
    expect(extra.text('SDFCNOCUP')).toBe('4309');
    expect(extra.text('SDFCONVCOL')).toBe(general.convenio);
    expect(extra.text('SDFTSITUACAFI')).toBe('01 ALTA NORMAL');
    expect(extra.text('Sub0900112063_14_0')).toBe('1.234,56');
    expect(extra.text('Sub0900112063_8_0')).toBe(slashed(demo.manySituations.fecha_alta));
    const past = await data.press(ASK, { SDFPECLIQAFI: true, SDFMESPEC: '1', SDFAOPEC: '2001' });
    expect(past.text('Sub0900112063_1_0')).toBeUndefined();
    expect((await extra.press('Sub2205801004')).formname).toBe('ATRM6102');

    const agency = await (await query(demo.agencyWorker)).press(ASK, { SDFCES: true });
    expect([1, 2, 3, 4].map((column) => agency.text(`Sub0900112064_${column}_0`))).toEqual([
      demo.company.name,
      '02',
      '0111',
      general.ccc,
    ]);
    expect((await agency.press('Sub2205801004')).formname).toBe('ATRM6103');
  });

  test('the query does not find a worker who is in no account of the holder', async () => {
    expect((await query(newWorker)).dil).toMatch(/^3543/);
    expect((await query({ ...newWorker, nss: '280000000097' })).dil).toMatch(/^3820/);
  });
});

describe('the workers of an account', () => {
  test('the list has the workers of the box that was posted most often', async () => {
    const former = demo.formerWorker.dni.padStart(10, '0');
    const scheduled = demo.scheduledWorker.dni.padStart(10, '0');
    const documents = (screen: Screen) => affiliateRows(screen).map((row) => row[4]);
    expect(documents(await affiliates(general, 1))).not.toContain(former);
    expect(documents(await affiliates(general, 2)).toSorted()).toEqual([former, scheduled].toSorted());

    const screen = await open('ATR62');
    const box = (number: number): [string, string] => [`chk_chkgrupo1_${number}`, '1'];
    const common: [string, string][] = [
      ['LIBAFCON', 'LIBAFCON'],
      ['Formname', 'ATRM6201'],
      ['txt_SDFREG62_ayuda', '111'],
      ['txt_SDFTESO62', general.ccc.slice(0, 2)],
      ['txt_SDFNUM62', general.ccc.slice(2)],
      ['btn_Sub2207601004', ''],
    ];
    expect(documents(await screen.post([...common, box(2), box(2), box(1)]))).toContain(former);
    expect(documents(await screen.post([...common, box(1), box(1), box(2)]))).not.toContain(former);
    expect(documents(await screen.post([...common, box(2)]))).toContain(former);
    expect((await affiliates(artists, 1)).dil).toMatch(/^3543/);
  });

  test('the list may include foreigners, also with a passport', async () => {
    const rows = affiliateRows(await affiliates(general, 1));
    for (const worker of [demo.nieWorker, demo.passportWorker]) {
      expect(rows.find((row) => row[4] === worker.dni.padStart(10, '0'))?.[0]).toBe(
        `${worker.nss.slice(0, 2)} ${worker.nss.slice(2)}`,
      );
    }
  });
});
