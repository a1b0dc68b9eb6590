import { describe, expect, it } from 'vitest';
import { exampleAccount } from '../../../../../functions/seg-social/fields.ts';
import { bankDetails } from '../../../../../shared/authorities/tgss/prosa/bank-details.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { pdf, play } from '../../../../support/portals/portal.ts';
import {
  button,
  confirmation,
  done,
  form,
  inputs,
  plain,
  radio,
  select,
} from '../../../../support/portals/prosa.ts';

const bank = {
  regimen: '0111',
  ccc: worker.ccc,
  option: 'acreedor' as const,
  cuenta: { ...exampleAccount, titular: 'PEÑA SL' },
};
const bankControls = inputs(
  'CC1EmpresaAut',
  'IBAN',
  'ENTIDAD',
  'OFICINA',
  'DCNC',
  'NUM1',
  'NUM2',
  'TIPO_DOC',
  'NIF_TITULAR',
  'TITULAR',
);

describe('bank details', () => {
  it.each([
    ['a list', select('OPCION', 'C', 'A')],
    ['radio buttons', radio('o1', 'OPCION', 'C') + radio('o2', 'OPCION', 'A')],
  ])('may file with the form and with the confirmation, choosing from %s', async (_, choice) => {
    const page = plain(form(choice + bankControls + button('ENVIO_3', 'Continuar')));
    const { seen, result } = await play(bankDetails, bank, [page, confirmation(), done(), pdf]);
    expect(seen[1]!.fields).toMatchObject({ OPCION: 'A', IBAN: 'ES91', TITULAR: 'PEÑA SL' });
    expect(seen.map(({ commits }) => commits)).toEqual([false, true, true, false]);
    expect(result?.document?.name).toBe('datos-bancarios.pdf');
  });
});
