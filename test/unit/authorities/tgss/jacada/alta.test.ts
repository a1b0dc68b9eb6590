import { describe, expect, it } from 'vitest';
import { type AltaInput, alta } from '../../../../../shared/authorities/tgss/jacada/atr01.ts';
import { reportPage } from '../../../../support/portals/jacada.ts';
import { altaInput, atr01First, atr01Second } from '../../../../support/portals/jacada-dialogs.ts';
import { pdf, play } from '../../../../support/portals/portal.ts';

describe('ATR01 alta', () => {
  it('sends the first screen as a browser would', async () => {
    const opening = atr01First();
    const { seen } = await play(alta, altaInput, [opening, atr01Second(), reportPage(), pdf]);
    expect(seen[0]!.path).toBe('/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=ATR01&E=I&AP=AFIR');
    expect(seen[1]!.path).toMatch(/^\/Xhtml\?SessionId=S\d+&x=1$/);
    expect(seen[1]!.fields).toEqual({
      Applname: 'LIBAFCON',
      sessionId: expect.stringMatching(/^S\d+$/),
      focusedControl: '',
      default_null: '1',
      txt_CommandEdit: 'Atr01',
      cbo_ListaAltasBajas: 'Alta',
      txt_SDFPROAFI: '28',
      txt_SDFCODAFI: '0000000196',
      txt_SDFTIPPFI_ayuda: '1',
      txt_SDFNUMPFI: '016262835H',
      txt_SDFREGAFI_ayuda: '0111',
      txt_SDFTESCTACOT: '28',
      txt_SDFCTACOT: '000000097',
      btn_Sub2207401004: 'Continuar',
    });
  });

  it('fills in what is given, and sends back everything else as it came', async () => {
    const { seen } = await play(alta, altaInput, [atr01First(), atr01Second(), reportPage(), pdf]);
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

  it('puts every field of a registration where it belongs', async () => {
    const full: AltaInput = {
      ...altaInput,
      regimen: '0163',
      category_professional: '0000301',
      coeficiente: '500',
      rlce: '0100',
      worker_collective: '967',
      ocupacion: 'a',
      convenio: '28000000000001',
      modalidad_ctz: '2',
      fic: '2026-01-02',
      sust_cause: '01',
      sust_nss: '280000000297',
      exc_ctz: '064',
      cond_desempleado: '1',
      beneficios: 'B',
      fom_empl_agrario: '1',
      sexo: 'F',
      fnacimiento: '1990-05-17',
      cesion_regimen: '0111',
      cesion_ccc: '08000000001',
      cesion_tipo: '02',
    };
    const { seen } = await play(alta, full, [atr01First(), atr01Second(), reportPage(), pdf]);
    expect(seen[2]!.fields).toMatchObject({
      txt_SDFCATPROF_ayuda: '0000301',
      txt_SDFCOEFCO_ayuda: '500',
      txt_SDFRLCE_ayuda: '0100',
      txt_SDFCOLTRA_ayuda: '967',
      txt_SDFOCUPACION_ayuda: 'A',
      txt_SDFCONVCOL_ayuda: '28000000000001',
      txt_SDFMODCOTI_ayuda: '2',
      txt_SDFFICDD: '02',
      txt_SDFFICMM: '01',
      txt_SDFFICAA: '2026',
      txt_SDFCAUSUS_ayuda: '01',
      txt_SDFPRONAFSUS: '28',
      txt_SDFCODNAFSUS: '0000000297',
      txt_SDFEXCCTZ_ayuda: '064',
      txt_SDFDESEMP_ayuda: '1',
      txt_SDFBENEF_ayuda: 'B',
      txt_SDFFOMAGR_ayuda: '1',
      txt_SDFSEXO_ayuda: '2',
      txt_SDFFNACDD: '17',
      txt_SDFFNACMM: '05',
      txt_SDFFNACAA: '1990',
      txt_SDFCESREG_ayuda: '0111',
      txt_SDFCESTES: '08',
      txt_SDFCESCTA: '000000001',
      txt_SDFCESTIP_ayuda: '02',
      cbo_ListaTipoImpresion: 'OnLine',
      cbo_ListaTipoImpresion001: '',
    });
  });
});
