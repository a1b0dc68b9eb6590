import { expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { ok, useSocialSecurity } from '../../support/social-security.ts';

/** The authority may show a worker's data in several forms; an integrator gets the same answer for all. */

const { demo } = seed;
const socialSecurity = useSocialSecurity();

test.each([
  ['one registration', demo.worker],
  ['several registrations', demo.manySituations],
])('the situations of a worker with %s are read in both forms of the pages', async (_, { dni }) => {
  const { regimen, ccc } = demo.accounts.general;
  const [older, newest] = await Promise.all(
    [socialSecurity.gateway, socialSecurity.gateway.with({ 'X-Sandbox-Scenario': 'newest-pages' })].map(
      (gateway) =>
        gateway.get('/seg-social/employee-situations', {
          regimen,
          ccc,
          dni,
          getConvenio: '1',
          getDatos: '1',
        }),
    ),
  );
  const told = [
    'nss',
    'dni',
    'fnacimiento',
    'sexo',
    'situacion',
    'nombres',
    'apellidos',
    'grupo_cotizacion',
    'grupo_cotizacion_text',
    'tipo_contrato',
    'coef',
  ];
  const parts = [...told, 'cno', 'convenio', 'fecha_alta', 'fecha_baja'];
  const listed = (answer: typeof older) =>
    ok(answer!).data.map((one: Record<string, unknown>) => parts.map((part) => one[part]));
  expect(listed(newest)).toEqual(listed(older));
});

test('the name stays whole where no page of the answer has its comma, as with the number of the worker', async () => {
  const { regimen, ccc } = demo.accounts.general;
  const { dni, nss, surname, secondSurname, name } = demo.worker;
  const answer = await socialSecurity.gateway
    .with({ 'X-Sandbox-Scenario': 'newest-pages' })
    .get('/seg-social/employee-situations', { regimen, ccc, dni, nss });
  expect(ok(answer).data[0]).toMatchObject({ apellidos: `${surname} ${secondSurname} ${name}`, nombres: '' });
});
