/** Adds persons and companies to a world after its seed, for all stand-ins. */

import { normalizeDocument } from '../identifiers.ts';
import { account, company, person } from '../population.ts';
import type { Company, ContributionAccount, Person, State } from '../state.ts';

/** The most persons and accounts of a world, because each request to the stand-ins reads all of it. */
export const MOST = { persons: 500, accounts: 200 };

/** The first sequence number that no person, company or account of the seed has. */
const FIRST = 100;
/** The last sequence number: numbers end with its three digits, and with more digits they would collide. */
const LAST = 899;

/** The first of a kind that the world does not have yet. */
const firstFree = <T>(make: (sequence: number) => T, isTaken: (made: T) => boolean): T => {
  for (let sequence = FIRST; sequence <= LAST; sequence += 1) {
    const made = make(sequence);
    if (!isTaken(made)) return made;
  }
  throw new Error('the world has no number left');
};

/** Whether a person of the world has one of these numbers. */
export const isKnownPerson = ({ persons }: State, { nss, dni }: Partial<Pick<Person, 'nss' | 'dni'>>) => ({
  nss: persons.some((each) => each.nss === nss),
  dni: dni !== undefined && persons.some((each) => normalizeDocument(each.dni) === normalizeDocument(dni)),
});

/** Adds a person and makes up the missing data. The given numbers must be free in the world. */
export const addPerson = (
  state: State,
  { identificacion, ...wishes }: Pick<Person, 'identificacion'> & Partial<Person>,
): Person => {
  // Collected once, because a world with hundreds of persons has as many numbers to try.
  const taken = new Set(state.persons.flatMap(({ nss, dni }) => [nss, normalizeDocument(dni)]));
  const invented = firstFree(
    (sequence) => person(sequence, identificacion),
    ({ nss, dni }) => taken.has(nss) || taken.has(normalizeDocument(dni)),
  );
  const added = { ...invented, ...wishes };
  state.persons.push(added);
  return added;
};

/** Requested properties of a contribution account, and of its company if that is new. */
interface AccountWishes {
  cif?: string | undefined;
  name?: string | undefined;
  regimen?: string | undefined;
  ccc?: string | undefined;
  /** NIF of the holder who may act on it. */
  holder: string;
}

/** Adds a contribution account of a company, which is added too if the world does not have it. */
export const addAccount = (
  state: State,
  { cif, name, regimen, ccc, holder }: AccountWishes,
): { owner: Company; added: ContributionAccount } => {
  const { companies, accounts, holders, aeat } = state;
  let owner = companies.find((each) => each.cif === cif);
  if (!owner) {
    const invented = firstFree(
      (sequence) => company(sequence, `EMPRESA DE PRUEBAS ${sequence} SL`),
      (made) => companies.some((each) => each.cif === made.cif),
    );
    owner = { ...invented, ...(cif && { cif }), ...(name && { name }) };
    companies.push(owner);
    // Companies of the seed have an activity, too.
    aeat.activities.push({ ...aeat.activities.at(-1)!, nif: owner.cif });
  }
  const of = owner;
  const invented = firstFree(
    (sequence) => account(sequence, of, regimen),
    (made) => accounts.some((each) => each.ccc === made.ccc),
  );
  const added = { ...invented, ...(ccc && { ccc }) };
  accounts.push(added);
  holders.find(({ nif }) => nif === holder)!.cuentas.push(added.ccc);
  return { owner, added };
};
