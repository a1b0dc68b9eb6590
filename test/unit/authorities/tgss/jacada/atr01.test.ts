import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { ChannelFailure } from '../../../../../shared/authorities/channel/failure.ts';
import { AccessDenied, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { alta } from '../../../../../shared/authorities/tgss/jacada/atr01.ts';
import { button, label, reportPage, screen } from '../../../../support/portals/jacada.ts';
import { altaInput, atr01First, atr01Second, warnings } from '../../../../support/portals/jacada-dialogs.ts';
import { answerWith, edited, PDF, pdf, play } from '../../../../support/portals/portal.ts';

/** Files a registration. @param answers replies after the second screen was sent */
const file = (...answers: (Answer | Error)[]) =>
  play(alta, altaInput, [atr01First(), atr01Second(), ...answers]);

describe('ATR01', () => {
  it('ATR01 ends a dry run before the screen that files', async () => {
    const { seen, end } = await play(alta, altaInput, [atr01First(), atr01Second()], true);
    expect(end).toEqual({ dry: true });
    expect(seen.map(({ commits }) => commits)).toEqual([false, false]);
  });

  it('ATR01 says at the end of a dry run which worker the screen names, first names first', async () => {
    const page = (shown: string) => edited(atr01Second(), '</form>', `${label('SDFNOMBRE', shown)}</form>`);
    const endOf = async (shown: string) =>
      (await play(alta, altaInput, [atr01First(), page(shown)], true)).end;
    expect(await endOf('MUÑOZ PEÑA, BEGOÑA')).toEqual({ dry: true, worker: 'BEGOÑA MUÑOZ PEÑA' });
    expect(await endOf('PEÑA')).toEqual({ dry: true, worker: 'PEÑA' });
    expect(await endOf('')).toEqual({ dry: true });
  });

  it('ATR01 fills in the given values, and sends back everything else as it came', async () => {
    const { seen } = await file(reportPage(), pdf);
    const { fields, names } = seen[2]!;
    expect(fields).toMatchObject({
      txt_SDFSITAFI_ayuda: '01',
      txt_SDFFREALDD: '09',
      txt_SDFFREALMM: '03',
      txt_SDFFREALAA: '2026',
      txt_SDFGRUCOT_ayuda: '03',
      txt_SDFTICO_ayuda: '100',
      txt_SDFCNOCUP_ayuda: '0011',
      txt_SDFCONVCOL_ayuda: '60888888888888',
      txt_SDFCOEFCO_ayuda: '',
      txt_NOTE: 'nota ñ',
      cbo_ListaInactZ: 'NO',
      cbo_ListaSiNo: 'SI',
      cbo_ListaTipoImpresion001: 'OnLine',
      cbo_ListaTipoImpresion: '',
    });
    expect(names).not.toContain('chk_SDFINDGCMENSUAL');
    expect(names).not.toContain('txt_DISABLED');
    expect(new Set(names).size).toBe(names.length);
  });

  it('ATR01 commits with the second screen, and with no step before or after it', async () => {
    const { seen } = await file(reportPage(), pdf);
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true, false]);
  });

  it('ATR01 fetches the document of the last page', async () => {
    const { seen, result } = await file(reportPage(), pdf);
    expect(seen[3]!.path).toBe('/ImprPDF/InSeNaCoder');
    expect(seen[3]!.fields).toEqual({
      param: 'F0001',
      trans: 'AABBCCDD',
      aplicacion: 'AFIR',
      usuario: 'PEÑA',
      idioma: 'C',
      fecha: '01/02/2026 10:11',
      tipo: 'P',
    });
    expect(result).toEqual({ document: { contentType: 'application/pdf', name: 'TA.pdf', bytes: PDF } });
  });

  it('ATR01 accepts a document that comes at once', async () => {
    expect((await file(pdf)).result?.document?.bytes).toEqual(PDF);
  });

  it.each<[string, Answer | Error]>([
    ['an error page', answerWith('error', { status: 500 })],
    ['a page', answerWith('<html></html>')],
    ['nothing', new ChannelFailure('silent', { sent: true, authorityAtFault: true, code: 'x' })],
  ])('ATR01 accepts without a document when %s comes instead of it', async (_, answer) => {
    expect(await file(reportPage(), answer)).toMatchObject({ result: {}, error: undefined });
  });

  it('ATR01 accepts without a document when the last page lacks a field', async () => {
    const page = screen('<input type="hidden" id="SDFFICHERO" name="txt_SDFFICHERO" value="F"/>', '');
    expect(await file(page)).toMatchObject({ result: {}, steps: 3 });
  });

  it.each([
    ['3408* OPERACION REALIZADA CORRECTAMENTE', 'OPERACION REALIZADA CORRECTAMENTE'],
    [
      '9125*   ALTA REALIZADA. ASIGNADO CONVENIO DE LA CUENTA',
      'ALTA REALIZADA. ASIGNADO CONVENIO DE LA CUENTA',
    ],
    ['9086* ALTA REALIZADA CORRECTAMENTE.CONVENIO COLECTIVO NO ADMITIDO', /NO ADMITIDO$/],
  ])('a registration is accepted with a message: %s', async (dil, message) => {
    expect((await file(atr01Second(dil))).result).toEqual({ message: expect.stringMatching(message) });
  });

  it.each([
    ['3053* FECHA REAL ERRONEA', '3053* FECHA REAL ERRONEA'],
    ['* 3001*&nbsp;&nbsp; CAMPO\n OBLIGATORIO', '* 3001* CAMPO OBLIGATORIO'],
    ['9999- TEXTO', '9999- TEXTO'],
  ])('a registration is refused with the portal’s message: %s', async (dil, words) => {
    const { error, committed } = await file(atr01Second(dil));
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).messages).toEqual([words]);
    expect(committed).toBe(true);
  });

  it('a registration is refused by the first screen before anything is committed', async () => {
    const refusing = screen('', '3462*    CUENTA DE COTIZACION NO AUTORIZADA');
    const { error, committed } = await play(alta, altaInput, [atr01First(), refusing]);
    expect((error as Refusal).messages).toEqual(['3462* CUENTA DE COTIZACION NO AUTORIZADA']);
    expect(committed).toBe(false);
  });

  it.each([
    ['asks again', atr01Second()],
    ['says nothing', atr01Second('')],
    ['has a code that other programs ignore', atr01Second('2148* AVISO')],
    ['reports success with an unknown code', atr01Second('7777* ALTA REALIZADA')],
    ['shows another page', answerWith('<html><body>hola</body></html>')],
    ['shows a page without code', screen('')],
    ['has a text without a code', atr01Second('SIN CODIGO')],
  ])('a registration is neither accepted nor refused when the answer %s', async (_, answer) => {
    const { error, committed } = await file(answer);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(true);
  });

  it('a registration is denied access, and not refused, if the answer asks to log in', async () => {
    const { error, committed } = await file(atr01Second('1234* SU SESIÓN HA CADUCADO'));
    expect(error).toBeInstanceOf(AccessDenied);
    expect(committed).toBe(true);
  });

  it('ATR01 confirms each warning once, with a step that may take effect', async () => {
    const { seen, result } = await file(
      warnings.handling(),
      warnings.coefficient(),
      warnings.benefits(),
      reportPage(),
      pdf,
    );
    expect(result?.document).toBeDefined();
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true, true, true, true, false]);
    expect(seen.slice(3, 6).map(({ fields }) => [fields.btn_Sub1, fields.btn_Sub2, fields.btn_Sub3])).toEqual(
      [
        ['Continuar', undefined, undefined],
        [undefined, 'Confirmar', undefined],
        [undefined, undefined, 'Confirmar'],
      ],
    );
  });

  it.each(Object.entries(warnings))(
    'ATR01 does not confirm the same warning twice: %s',
    async (_, warning) => {
      const { error, steps } = await file(warning(), warning());
      expect(error).toBeInstanceOf(Unreadable);
      expect(steps).toBe(4);
    },
  );

  it('ATR01 does not confirm a registration that is already accepted', async () => {
    const page = screen(
      `<div id="Frame">Pueden aplicarse beneficios en materia de</div>${button('Sub3', 'Confirmar')}`,
      '3408* OPERACION REALIZADA CORRECTAMENTE',
    );
    expect(await file(page)).toMatchObject({ result: { message: expect.any(String) }, steps: 3 });
  });

  it('ATR01 refuses a warning that it does not know', async () => {
    const page = screen(
      `${label('Sub1001101047', 'AVISO')}${label('Sub1201101047', 'NO SE PUEDE MECANIZAR')}`,
      '',
    );
    expect(((await file(page)).error as Refusal).messages).toEqual(['NO SE PUEDE MECANIZAR']);
  });

  it('ATR01 does not file if the screen has no field for a value', async () => {
    const without = edited(atr01Second(), 'name="txt_SDFCOEFCO_ayuda"', 'name="txt_OTHER"');
    const { error, committed } = await play(alta, { ...altaInput, coeficiente: '500' }, [
      atr01First(),
      without,
    ]);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(false);
  });
});
