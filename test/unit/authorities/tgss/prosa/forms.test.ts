import { describe, expect, it } from 'vitest';
import { removeRegistration } from '../../../../../shared/authorities/tgss/prosa/remove-registration.ts';
import { unpaidPlacement } from '../../../../../shared/authorities/tgss/prosa/unpaid-placement.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { pdf, play } from '../../../../support/portals/portal.ts';
import { button, done, form, inputs, plain, select } from '../../../../support/portals/prosa.ts';

describe('forms that file at once', () => {
  it('records days of placements', async () => {
    const page = plain(
      form(
        `${select('tipo', '1', '2', '6')}${inputs('NA5NumSegSocialCompleto', 'IP9NumDoc', 'CC1EmpresaAut', 'periodo', 'diaEfectivo', 'diaPrevistoITAT', 'diaPrevisto', 'indPractica', 'noRemunerada')}${button('ENVIO_3', 'Continuar')}`,
      ),
    );
    const input = { ...worker, month: '2026-03', dia_efectivo: 0, no_remunerada: true };
    const { seen } = await play(unpaidPlacement, input, [page, done(), pdf]);
    expect(seen[1]).toMatchObject({
      commits: true,
      fields: { periodo: '03/2026', diaEfectivo: '0', diaPrevisto: '', indPractica: '', noRemunerada: '1' },
    });
  });

  it('removes the registration in force', async () => {
    const page = plain(
      form(
        `${inputs('NA5NumSegSocialCompleto', 'CC1EmpresaAut')}${select('tipoImpresion', '', 'Diferido', 'OnLine')}${button('ENVIO_3', 'Continuar')}`,
      ),
    );
    const { seen } = await play(removeRegistration, worker, [page, done(), pdf]);
    expect(seen[1]).toMatchObject({ commits: true, fields: { CC1EmpresaAut: '011128000000097' } });
    expect((await play(removeRegistration, worker, [page], true)).seen).toHaveLength(1);
  });
});
