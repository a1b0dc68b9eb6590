import { addDays, type IsoDate } from '../../sandbox/calendar.ts';
import { account, company, person, persons } from '../../sandbox/population.ts';
import { makeSeed, type Seed } from '../../sandbox/seed.ts';
import { contractOf } from '../../sandbox/sepe/seed.ts';
import type { ContributionAccount, Person } from '../../sandbox/state.ts';
import { makeRegister } from '../../sandbox/tgss/seed.ts';

/** A world of several companies with their workers. */

/** Sequence number of the first person who is in no company's workforce. */
export const STRANGERS = 900;

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
