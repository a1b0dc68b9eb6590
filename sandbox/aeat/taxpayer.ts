import type { Call } from '../portal.ts';
import type { State } from '../state.ts';

/** Somebody in the census, under the name that the authority has. */
export interface Taxpayer {
  nif: string;
  name: string;
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' ');

function findTaxpayer(state: State, nif: string): Taxpayer | undefined {
  const company = state.companies.find(({ cif }) => cif === nif);
  if (company) return { nif, name: company.name };
  const holder = state.holders.find((each) => each.nif === nif);
  if (holder) return { nif, name: joined(holder.firstSurname, holder.secondSurname, holder.givenName) };
  const person = state.persons.find(({ dni, identificacion }) => dni === nif && identificacion !== 2);
  return person && { nif, name: joined(person.surname, person.secondSurname, person.name) };
}

/** Who is in the census: the owner of the certificate, or whom it represents. */
export const applicantOf = (state: State, { nif, organisation }: Call): Taxpayer | undefined =>
  findTaxpayer(state, organisation ?? nif);

/** Somebody who is known to be in the census. */
export const knownTaxpayer = (state: State, nif: string): Taxpayer => findTaxpayer(state, nif)!;

/** A company that this person may act for: it has an account which the person may act on. */
export function representedBy(state: State, applicant: Taxpayer, nif: string): Taxpayer | undefined {
  const holder = state.holders.find((each) => each.nif === applicant.nif);
  const represented = state.accounts.some(({ cif, ccc }) => cif === nif && holder?.cuentas.includes(ccc));
  return represented ? findTaxpayer(state, nif) : undefined;
}
