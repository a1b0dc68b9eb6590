import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { lifeReport } from '../../../../../shared/authorities/tgss/prosa/life-report.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { PDF, pdf, play } from '../../../../support/portals/portal.ts';
import { button, form, inputs, link, message, xml } from '../../../../support/portals/prosa.ts';

describe('the life work report', () => {
  it('follows the link to the document', async () => {
    const page = xml(
      form(inputs('NA5NumSegSocialCompleto', 'CC1EmpresaAut') + button('ENVIO_3', 'AC_GENERAR')),
    );
    const made = xml(message('INFO', 'Informe generado correctamente') + link('INFORME'));
    expect((await play(lifeReport, worker, [page, made, pdf])).result?.bytes).toEqual(PDF);
    expect((await play(lifeReport, worker, [page, xml('')])).error).toBeInstanceOf(Unreadable);
  });
});
