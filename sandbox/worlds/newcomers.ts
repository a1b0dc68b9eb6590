/** Adds persons and companies to a world after its seed, for all stand-ins. */

import { normalizeDocument } from '../identifiers.ts';
import { account, company, person } from '../population.ts';
import type { Company, ContributionAccount, Person, State } from '../state.ts';

/** Persons and accounts that a world can have: each request to the stand-ins reads all of it. */
export const MOST = { persons: 500, accounts: 200 };

/** From these numbers on, none belongs to a person, company or account of the seed. */
const FIRST = 100;
/** The first numbers of their kinds that end with three digits of a sequence: with more they would be of others. */
const LAST = 899;

/** The first of a kind that is not there yet. */
const firstFree = <T>(make: (sequence: number) => T, isTaken: (made: T) => boolean): T => {
  for (let sequence = FIRST; sequence <= LAST; sequence += 1) {
    const made = make(sequence);
    if (!isTaken(made)) return made;
  }
  throw new Error('a world with no number left');
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
  // Read once: a world with hundreds of persons has as many numbers to try.
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
    // As the companies of the seed have one.
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
