import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import type { Refusal } from '../../../../../shared/authorities/exchange.ts';
import { type FieInput, fie } from '../../../../../shared/authorities/tgss/prosa/fie.ts';
import { fieSheet } from '../../../../support/portals/fie-sheet.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { pdf, play } from '../../../../support/portals/portal.ts';
import { button, form, inputs, plain, radio, refusedPage } from '../../../../support/portals/prosa.ts';
import { fieForm, fieFound, fieMade, range } from '../../../../support/portals/prosa-applications.ts';

describe('the FIE', () => {
  const COMPANY = { ...range, of: 'company', regimen: '0111', ccc: worker.ccc } as const;

  it('the FIE comes with the portal’s words', async () => {
    const { seen, result } = await play(fie, COMPANY, [fieForm(), fieFound(), fieMade(), fieSheet()]);
    expect(seen[1]!.fields).toMatchObject({
      OPCIONES_BUSQUEDA: '0',
      regimen: '0111',
      provincia: '28',
      cccnum: '000000097',
      fechaIniEmpresa: '01/03/2026',
    });
    expect(result?.message).toBe('0350 - INFORME GENERADO CORRECTAMENTE');
    expect(result?.document?.contentType).toBe('application/vnd.ms-excel');
  });

  it.each<[string, Answer[], Record<string, string>[]]>([
    [
      'of 2022, whose fields have other names',
      [
        plain(
          form(
            `${radio('OPCIONES_BUSQUEDA_4', 'OPCIONES_BUSQUEDA', 'CCC')}${radio('OPCIONES_BUSQUEDA_3', 'OPCIONES_BUSQUEDA', 'AUT')}
<input id="REG" name="ccc.regimen" value=""/><input id="PROV" name="ccc.provincia" value=""/><input id="NUM" name="ccc.numero" value=""/>
${inputs('fechaIniEmpresa', 'fechaFinEmpresa')}${button('ENVIO_10', 'BUSCAR')}`,
          ),
        ),
        fieFound(),
      ],
      [
        { OPCIONES_BUSQUEDA: 'CCC', 'ccc.regimen': '0111', 'ccc.provincia': '28', 'ccc.numero': '000000097' },
        { 'SPM.ACC.DESCARGAR': 'DESCARGAR' },
      ],
    ],
    [
      'of 2022 without a choice',
      [
        plain(
          form(
            `<input id="REG" name="regimen" value=""/><input id="PROV" name="provincia" value=""/><input id="NUM" name="cccnum" value=""/>
${inputs('fechaIniEmpresa', 'fechaFinEmpresa')}${button('ENVIO_10', 'BUSCAR')}`,
          ),
        ),
        fieFound(),
      ],
      [{ regimen: '0111', 'SPM.ACC.BUSCAR': 'BUSCAR' }, {}],
    ],
    [
      'before it',
      [
        plain(
          form(
            `${radio('OPCIONES_BUSQUEDA_3', 'OPCIONES_BUSQUEDA', '3')}${radio('OPCIONES_BUSQUEDA_4', 'OPCIONES_BUSQUEDA', '4')}
${inputs('regimen', 'provincia', 'cccnum', 'fechaIniEmpresa', 'fechaFinEmpresa')}${button('ENVIO_5', 'Accion_Buscar')}`,
          ),
        ),
        plain(form(button('ENVIO_8', 'DESCARGAR'))),
      ],
      [
        { OPCIONES_BUSQUEDA: '3', provincia: '28', 'SPM.ACC.Accion_Buscar': 'Accion_Buscar' },
        { 'SPM.ACC.DESCARGAR': 'DESCARGAR' },
      ],
    ],
  ])('the FIE is found on the page %s', async (_, pages, sent) => {
    const { seen, result } = await play(fie, COMPANY, [...pages, fieMade(), fieSheet()]);
    expect(result).toHaveProperty('document');
    expect([seen[1]!.fields, seen[2]!.fields]).toMatchObject(sent);
  });

  it.each<[FieInput, Record<string, string>]>([
    [
      { ...range, of: 'self-employed', naf: worker.nss },
      { OPCIONES_BUSQUEDA: '1', NAF: worker.nss },
    ],
    [
      { ...range, of: 'authorised-user' },
      { OPCIONES_BUSQUEDA: '2', NAF: '' },
    ],
  ])('the FIE is requested for others than companies: $of', async (input, fields) => {
    const { seen } = await play(fie, input, [fieForm(), fieFound(), fieMade(), pdf]);
    expect(seen[1]!.fields).toMatchObject(fields);
  });

  it('the FIE is refused in the portal’s words', async () => {
    const text = 'EL INTERVALO DE FECHAS NO PUEDE SER SUPERIOR A 28 DIAS';
    const { error } = await play(fie, { ...range, of: 'authorised-user' }, [fieForm(), refusedPage(text)]);
    expect((error as Refusal).messages).toEqual([text]);
  });
});
