import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { NothingFound, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { lifeReport } from '../../../../../shared/authorities/tgss/jacada/life-report.ts';
import {
  button,
  inputs,
  list,
  NEXT_PAGE,
  print,
  reportPage,
  screen,
  tooLong,
  worker,
} from '../../../../support/portals/jacada.ts';
import { answerWith, latin1, PDF, pdf, play } from '../../../../support/portals/portal.ts';

const SEVERAL = '3710* SELECCIONE UNA CUENTA DE COTIZACION';
const TABLE = 'Sub0900112063';

const first = () => screen(inputs('SDFTESORNAF', 'SDFNUMNAF') + print() + button('Sub2207001009', 'Informe'));
const accounts = (...rows: string[]) =>
  list(
    TABLE,
    rows.map((row) => [row]),
    SEVERAL,
  );
const ask = (pages: Answer[]) => play(lifeReport, worker, [first(), ...pages]);

describe('ATR63', () => {
  it.each<[string, Answer[]]>([
    ['at once', [pdf]],
    ['after a page with its data', [reportPage(), pdf]],
  ])('ATR63 gives the report of a worker with one account, %s', async (_, pages) => {
    const { seen, result } = await ask(pages);
    expect(seen[0]!.path).toContain('TRANSACCION=ATR63');
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFTESORNAF: '28',
      txt_SDFNUMNAF: '0000000196',
      cbo_ListaTipoImpresion: 'OnLine',
      btn_Sub2207001009: 'Informe',
    });
    expect(result).toMatchObject({ name: 'vida-laboral.pdf', bytes: PDF });
  });

  it('double-clicks the account of a worker with several', async () => {
    const rows = accounts('0111 28 000000098', '0111 28 000000097');
    const { seen, result } = await ask([rows, reportPage(), pdf]);
    expect(seen[2]!.fields).toMatchObject({
      [`tbl_cbo_${TABLE}_0_1`]: 'Select',
      txt_CommandEdit: 'EN',
      btn_FkeyButton: '+',
    });
    expect(result?.bytes).toEqual(PDF);
  });

  it('ATR63 turns pages until it finds the account', async () => {
    const full = accounts(...Array.from({ length: 12 }, (_, number) => `0111 28 ${100_000_000 + number}`));
    const { seen, result } = await ask([full, accounts('0111 28 000000097'), reportPage(), pdf]);
    expect(`btn_${NEXT_PAGE}` in seen[2]!.fields).toBe(true);
    expect(result?.bytes).toEqual(PDF);
  });

  const ofAccount = (words: string) => answerWith(latin1(`%PDF-1.4\nstream\n(${words}) Tj\nendstream`));

  it.each([
    'CODIGO DE CUENTA DE COTIZACION 0111 28000000098',
    'C.C.C.: 28/0000000/98',
    'CUENTA COTIZACIÓN 0111 28 000000098',
  ])('ATR63 refuses, under its field, a report of another account: %s', async (words) => {
    const { error } = await ask([ofAccount(words)]);
    expect(error).toBeInstanceOf(NothingFound);
    expect((error as NothingFound).field).toBe('ccc');
    const asked = await ask([ofAccount(words.replace(/98$/, '97'))]);
    expect(asked.result?.name).toBe('vida-laboral.pdf');
  });

  it('ATR63 gives a report whose account cannot be read', async () => {
    const { result } = await ask([ofAccount('NUMERO DE LA SEGURIDAD SOCIAL 28 0000000196 CUENTA')]);
    expect(result?.name).toBe('vida-laboral.pdf');
  });

  it.each<[string, Answer[], new (...args: never[]) => Error]>([
    ['the account is not in the list', [accounts('0111 28 000000098', '0521 28 000000097')], NothingFound],
    ['there is no list', [screen('', SEVERAL)], Unreadable],
    ['the portal refuses', [screen('', '3820* NUMERO DE AFILIACION INEXISTENTE')], Refusal],
    ['neither document nor reason comes', [accounts('0111 28 000000097'), screen('', '')], Unreadable],
    ['the document is too long', [tooLong()], Refusal],
  ])('ATR63 gives no report if %s', async (_, pages, error) => {
    expect((await ask(pages)).error).toBeInstanceOf(error);
  });
});
