import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { ago, of, ok, today, useSocialSecurity, withKind } from '../support/social-security.ts';

/** Changes whose answer is lost. */

const socialSecurity = useSocialSecurity();
const { authorities } = socialSecurity;
const { general } = seed.demo.accounts;

describe('a filed change whose answer is lost', () => {
  const { worker, cesion } = seed.demo;
  const who = of(worker, general);
  const change = { ...who, fecha_real: ago(1) };
  const assignment = {
    ...withKind(worker, general),
    cesion_regimen: cesion.regimen,
    cesion_ccc: cesion.ccc,
    cesion_tipo: '02',
    startDate: ago(1),
  };
  const placement = { ...withKind(worker, general), startDate: `${ago(1).slice(0, 7)}-01`, dia_efectivo: 1 };
  const { identificacion: _, ...inAccount } = withKind(worker, general);
  const sickLeave = {
    ...inAccount,
    fecha_baja: seed.demo.leave,
    contingencia: '1',
    puesto: 'Auxiliar administrativa',
    funciones: 'Atención telefónica y archivo de documentos',
    clase_contrato: '1',
    base: '000512345',
    dias: 90,
  };
  const birth = {
    ...inAccount,
    solicitante: 'M',
    motivo: '1',
    fecha_inicio: ago(1),
    fecha_fin: ago(-100),
  };
  // Each with other content, because a filing with an unknown outcome is not repeated.
  const adding = (days: number): Call => [
    'POST',
    '/etts/cesion',
    { ...assignment, endDate: addDays(today, days) },
  ];
  const baja: Call = ['POST', '/baja', { ...withKind(worker, general), situacion: '51', fecha_real: today }];
  beforeEach(() => authorities.reset());

  type Call = [method: string, path: string, json: object];
  const file = async ([method, path, json]: Call, status: number) => {
    const before = await authorities.digest();
    const lost = socialSecurity.gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const answer = await lost.call(method, `/seg-social${path}`, { json });
    expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({ status });
    // An unknown outcome is reported under the authority's name, as the interface specifies.
    if (status === 502) expect(answer.body.errors).toEqual({ tgss: [answer.body.message] });
    expect(await authorities.digest()).not.toBe(before);
    const { submissions } = await authorities.stats();
    return Object.values(submissions).reduce((sum, count) => sum + count, 0);
  };

  const found: [Call, ...Call[]][] = [
    [['PUT', '/contribution-group', { ...change, grupo_cotizacion: '04' }]],
    [['PUT', '/occupation', { ...change, ocupacion: 'b' }]],
    [['PUT', '/cno', { ...change, cno: '2611' }]],
    [
      [
        'PUT',
        '/contract-coeficiente',
        { ...who, startDate: ago(1), contractType: '200', coeficiente: '500' },
      ],
    ],
    [baja],
    [['POST', '/it', sickLeave]],
    [['POST', '/nacimiento', birth]],
    [['DELETE', '/baja', { ...who, fecha_real: today }], baja],
  ];
  for (const [wanted, ...earlier] of found)
    test(`the change ${wanted[0]} ${wanted[1]} is found to be filed`, async () => {
      for (const each of earlier) ok(await socialSecurity.call(...each));
      expect(await file(wanted, 200)).toBe(1 + earlier.length);
    });

  // No query proves these.
  const unknown: [Call, ...Call[]][] = [
    [adding(1)],
    [['PUT', '/etts/cesion', { ...assignment, endDate: addDays(today, 1) }], adding(2)],
    [['DELETE', '/etts/cesion', assignment], adding(3)],
    [['POST', '/pract-no-remun', placement]],
    [['DELETE', '/alta', { ...who, fecha_real: worker.fecha_alta }]],
  ];
  for (const [wanted, ...earlier] of unknown)
    test(`the change ${wanted[0]} ${wanted[1]} must be checked by the integrator`, async () => {
      for (const each of earlier) ok(await socialSecurity.call(...each));
      expect(await file(wanted, 502)).toBe(1 + earlier.length);
    });
});
