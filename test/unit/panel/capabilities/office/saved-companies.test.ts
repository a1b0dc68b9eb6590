import { expect, test } from 'vitest';
import { saveCompany, savedText } from '../../../../../panel/src/capabilities/office/saved-companies.ts';

test.each([
  [['created', 'created', 'extended'], 'Guardado: 2 empresas nuevas, 1 con cuentas que no tenía.'],
  [['created', 'unchanged', 'unchanged'], 'Guardado: 1 empresa nueva, 2 ya estaban.'],
  [[], undefined],
] as const)('the companies %j of a sheet are summed up as %s', (states, text) => {
  expect(savedText(states.map((state) => ({ state })))).toBe(text);
});

test('a company that is saved as a row gives its number, or the mistakes of the fields of the form', async () => {
  const row = { name: 'Bar', cif: 'B12345674', regimen: '0111', account: '28999901151', alias: 'Bar' };
  const answering = (data: object) => ({ importCompanies: async () => ({ data }) }) as never;
  const saved = { rows: [1], customerID: 7, nombre: 'Bar', state: 'created', messages: [] };
  expect(await saveCompany(answering({ companies: [saved], wrong: [] }), row)).toBe(7);
  const wrong = { row: 1, nombre: 'Bar', mistakes: ['ccc: No es correcta.', 'El límite es de 2 clientes.'] };
  await expect(saveCompany(answering({ companies: [], wrong: [wrong] }), row)).rejects.toMatchObject({
    status: 422,
    errors: { account: ['No es correcta.'], rows: ['El límite es de 2 clientes.'] },
  });
});
