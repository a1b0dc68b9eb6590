import type { ByHand } from '../../../sandbox/by-hand.ts';
import { addDays, type IsoDate } from '../../../sandbox/calendar.ts';
import { person } from '../../../sandbox/population.ts';
import { STRANGERS, type WorldCompany } from '../world-of-companies.ts';

/** Changes by hand in a world of several companies, and the workforces that agree with it. */

/** The rows of a workforce that agrees with the authorities. */
export const rowsOf = ({ account: { regimen, ccc }, workers }: WorldCompany) =>
  workers.map(({ person: { dni, nss }, since, until }) => ({
    regimen,
    ccc,
    dni,
    nss,
    fecha_alta: since,
    ...(until && { fecha_baja: until }),
    tipo_contrato: '100',
    coeficiente: '0',
    grupo_cotizacion: '07',
    cno: '4309',
  }));

/** A difference, by its kind, document and field. */
export type Expected = [kind: string, dni: string, field: string | null];

/**
 * 25 changes by hand in three companies with 20 workers or more each. They cover every kind of difference and every field, and are
 * spread over each company.
 * @returns the changes, and the differences that follow
 */
export const changesIn = (
  today: IsoDate,
  companies: readonly WorldCompany[],
): { changes: ByHand[]; expected: Expected[] } => {
  const changes: ByHand[] = [];
  const expected: Expected[] = [];
  /** @param place position of a worker among 100; negative from the end */
  const at = (company: number, place: number) => {
    const { account, workers } = companies[company]!;
    const scaled = Math.floor((place * workers.length) / 100);
    const index = place < 0 ? place : scaled + (Math.abs(scaled - place) % 2);
    const { person: worker, ...rest } = workers.at(index)!;
    return { ...rest, dni: worker.dni, ccc: account.ccc };
  };
  const change = ({ ccc, ...made }: ByHand, kind: string, field: string | null = null) => {
    changes.push({ ccc, ...made } as ByHand);
    expected.push([kind, made.dni, field]);
  };
  const whose = (company: number, index: number) => {
    const { dni, ccc } = at(company, index);
    return { dni, ccc };
  };
  // Workers at even positions began before the period, so they need no contract in it.
  for (const company of [0, 1, 2]) {
    const { ccc } = at(company, 0);
    change({ what: 'removeRegistration', ...whose(company, 0) }, 'notRegistered');
    const ended = { until: addDays(today, -20), cause: '51' };
    change({ what: 'terminate', ...whose(company, 50), ...ended }, 'notRegistered');
    const { dni } = person(STRANGERS + company);
    change({ what: 'register', dni, ccc, since: addDays(today, -800) }, 'notBelieved');
    for (const [index, field, terms] of [
      [31, 'grupo_cotizacion', { grupo: '05' }],
      [73, 'tipo_contrato', { contrato: '402' }],
      [64, 'coeficiente', { coeficiente: '500' }],
    ] as const)
      change({ what: 'changeTerms', ...whose(company, index), terms }, 'field', field);
  }
  change({ what: 'changeTerms', ...whose(0, 85), terms: { cno: '4111' } }, 'field', 'cno');
  change({ what: 'removeContract', ...whose(0, 47) }, 'contractMissing');
  change({ what: 'removeCertificate', ...whose(0, -1) }, 'certificateMissing');
  const moved = at(1, 26);
  change({ what: 'moveStart', ...whose(1, 26), since: addDays(moved.since, 1) }, 'field', 'fecha_alta');
  const earlier = { until: addDays(today, -25), cause: '51' };
  change({ what: 'terminate', ...whose(1, -2), ...earlier }, 'field', 'fecha_baja');
  change({ what: 'removeTermination', ...whose(2, -2) }, 'notTerminated');
  const contract = { start: addDays(today, -30), end: addDays(today, 30) };
  const { dni } = person(STRANGERS + 3);
  change({ what: 'addContract', dni, ccc: at(2, 0).ccc, ...contract }, 'contractUnregistered');
  return { changes, expected };
};
