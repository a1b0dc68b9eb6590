import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { settlementReceipt } from '../../../../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { edited, PDF, pdf, play } from '../../../../support/portals/portal.ts';
import { form, plain, radio, select } from '../../../../support/portals/prosa.ts';
import {
  ACCEPT,
  oneSettlement,
  receiptPage,
  settlement,
  settlementForm,
  settlementList,
  users,
} from '../../../../support/portals/prosa-applications.ts';

/** An HTML page with an error. */
const htmlError = (text: string) =>
  plain(`<div id="ARQContenMensaje"><ul><li class="mensajeError">${text}</li></ul></div>`);

describe('settlement receipts', () => {
  /**
   * The replies for a certificate with one authorised user: first to the question whether there are several, then to opening
   * the application.
   */
  const opened = () => [settlementForm(), settlementForm()];
  const asOne = (...answers: Answer[]) => play(settlementReceipt, settlement, [...opened(), ...answers]);

  it('the receipt is requested as the authorised user, for the months, and the document of the settlement is fetched', async () => {
    const answers = [users(), settlementForm(), oneSettlement(), receiptPage(), pdf];
    const { seen, result } = await play(settlementReceipt, { ...settlement, authorised: '00678' }, answers);
    expect(seen[0]!.path).toContain('IDAPP=XV21Y200');
    expect(seen[1]!.fields).toMatchObject({ NUM_AUTORIZADO: '678', 'SPM.PORTALTYPE': 'HTML' });
    expect(seen[1]!.fields).not.toHaveProperty('ARQ.SPM.OUT');
    expect(seen[2]!.fields).toMatchObject({
      MES_DESDE: '01',
      ANNIO_HASTA: '2026',
      TIPO_LIQUIDACION: 'L03',
      MES_CONTROL: '04',
      ORIGEN_LIQUIDACION: 'T',
    });
    expect(seen[3]!.fields).toMatchObject({ LIQUIDACION: '0', 'SPM.ACC.CONTINUAR': 'Continuar' });
    expect(result).toMatchObject({
      document: { contentType: 'application/pdf', name: 'RLC.pdf', bytes: PDF },
      all: [expect.anything()],
    });
    expect(seen.some(({ commits }) => commits)).toBe(false);
  });

  it('each authorised user is tried if none is given, until one has the contribution account', async () => {
    const notOwner = htmlError('CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO');
    const asSecond = [users(), settlementForm(), oneSettlement(), receiptPage(), pdf];
    const answers = [users(), users(), settlementForm(), notOwner, ...asSecond];
    const { seen, result } = await play(settlementReceipt, settlement, answers);
    expect(seen.flatMap(({ fields }) => fields.NUM_AUTORIZADO ?? [])).toEqual(['12345', '678']);
    expect(result).toHaveProperty('document');
  });

  it('the receipt is refused if no user has the contribution account', async () => {
    const text = 'CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO';
    const each = [users(), settlementForm(), htmlError(text)];
    const { error } = await play(settlementReceipt, settlement, [users(), ...each, ...each]);
    expect((error as Refusal).messages).toEqual([text]);
  });

  it.each(['NO EXISTE LIQUIDACION PARA LOS DATOS INTRODUCIDOS', 'NO EXISTE LIQUIDACIÓN'])(
    'the query reports %s',
    async (text) => {
      expect((await asOne(htmlError(text))).result).toEqual({ none: text });
    },
  );

  it('the settlement of exactly the period is chosen if the list has several', async () => {
    const list = settlementList(
      '99000001 L03 01/2026 - 01/2026',
      '99000002 L03 01/2026 - 03/2026',
      '99000003 L03 03/2026 - 03/2026',
    );
    const { seen, result } = await asOne(list, receiptPage(), pdf);
    expect(seen[3]!.fields.LIQUIDACION).toBe('1');
    expect(result).toHaveProperty('document');
  });

  it('the period of a settlement without a label is read in its row', async () => {
    const row = (index: number, period: string) =>
      `<tr><td>${radio(`l${index}`, 'LIQUIDACION', `${index}`)}</td><td>9900000${index}</td><td>L03</td><td>${period}</td></tr>`;
    const list = plain(
      form(
        `<table>${row(0, '01/2026 - 01/2026')}${row(1, '01/2026 - 03/2026')}</table>
<input type="submit" id="SPM.ACC.CONTINUAR" name="SPM.ACC.CONTINUAR" value="Continuar"/>`,
      ),
    );
    const { seen, result } = await asOne(list, receiptPage(), pdf);
    expect(seen[3]!.fields.LIQUIDACION).toBe('1');
    expect(result).toHaveProperty('document');
  });

  it('the receipt is refused for a year that the portal does not offer', async () => {
    const page = edited(
      settlementForm(),
      '<input type="text" id="ANNIO_DESDE" name="ANNIO_DESDE" value=""/>',
      select('ANNIO_DESDE', '2024', '2025'),
    );
    const { result, seen } = await play(settlementReceipt, settlement, [settlementForm(), page]);
    expect(result).toEqual({ wrong: 'from' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['none of them is', ['99000001 L03 01/2026 - 01/2026 1.234,56', '99000003 L03 03/2026 - 03/2026']],
    ['two of them are', ['99000001 L03 01/2026 - 03/2026', '99000003 L03 01/2026 - 03/2026']],
  ])(
    'the receipt is of the first settlement if the list has several and %s of exactly the period',
    async (_, labels) => {
      const { result, seen } = await asOne(settlementList(...labels), receiptPage(), pdf);
      expect(seen[3]!.fields.LIQUIDACION).toBe('0');
      expect(result).toMatchObject({
        of: { number: '99000001' },
        all: [{ number: '99000001' }, { number: '99000003' }],
      });
    },
  );

  it('the receipt is of the settlement of that number, and of none if the list does not have it', async () => {
    const list = settlementList('99000001 L03 01/2026 - 03/2026', '99000003 L03 01/2026 - 03/2026 -1.234,50');
    const ask = (number: string) =>
      play(settlementReceipt, { ...settlement, number }, [...opened(), list, receiptPage(), pdf]);
    expect((await ask('99000003')).result).toMatchObject({
      of: { number: '99000003', type: 'L03', from: '2026-01', to: '2026-03', amount: '-1.234,50' },
    });
    expect((await ask('99')).result).toEqual({ wrong: 'number' });
  });

  it('the receipt is refused for anything else', async () => {
    const { error } = await asOne(htmlError('C.C.C. ERRONEO'));
    expect((error as Refusal).messages).toEqual(['C.C.C. ERRONEO']);
  });

  it.each([
    ['a list without settlements', settlementList()],
    ['a page without list', plain(form(ACCEPT))],
  ])('the page is unreadable with %s', async (_, answer) => {
    expect((await asOne(answer)).error).toBeInstanceOf(Unreadable);
  });

  it('the receipt is refused for a type that the portal does not offer, and for a user that the certificate does not have', async () => {
    const other = await play(settlementReceipt, { ...settlement, type: 'C00' }, opened());
    expect(other.result).toEqual({ wrong: 'type' });
    const stranger = await play(settlementReceipt, { ...settlement, authorised: '1' }, [users()]);
    expect(stranger.error).toBeInstanceOf(Refusal);
  });
});
