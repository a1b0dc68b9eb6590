import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { OutOfService, type Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { MAX_STEPS } from '../../../../../shared/authorities/run-script.ts';
import { duplicateTa } from '../../../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import {
  list,
  NEXT_PAGE,
  reportPage,
  screen,
  selectedIn,
  tooLong,
} from '../../../../support/portals/jacada.ts';
import { fullPage, TA, taFirst, taInput } from '../../../../support/portals/jacada-dialogs.ts';
import { answerWith, PDF, pdf, play, type Seen } from '../../../../support/portals/portal.ts';

describe('ATR65', () => {
  it('ATR65 asks for the document of a movement and a date', async () => {
    const rows = [
      ['ALTA', '09 03 2026'],
      ['BAJA VOLUNTARIA', '08 03 2026'],
      ['BAJA VOLUNTARIA', '09 03 2026'],
    ];
    const { seen, result } = await play(duplicateTa, taInput, [taFirst(), list(TA, rows), reportPage(), pdf]);
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFTESNAF: '28',
      txt_SDFNAF: '0000000196',
      txt_SDFREGCTA_NH: '0111',
      txt_SDFTESCTA: '28',
      txt_SDFCUENTA: '000000097',
      txt_SDFDIA: '09',
      txt_SDFMES: '03',
      txt_SDFAO: '2026',
      cbo_ListaTipoImpresion: 'OnLine',
      chk_SDFINFTA1: '1',
    });
    expect(selectedIn(seen[2]!)).toEqual([`tbl_cbo_${TA}_0_2`]);
    expect(seen[2]!.fields).toMatchObject({ txt_CommandEdit: 'EN', btn_FkeyButton: '+' });
    expect(new Set(seen[2]!.names).size).toBe(seen[2]!.names.length);
    expect(result?.bytes).toEqual(PDF);
  });

  it('ATR65 reads all pages of the list', async () => {
    const pages = [taFirst(), list(TA, fullPage), list(TA, [['BAJA', '09/03/2026']]), reportPage(), pdf];
    const { seen, result } = await play(duplicateTa, taInput, pages);
    expect(seen[2]!.fields[`btn_${NEXT_PAGE}`]).toBe('Pág. Sig.');
    expect(seen[3]!.fields[`tbl_cbo_${TA}_0_0`]).toBe('Select');
    expect(result?.bytes).toEqual(PDF);
  });

  it.each<[string, Answer[]]>([
    ['the portal has no data', [taFirst(), screen('', '3543* NO EXISTEN DATOS PARA ESTA CONSULTA')]],
    ['no row matches', [taFirst(), list(TA, [['ALTA', '09 03 2026']])]],
    ['the list is empty', [taFirst(), list(TA, [])]],
    [
      'the portal only reports the end of the list on the page after it',
      [taFirst(), list(TA, fullPage), list(TA, [], '3037* NO HAY MAS DATOS')],
    ],
  ])('ATR65 returns no document if %s', async (_, answers) => {
    expect(await play(duplicateTa, taInput, answers)).toMatchObject({
      end: { result: undefined },
      error: undefined,
    });
  });

  it('ATR65 ends even if the list has no end', async () => {
    const page = (_: Seen, step: number) =>
      step === 0
        ? taFirst()
        : list(TA, [['ALTA', `${(step % 28) + 1} 01 2020`]], '3251* HAY MAS AFILIADOS A CONSULTAR');
    const { error, steps } = await play(duplicateTa, taInput, page);
    expect(error).toBeInstanceOf(Unreadable);
    expect(steps).toBeLessThanOrEqual(MAX_STEPS);
  });

  it('ATR65 does not accept a page without the list as an empty list', async () => {
    expect((await play(duplicateTa, taInput, [taFirst(), screen('', '')])).error).toBeInstanceOf(Unreadable);
  });

  it.each([
    ['shows the last page again', list(TA, fullPage, '3037* NO HAY MAS DATOS')],
    ['shows no list', screen('', '3145* NO HAY MAS PAGINAS')],
    ['has no more data', screen('', '3543* NO EXISTEN DATOS PARA ESTA CONSULTA')],
  ])('ATR65 ends if the portal, on the request for the next page, %s', async (_, beyond) => {
    const { end, steps } = await play(duplicateTa, taInput, [taFirst(), list(TA, fullPage), beyond]);
    expect([end, steps]).toEqual([{ result: undefined }, 3]);
  });

  it('ATR65 does not lose rows that the portal announces', async () => {
    const answers = [
      taFirst(),
      list(TA, [['ALTA', '01 01 2026']], '3251* HAY MAS AFILIADOS A CONSULTAR', { isLast: true }),
    ];
    expect((await play(duplicateTa, taInput, answers)).error).toBeInstanceOf(Unreadable);
  });

  it('ATR65 reports that a document is too long to be sent', async () => {
    const answers = [taFirst(), list(TA, [['BAJA', '09 03 2026']]), tooLong()];
    expect(((await play(duplicateTa, taInput, answers)).error as Refusal).messages[0]).toContain(
      'excede el límite',
    );
  });

  it.each<[string, Answer, unknown]>([
    ['an error page', answerWith('', { status: 500 }), OutOfService],
    ['a page', answerWith('<html></html>'), Unreadable],
  ])('ATR65 fails if %s comes instead of the document', async (_, answer, kind) => {
    const answers = [taFirst(), list(TA, [['BAJA', '09 03 2026']]), reportPage(), answer];
    expect((await play(duplicateTa, taInput, answers)).error).toBeInstanceOf(kind);
  });
});
