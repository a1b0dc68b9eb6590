import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../../shared/authorities/channel/channel.ts';
import { OutOfService, Refusal, Unreadable } from '../../../../../../shared/authorities/exchange.ts';
import {
  accountLife,
  accountUpToDate,
  workersReport,
} from '../../../../../../shared/authorities/tgss/jacada/reports/of-account.ts';
import {
  authorisations as asks,
  button,
  inputs,
  print,
  reportPage,
  screen,
  selectedIn,
  AUTHORISATIONS as TABLE,
  tooLong,
  unauthorised,
} from '../../../../../support/portals/jacada.ts';
import { debtParts, debtsFirst } from '../../../../../support/portals/jacada-dialogs.ts';
import { PDF, pdf, play } from '../../../../../support/portals/portal.ts';

const account = { regimen: '0111', ccc: '28000000097' };
const period = { ...account, startDate: '2026-01-05', endDate: '2026-06-30' };

const ita = () =>
  screen(inputs('SDFREG62_ayuda', 'SDFTESO62', 'SDFNUM62') + print() + button('Sub2207601004'));
const life = () =>
  screen(
    inputs('SDFREGCCO', 'SDFTESCCO', 'SDFNYCCCO') +
      inputs('SDFDIADESDEM', 'SDFMESDESDEM', 'SDFAODESDEM') +
      inputs('SDFDIAHASTAM', 'SDFMESHASTAM', 'SDFAOHASTAM') +
      print() +
      button('Sub2207001009'),
  );
describe('ATR64', () => {
  it.each<[string, Answer[]]>([
    ['at once', [pdf]],
    ['after a page with its data', [reportPage(), pdf]],
  ])('ATR64 gives the workers of an account, %s', async (_, pages) => {
    const { seen, result } = await play(workersReport, account, [ita(), ...pages]);
    expect(seen[0]!.path).toContain('TRANSACCION=ATR64&E=I&AP=AFIR');
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFREG62_ayuda: '0111',
      txt_SDFTESO62: '28',
      txt_SDFNUM62: '000000097',
      cbo_ListaTipoImpresion: 'OnLine',
    });
    expect(result).toMatchObject({ name: 'ITA.pdf', bytes: PDF });
  });

  it('ATR64 asks as each authorisation until one has the account', async () => {
    const { seen, result } = await play(workersReport, account, [
      ...[asks(), ita(), unauthorised()],
      ...[asks(), ita(), reportPage(), pdf],
    ]);
    expect(result?.bytes).toEqual(PDF);
    expect(selectedIn(...seen)).toEqual([`tbl_cbo_${TABLE}_0_0`, `tbl_cbo_${TABLE}_0_1`]);
  });

  it.each<[string, Answer[], new (...args: never[]) => Error]>([
    [
      'no authorisation has the account',
      [asks(), ita(), unauthorised(), asks(), ita(), unauthorised()],
      Refusal,
    ],
    ['another reason ends it', [asks(), ita(), screen('', '3030* REGIMEN ERRONEO')], Refusal],
    ['there are no workers', [ita(), screen('', '3543* NO EXISTEN DATOS PARA ESTA CONSULTA')], Refusal],
    ['the service is down', [ita(), screen('', '9999* SERVICIO NO DISPONIBLE')], OutOfService],
    ['no document comes', [ita(), screen('', '')], Unreadable],
    ['it is too long', [ita(), tooLong()], Refusal],
  ])('ATR64 gives no workers if %s', async (_, pages, error) => {
    const outcome = await play(workersReport, account, pages);
    expect(outcome.error).toBeInstanceOf(error);
    expect(outcome.seen).toHaveLength(pages.length);
  });
});

describe('ACR71', () => {
  it('ACR71 gives the registrations of a period', async () => {
    const { seen, result } = await play(accountLife, period, [life(), reportPage(), pdf]);
    expect(seen[0]!.path).toContain('TRANSACCION=ACR71');
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFREGCCO: '0111',
      txt_SDFTESCCO: '28',
      txt_SDFNYCCCO: '000000097',
      txt_SDFDIADESDEM: '05',
      txt_SDFMESDESDEM: '01',
      txt_SDFAODESDEM: '2026',
      txt_SDFDIAHASTAM: '30',
      txt_SDFMESHASTAM: '06',
      txt_SDFAOHASTAM: '2026',
      cbo_ListaTipoImpresion: 'OnLine',
      btn_Sub2207001009: 'Continuar',
    });
    expect(result).toMatchObject({ name: 'vida-laboral-cuenta.pdf', bytes: PDF });
  });

  it('ACR71 gives no report, and no error, only if the portal says that it is too long', async () => {
    const long = await play(accountLife, period, [life(), tooLong()]);
    expect([long.result, long.error]).toEqual([undefined, undefined]);
    const refused = await play(accountLife, period, [life(), screen('', '3053* FECHA REAL ERRONEA')]);
    expect(refused.error).toEqual(new Refusal(['3053* FECHA REAL ERRONEA']));
    const unknown = await play(accountLife, period, [life(), screen('<p>Otra página</p>', '')]);
    expect(unknown.error).toBeInstanceOf(Unreadable);
  });
});

describe('RCR92', () => {
  it('RCR92 gives the certificate with all its parts, from the area of debts', async () => {
    const { seen, result } = await play(accountUpToDate, account, [
      debtsFirst(),
      debtParts(),
      reportPage(),
      pdf,
    ]);
    expect(seen[0]!.path).toContain('TRANSACCION=RCR92&E=I&AP=DEUR');
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFWMIDENT: '28000000097',
      txt_SDFWMRESU: '0111',
      btn_Sub1: 'Continuar',
    });
    expect(seen[2]!.fields).toMatchObject({
      chk_chkgrupo1_1: '1',
      chk_chkgrupo1_2: '1',
      chk_chkgrupo1_3: '1',
      chk_detalle_deuda: '1',
      btn_Sub2: 'Confirmar',
    });
    expect(seen.every(({ commits }) => !commits)).toBe(true);
    expect(result).toMatchObject({ name: 'situacion-cotizacion.pdf', bytes: PDF });
  });

  it('RCR92 gives no certificate if a page has neither that button nor a document', async () => {
    const { error } = await play(accountUpToDate, account, [debtsFirst(), screen(button('Sub3', 'Otro'))]);
    expect(error).toBeInstanceOf(Unreadable);
  });
});
