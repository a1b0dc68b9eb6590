import type { Call } from '../portal.ts';
import type { State } from '../state.ts';

/** A taxpayer in the census, with the name that the authority has. */
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

/** The taxpayer of a call: the holder of the certificate, or the represented organisation. */
export const applicantOf = (state: State, { nif, organisation }: Call): Taxpayer | undefined =>
  findTaxpayer(state, organisation ?? nif);

/** A taxpayer who is known to be in the census. */
export const knownTaxpayer = (state: State, nif: string): Taxpayer => findTaxpayer(state, nif)!;

/** A company that the applicant may represent: the applicant may act on one of its accounts. */
export function representedBy(state: State, applicant: Taxpayer, nif: string): Taxpayer | undefined {
  const holder = state.holders.find((each) => each.nif === applicant.nif);
  const represented = state.accounts.some(({ cif, ccc }) => cif === nif && holder?.cuentas.includes(ccc));
  return represented ? findTaxpayer(state, nif) : undefined;
}
