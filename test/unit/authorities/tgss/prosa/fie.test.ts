import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../../../shared/authorities/exchange.ts';
import { type FieInput, fie } from '../../../../../shared/authorities/tgss/prosa/fie.ts';
import { spreadsheet } from '../../../../support/portals/fie-sheet.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { answerWith, pdf, play } from '../../../../support/portals/portal.ts';
import { refusedPage } from '../../../../support/portals/prosa.ts';
import { fieForm, fieFound, fieMade, range } from '../../../../support/portals/prosa-applications.ts';

describe('the FIE', () => {
  it('comes with the portal’s words', async () => {
    const bytes = spreadsheet();
    const { seen, result } = await play(fie, { ...range, of: 'company', regimen: '0111', ccc: worker.ccc }, [
      fieForm(),
      fieFound(),
      fieMade(),
      answerWith(bytes, { contentType: 'application/vnd.ms-excel' }),
    ]);
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

  it.each<[FieInput, Record<string, string>]>([
    [
      { ...range, of: 'self-employed', naf: worker.nss },
      { OPCIONES_BUSQUEDA: '1', NAF: worker.nss },
    ],
    [
      { ...range, of: 'authorised-user' },
      { OPCIONES_BUSQUEDA: '2', NAF: '' },
    ],
  ])('asks for others than companies: $of', async (input, fields) => {
    const { seen } = await play(fie, input, [fieForm(), fieFound(), fieMade(), pdf]);
    expect(seen[1]!.fields).toMatchObject(fields);
  });

  it('is refused in the portal’s words', async () => {
    const text = 'EL INTERVALO DE FECHAS NO PUEDE SER SUPERIOR A 28 DIAS';
    const { error } = await play(fie, { ...range, of: 'authorised-user' }, [fieForm(), refusedPage(text)]);
    expect((error as Refusal).messages).toEqual([text]);
  });
});
