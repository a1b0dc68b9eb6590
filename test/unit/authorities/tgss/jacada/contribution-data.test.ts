import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import {
  contributionData,
  contributionReports,
} from '../../../../../shared/authorities/tgss/jacada/contribution-data.ts';
import {
  button,
  list,
  NEXT_PAGE,
  reportPage,
  screen,
  selectedIn,
  worker,
} from '../../../../support/portals/jacada.ts';
import { IDC, idcFirst } from '../../../../support/portals/jacada-dialogs.ts';
import { PDF, pdf, play, type Seen } from '../../../../support/portals/portal.ts';

/** A full page of rows, with one registration for each year. */
const registrationsSince = (year: number) =>
  Array.from({ length: 12 }, (_, index) => [`01 01 ${year + index}`, `31 12 ${year + index}`, '']);

describe('ATR37', () => {
  const rows = [
    ['01 02 2025', '', ''],
    ['01 06 2024', '31 12 2024', ''],
    ['01 01 2020', '31 12 2020', ''],
  ];
  const ask = (date: string, page = (_seen: Seen): Answer => list(IDC, rows)) =>
    play(contributionData, { ...worker, date }, (seen) => {
      if (seen.path.includes('TRANSACCION=')) return idcFirst();
      if (seen.path === '/ImprPDF/InSeNaCoder') return pdf;
      return Object.values(seen.fields).includes('Select') ? reportPage() : page(seen);
    });
  it.each([
    ['2025-02-01', '2025-02-01', 0],
    ['2025-12-31', '2025-02-01', 0],
    ['2024-12-31', '2024-06-01', 1],
    ['2020-01-01', '2020-01-01', 2],
  ])('ATR37 selects the registration in force on %s', async (date, expected, row) => {
    const { seen, result } = await ask(date);
    expect(result).toMatchObject({ date: expected, document: { name: 'IDC.pdf', bytes: PDF } });
    expect(selectedIn(...seen)).toEqual([`tbl_cbo_${IDC}_0_${row}`]);
  });

  it.each(['2025-01-15', '2019-12-31'])(
    'ATR37 refuses if no registration is in force on %s',
    async (date) => {
      expect((await ask(date)).error).toBeInstanceOf(Refusal);
    },
  );

  it('ATR37 selects a row on the page that the portal showed last', async () => {
    let shown = 0;
    const { seen, result } = await ask('2003-05-05', (request) => {
      shown = `btn_${NEXT_PAGE}` in request.fields ? shown + 1 : 0;
      return shown === 0 ? list(IDC, registrationsSince(2000)) : list(IDC, rows);
    });
    expect(result?.date).toBe('2003-01-01');
    const selection = seen.findIndex(({ fields }) => Object.values(fields).includes('Select'));
    expect(`btn_${NEXT_PAGE}` in seen[selection - 1]!.fields).toBe(false);
    expect(selectedIn(...seen)).toEqual([`tbl_cbo_${IDC}_0_3`]);
  });

  it('ATR37 reads a list of one page once', async () => {
    const { seen } = await ask('2025-12-31');
    expect(seen.filter(({ path }) => path.includes('TRANSACCION='))).toHaveLength(1);
    expect(seen).toHaveLength(4);
  });

  it('ATR37 reads the list again if the portal may have shown another page since', async () => {
    // There is no further page, so the portal shows the same one again.
    const { seen, result } = await ask('2003-05-05', () => list(IDC, registrationsSince(2000)));
    expect(result?.date).toBe('2003-01-01');
    expect(seen.filter(({ path }) => path.includes('TRANSACCION='))).toHaveLength(2);
  });

  it('ATR37 sends the date unless it is in the future', async () => {
    expect((await ask('2025-02-01')).seen[1]!.fields).toMatchObject({ txt_SDFDIA: '01', txt_SDFAO: '2025' });
    expect((await ask('2999-02-01')).seen[1]!.fields).toMatchObject({
      txt_SDFDIA: '',
      txt_SDFMES: '',
      txt_SDFAO: '',
    });
  });

  it('ATR37 continues after the page for companies that lost benefits, but only once', async () => {
    const between = () => screen(`<p>PERDIDA DE BENEFICIOS</p>${button('Sub9')}`, '');
    const input = { ...worker, date: '2025-02-01' };
    const { seen, result } = await play(contributionData, input, [
      idcFirst(),
      list(IDC, rows),
      between(),
      reportPage(),
      pdf,
    ]);
    expect(seen[3]!.fields.btn_Sub9).toBe('Continuar');
    expect(result?.date).toBe('2025-02-01');
    const circle = await play(contributionData, input, [idcFirst(), list(IDC, rows), between(), between()]);
    expect(circle.error).toBeInstanceOf(Unreadable);
    expect(circle.steps).toBe(4);
  });
});

describe('the list of ATR37', () => {
  it('the list is read to its end, without a date', async () => {
    const last = list(IDC, [['01 06 2025', '', '']]);
    const { seen, result } = await play(contributionReports, worker, [
      idcFirst(),
      list(IDC, registrationsSince(2011)),
      last,
    ]);
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFTESNAF: '28',
      txt_SDFNAF: '0000000196',
      txt_SDFREGCTA: '0111',
      txt_SDFTESCTA: '28',
      txt_SDFCUENTA: '000000097',
      txt_SDFDIA: '',
      txt_SDFMES: '',
      txt_SDFAO: '',
    });
    expect(`btn_${NEXT_PAGE}` in seen[2]!.fields).toBe(true);
    expect(result).toHaveLength(13);
    expect(result?.at(0)).toEqual({ start: '2011-01-01', end: '2011-12-31' });
    expect(result?.at(-1)).toEqual({ start: '2025-06-01', end: '' });
  });

  it('the list of ATR37 is empty only if the portal says that there is nothing', async () => {
    const none = screen('', '3543* NO EXISTEN DATOS PARA ESTA CONSULTA');
    expect((await play(contributionReports, worker, [idcFirst(), none])).result).toEqual([]);
    const refused = screen('', '3820* NUMERO DE AFILIACION INEXISTENTE');
    expect((await play(contributionReports, worker, [idcFirst(), refused])).error).toBeInstanceOf(Refusal);
    expect((await play(contributionReports, worker, [idcFirst(), screen('', '')])).error).toBeInstanceOf(
      Unreadable,
    );
  });
});
