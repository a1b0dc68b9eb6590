import { describe, expect, test } from 'vitest';
import { spaced } from '../../../sandbox/calendar.ts';
import { encodeForm } from '../../support/stand-in/portal-client.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';
import {
  ASK,
  accountFields,
  dayFields,
  IDC_FIELDS,
  NAF_FIELDS,
  REPORT,
  tgssDialogs,
  workerFields,
} from '../../support/stand-in/tgss-screen.ts';

const { demo, today } = seed;
const { general } = demo.accounts;
const newWorker = demo.newWorkers[0]!;

const standIn = useStandIn();
const { open, duplicates } = tgssDialogs(standIn);

describe('documents of the stand-in', () => {
  test('a document always has the same bytes', async () => {
    const list = await duplicates(demo.worker, general);
    const report = await list.choose('Sub0900112079', 0);
    const [first, second] = [await report.pdf(), await report.pdf()];
    expect(first.equals(second)).toBe(true);
    const duplicate = await (await duplicates(demo.worker, general)).choose('Sub0900112079', 0);
    expect((await duplicate.pdf()).equals(first)).toBe(true);
  });

  test('a document is for its holder only, and needs the complete form', async () => {
    const report = await (await duplicates(demo.worker, general)).choose('Sub0900112079', 0);
    const fields = report.reportFields();
    const { text } = await standIn.client({ as: 'other' }).postForm(REPORT, encodeForm(fields));
    expect(text).toContain('no existe');
    const damaged = fields.map(([name, value]): [string, string] => [
      name,
      name === 'trans' ? 'null' : value,
    ]);
    const { headers } = await standIn.client().postForm(REPORT, encodeForm(damaged));
    expect(headers['content-type']).toMatch('text/html');
  });

  test('a document is fetched with the form that browsers submit', async () => {
    const report = await (await duplicates(demo.worker, general)).choose('Sub0900112079', 0);
    const form = report.$('form[name=InvocaFormularioImpRED]');
    expect(form.attr()).toMatchObject({ action: REPORT, target: '_blank', method: 'post' });
    expect(form.serializeArray().map(({ name }) => name)).toEqual(
      report.reportFields().map(([name]) => name),
    );
    expect(report.dil).toBe('');
  });

  test('documents can be limited to a day, which may have none', async () => {
    const date = dayFields('SDF', demo.worker.fecha_alta, ['DIA', 'MES', 'AO']);
    const found = await duplicates(demo.worker, general, date);
    expect(found.column('Sub0900112079', 1)).toEqual(['ALTA']);
    const none = await duplicates(demo.worker, general, dayFields('SDF', today, ['DIA', 'MES', 'AO']));
    expect(none.dil).toBe('3543* NO EXISTEN DATOS PARA ESTA CONSULTA');
    expect(none.formname).toBe('ATRM6500');
    expect((await duplicates(newWorker, general)).dil).toMatch(/^3543/);
    expect((await duplicates(demo.worker, general, { ListaTipoImpresion: '' })).dil).toMatch(/^4879/);
  });
});

describe('the lists of rows', () => {
  const idcList = async (data = {}) =>
    (await open('ATR37')).press(ASK, {
      ...workerFields(demo.manySituations, NAF_FIELDS),
      ...accountFields(general, IDC_FIELDS),
      ListaTipoImpresion: 'OnLine',
      ...data,
    });

  test('a list has the structure that clients rely on', async () => {
    const list = await idcList();
    expect(list.dil).toBe('');
    expect(list.$('#Sub0900112078 > thead th').eq(1).text()).toBe('F. R. Alta');
    expect(list.$('#Sub0900112078 > tbody > tr').length).toBe(12);
    const lines = list.html.split('\n');
    const cell = /^<label[^<>]* ?id="Sub0900112078_1_0"[^<>]*>\d\d \d\d \d{4}<\/label>$/;
    const at = lines.findIndex((line) => cell.test(line));
    expect(lines.slice(at - 2, at + 3).filter((_, index) => index !== 2)).toEqual([
      '<td>',
      '<span>',
      '</span>',
      '</td>',
    ]);
    expect(list.$('label[name="_1_0"]').length).toBe(1);
    for (const id of ['Sub2206101001', 'Sub2206301003', 'CommandEdit', 'FkeyButton', 'Ayuda']) {
      expect(list.text(id)).toBeDefined();
    }
    expect(list.html).toContain("addEventListener('dblclick'");
  });

  test('a list comes in pages, most recent first, until there are no more', async () => {
    const first = await idcList();
    const next = await first.press('Sub2206301003');
    const dates = [first, next].flatMap((page) => page.column('Sub0900112078', 1));
    expect(dates.length).toBe(23);
    expect(dates[0]).toBe(spaced(demo.manySituations.fecha_alta));
    const beyond = await next.press('Sub2206301003');
    expect(beyond.dil).toMatch(/^3037/);
    expect((await next.press('Sub2206101001')).column('Sub0900112078', 1)).toEqual(dates.slice(0, 12));
    const report = await next.choose('Sub0900112078', 10);
    const text = await report.pdfText();
    expect(text).toContain('INFORME DE DATOS PARA LA COTIZACION');
    expect(text).toContain(dates[22]!.replaceAll(' ', '/'));
    const empty = await (await first.press('Sub2206301003')).choose('Sub0900112078', 11);
    expect(empty.dil).toMatch(/^3037/);
  });

  test('a post with a row and a button chooses the row', async () => {
    const list = await idcList();
    const fields = list.fields({ Sub0900112078_0_1: 'Select' }, 'Sub2206301003');
    expect((await list.post(fields)).formname).toBe('EIOMINTE');
  });

  test('a list of reports can be limited to the registrations on a day', async () => {
    const current = await idcList(dayFields('SDF', today, ['DIA', 'MES', 'AO']));
    expect(current.column('Sub0900112078', 1)).toEqual([spaced(demo.manySituations.fecha_alta)]);
  });
});

test('a life work report of an account lists the workers who were registered in a period', async () => {
  const ask = async (from: string) =>
    (await open('ACR71')).press('Sub2207001009', {
      ...accountFields(general, ['SDFREGCCO', 'SDFTESCCO', 'SDFNYCCCO']),
      ...dayFields('SDF', from, ['DIADESDEM', 'MESDESDEM', 'AODESDEM']),
      ...dayFields('SDF', today, ['DIAHASTAM', 'MESHASTAM', 'AOHASTAM']),
      ListaTipoImpresion: 'OnLine',
    });
  const [worker, former] = [demo.worker, demo.formerWorker].map(
    ({ nss }) => `${nss.slice(0, 2)} ${nss.slice(2)}`,
  );
  const text = await (await ask(today)).pdfText();
  expect(text).toContain(worker);
  expect(text).not.toContain(former);
  expect(await (await ask('2000-01-01')).pdfText()).toContain(former);
});
