import type { ByHand } from '../../../sandbox/by-hand.ts';
import { addDays, type IsoDate } from '../../../sandbox/calendar.ts';
import { account, company, person, persons } from '../../../sandbox/population.ts';
import { makeSeed, type Seed } from '../../../sandbox/seed.ts';
import { contractOf } from '../../../sandbox/sepe/seed.ts';
import type { ContributionAccount, Person } from '../../../sandbox/state.ts';
import { makeRegister } from '../../../sandbox/tgss/seed.ts';

/** A world of several companies for comparisons, which tests change by hand. */

/** Sequence number of the first person who is in no company's workforce. */
const STRANGERS = 900;

/** First sequence number of persons, companies and accounts, beyond the seed's. */
const FIRST = 400;

/** A worker of a company of the world. */
export interface WorldWorker {
  person: Person;
  since: IsoDate;
  until?: IsoDate;
}

/** A company of the world. */
export interface WorldCompany {
  account: ContributionAccount;
  workers: WorldWorker[];
}

/**
 * A seed with companies of the given numbers of workers. Half of the workers began two years ago, and half within the year, with a
 * contract at SEPE; the last two have left, the very last with a company certificate.
 */
export const worldOf = (
  today: IsoDate,
  { companies, workers }: { companies: number; workers: number },
): { seed: Seed; companies: WorldCompany[] } => {
  const seed = makeSeed(today);
  const { state } = seed;
  const holder = state.holders.find(({ nif }) => nif === seed.demo.holder.nif)!;
  const made = Array.from({ length: companies }, (_, place): WorldCompany => {
    const owner = company(FIRST + place, `EMPRESA ${place + 1} SL`);
    const own = account(FIRST + place, owner);
    state.companies.push(owner);
    state.accounts.push(own);
    holder.cuentas.push(own.ccc);
    const all = Array.from({ length: workers }, (_, index): WorldWorker => {
      const worker = person(FIRST + place * workers + index);
      const isOld = index % 2 === 0 || index >= workers - 2;
      const since = addDays(today, isOld ? -730 - index : -200 + (index % 150));
      return { person: worker, since, ...(index >= workers - 2 && { until: addDays(today, -20) }) };
    });
    for (const [index, { person: worker, since, until }] of all.entries()) {
      state.persons.push(worker);
      const { registrations, register } = makeRegister();
      const situacion = index === workers - 1 ? '93' : '51';
      register({ worker, account: own }, since, until ? { to: until, situacion } : {});
      state.tgss.registrations.push({ ...registrations[0]!, id: state.tgss.nextId++ });
      state.sepe.contracts.push({
        ...contractOf(FIRST + place * workers + index, { worker, account: own }, [
          since,
          addDays(today, 300),
        ]),
        endDate: '',
      });
      if (index === workers - 1) {
        const [like] = state.sepe.certificates;
        state.sepe.certificates.push({
          ...structuredClone(like!),
          file: `F${FIRST + place}`,
          cif: owner.cif,
          regimen: own.regimen,
          ccc: own.ccc,
          document: worker.dni,
          nss: worker.nss,
          alta: since,
          suspension: until!,
        });
      }
    }
    return { account: own, workers: all };
  });
  state.persons.push(...persons(STRANGERS, 10));
  return { seed, companies: made };
};

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
