import { describe, expect, it } from 'vitest';
import { type BajaInput, baja } from '../../../../../shared/authorities/tgss/jacada/atr01.ts';
import { reportPage } from '../../../../support/portals/jacada.ts';
import { atr01First, atr01Second, bajaInput } from '../../../../support/portals/jacada-dialogs.ts';
import { PDF, pdf, play } from '../../../../support/portals/portal.ts';

describe('ATR01 baja', () => {
  it('puts every field of a termination where it belongs', async () => {
    const full: BajaInput = {
      ...bajaInput,
      fecha_vacaciones: '2027-01-05',
      indicativoSAA: '001',
      inactividad_z: 'S',
      dias_trabajados: 7,
      fecha_fin_temporal: '2026-12-30',
    };
    const { seen, result } = await play(baja, full, [atr01First(), atr01Second(), reportPage(), pdf]);
    expect(seen[1]!.fields).toMatchObject({ cbo_ListaAltasBajas: 'Baja' });
    expect(seen[2]!.fields).toMatchObject({
      txt_SDFSITAFI_ayuda: '93',
      txt_SDFFREALDD: '31',
      txt_SDFFFINVDD: '05',
      txt_SDFFFINVMM: '01',
      txt_SDFFFINVAA: '2027',
      txt_SDFINDSAA: '001',
      cbo_ListaInactZ: 'SI',
      txt_SDFDIATRA: '7',
      txt_SDFFFTDD: '30',
    });
    expect(result?.document?.bytes).toEqual(PDF);
  });
});
