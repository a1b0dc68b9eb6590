import { addDays, type IsoDate } from './calendar.ts';
import { contractOf } from './sepe/seed.ts';
import type { State } from './state.ts';
import type { Terms } from './tgss/registration.ts';
import { makeRegister } from './tgss/seed.ts';

/** What changes at the authorities without the gateway: by a person in a portal, or by an authority itself. */

/** Whose registration, contract or certificate changes: the document, and 11 digits of the account. */
interface Whose {
  dni: string;
  ccc: string;
}

/** A change by hand. Days are `YYYY-MM-DD`. */
export type ByHand = Whose &
  (
    | { what: 'register'; since: IsoDate }
    | { what: 'removeRegistration' | 'removeTermination' | 'removeContract' | 'removeCertificate' }
    /** @property cause 2 digits */
    | { what: 'terminate'; until: IsoDate; cause: string }
    | { what: 'moveStart'; since: IsoDate }
    | { what: 'changeTerms'; terms: Partial<Terms> }
    | { what: 'addContract'; start: IsoDate; end: IsoDate }
  );

/** Takes the only thing out of a list that fits. */
const takeOut = <Thing>(list: Thing[], fits: (one: Thing) => boolean): void => {
  const place = list.findIndex(fits);
  if (place < 0) throw new Error('a change by hand of what is not there');
  list.splice(place, 1);
};

/** Carries one out. @throws Error where the world does not have what changes */
export const changeByHand = (state: State, change: ByHand): void => {
  const { tgss, sepe } = state;
  const worker = state.persons.find(({ dni }) => dni === change.dni);
  const account = state.accounts.find(({ ccc }) => ccc === change.ccc);
  if (!worker || !account) throw new Error('a change by hand of a worker or account that the world lacks');
  const isOwn = ({ nss, ccc }: { nss: string; ccc: string }) => nss === worker.nss && ccc === account.ccc;
  const registration = () => {
    const found = tgss.registrations.findLast(isOwn);
    if (!found) throw new Error('a change by hand of a registration that is not there');
    return found;
  };
  const begin = (since: IsoDate, rest?: Parameters<ReturnType<typeof makeRegister>['register']>[2]) => {
    const made = makeRegister();
    made.register({ worker, account }, since, rest);
    return made.registrations[0]!;
  };
  switch (change.what) {
    case 'register':
      tgss.registrations.push({ ...begin(change.since), id: tgss.nextId++ });
      break;
    case 'removeRegistration':
      takeOut(tgss.registrations, isOwn);
      break;
    case 'terminate': {
      const { until: to, cause: situacion } = change;
      registration().baja = begin(to, { to, situacion }).baja!;
      break;
    }
    case 'removeTermination':
      delete registration().baja;
      break;
    case 'moveStart': {
      const { alta } = registration();
      const { since } = change;
      Object.assign(alta, {
        date: since,
        effective: since,
        communicated: `${addDays(since, -1)}T09:30:00`,
      });
      break;
    }
    case 'changeTerms':
      Object.assign(registration().terms, change.terms);
      break;
    case 'addContract': {
      const contract = contractOf(sepe.nextContract++, { worker, account }, [change.start, change.end]);
      sepe.contracts.push(contract);
      break;
    }
    case 'removeContract':
      takeOut(sepe.contracts, (one) => one.worker.nss === worker.nss && one.account.endsWith(account.ccc));
      break;
    case 'removeCertificate':
      takeOut(sepe.certificates, (one) => one.document === worker.dni && one.ccc === account.ccc);
  }
};
