import { addDays, type IsoDate, slashed } from './calendar.ts';
import { normalizeDocument } from './identifiers.ts';
import { contractOf } from './sepe/seed.ts';
import type { State } from './state.ts';
import type { Registration, Terms } from './tgss/registration.ts';
import { makeRegister } from './tgss/seed.ts';

/** Changes at the authorities without the gateway: by a person in a portal, or by an authority itself. */

/** The worker and the account of a change: the document, and 11 digits. */
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

/** A change that the world does not allow, and the field that is wrong. The message is Spanish, for integrators. */
export class Impossible extends Error {
  readonly part: 'dni' | 'ccc' | 'what' | 'day';

  constructor(part: Impossible['part'], message: string) {
    super(message);
    this.part = part;
  }
}

/** Removes the latest matching element of a list. @throws Impossible if none matches */
const removeLatest = <Thing>(list: Thing[], fits: (one: Thing) => boolean, missing: string): void => {
  const place = list.findLastIndex(fits);
  if (place < 0) throw new Impossible('what', missing);
  list.splice(place, 1);
};

/** @throws Impossible if one of the registrations had not ended by the day */
const checkNotRegistered = (registrations: readonly Registration[], since: IsoDate): void => {
  if (registrations.some(({ baja }) => !baja || baja.date > since))
    throw new Impossible('day', 'Ese día el trabajador ya estaba de alta en la cuenta.');
};

/** Makes a change. @throws Impossible, without any change, if the world does not have its subject */
export const changeByHand = (state: State, change: ByHand): void => {
  const { tgss, sepe } = state;
  const document = normalizeDocument(change.dni);
  const worker = state.persons.find(({ dni }) => normalizeDocument(dni) === document);
  if (!worker) throw new Impossible('dni', 'No hay nadie con este documento en el entorno de pruebas.');
  const account = state.accounts.find(({ ccc }) => ccc === change.ccc);
  if (!account) throw new Impossible('ccc', 'Esta cuenta de cotización no está en el entorno de pruebas.');
  const isOwn = ({ nss, ccc }: { nss: string; ccc: string }) => nss === worker.nss && ccc === account.ccc;
  const own = tgss.registrations.filter(isOwn);
  const latest = () => {
    const found = own.at(-1);
    if (!found) throw new Impossible('what', NO_REGISTRATION);
    return found;
  };
  const begin = (since: IsoDate, rest?: Parameters<ReturnType<typeof makeRegister>['register']>[2]) => {
    const made = makeRegister();
    made.register({ worker, account }, since, rest);
    return made.registrations[0]!;
  };
  switch (change.what) {
    case 'register':
      checkNotRegistered(own, change.since);
      tgss.registrations.push({ ...begin(change.since), id: tgss.nextId++ });
      break;
    case 'removeRegistration':
      removeLatest(tgss.registrations, isOwn, NO_REGISTRATION);
      break;
    case 'terminate': {
      const { until: to, cause: situacion } = change;
      const registration = latest();
      if (to < registration.alta.date)
        throw new Impossible(
          'day',
          `No puede ser anterior al alta, que es del ${slashed(registration.alta.date)}.`,
        );
      registration.baja = begin(to, { to, situacion }).baja!;
      break;
    }
    case 'removeTermination': {
      const registration = latest();
      if (!registration.baja)
        throw new Impossible('what', 'El trabajador no está de baja en esta cuenta de cotización.');
      delete registration.baja;
      break;
    }
    case 'moveStart': {
      const { alta, baja } = latest();
      const { since } = change;
      checkNotRegistered(own.slice(0, -1), since);
      if (baja && baja.date < since)
        throw new Impossible('day', `No puede ser posterior a la baja, que es del ${slashed(baja.date)}.`);
      Object.assign(alta, {
        date: since,
        effective: since,
        communicated: `${addDays(since, -1)}T09:30:00`,
      });
      break;
    }
    case 'changeTerms': {
      const registration = latest();
      // A later change would hide the new value.
      for (const { terms } of [registration, ...registration.changes])
        for (const name of Object.keys(terms) as (keyof Terms)[])
          Object.assign(terms, name in change.terms && { [name]: change.terms[name] });
      break;
    }
    case 'addContract': {
      const contract = contractOf(sepe.nextContract++, { worker, account }, [change.start, change.end]);
      sepe.contracts.push(contract);
      break;
    }
    case 'removeContract':
      removeLatest(
        sepe.contracts,
        (one) => one.worker.nss === worker.nss && one.account.endsWith(account.ccc),
        'El SEPE no tiene ningún contrato del trabajador en esta cuenta de cotización.',
      );
      break;
    case 'removeCertificate':
      removeLatest(
        sepe.certificates,
        (one) => one.document === worker.dni && one.ccc === account.ccc,
        'El SEPE no tiene ningún certificado de empresa del trabajador en esta cuenta de cotización.',
      );
  }
};

const NO_REGISTRATION = 'El trabajador no tiene ningún alta en esta cuenta de cotización.';
