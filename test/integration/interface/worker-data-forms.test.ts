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
    'grupo_cotizacion',
    'tipo_contrato',
    'coef',
  ];
  const parts = [...told, 'cno', 'convenio', 'fecha_alta', 'fecha_baja'];
  const listed = (answer: typeof older) =>
    ok(answer!).data.map((one: Record<string, unknown>) => parts.map((part) => one[part]));
  expect(listed(newest)).toEqual(listed(older));
  expect(ok(newest!).data[0].nombres).toBe('');
});
