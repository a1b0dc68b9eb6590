import type { Fields } from '../../../client/src/types.ts';

/** Client companies: form values, and requests. */

/** The fields of a new company. */
export interface NewCompany {
  name: string;
  cif: string;
  regimen: string;
  account: string;
  email: string;
  access: string;
}

/** Initial values of the form: empty except for the usual choices. */
export const startOfCompany: NewCompany = {
  name: '',
  cif: '',
  regimen: '0111',
  account: '',
  email: '',
  access: 'no',
};

/** The fields of a new company, by their paths in the request. */
export const COMPANY_PATHS: Record<string, keyof NewCompany> = {
  name: 'name',
  'profile.razon_social': 'name',
  'profile.dni': 'cif',
  'profile.account.0.regimen': 'regimen',
  'profile.account.0.cuenta': 'account',
  'access.email': 'email',
};

/** The most characters of an account's name. */
const MAX_ALIAS = 30;
/** The most characters of a registered name. */
const MAX_NAME = 80;

/** A contribution account from a number as on paper: `28 9999011 51`, `28/9999011/51`. */
export const accountIn = ({
  regimen,
  account,
  alias,
}: Pick<NewCompany, 'regimen' | 'account'> & { alias: string }) => ({
  regimen: regimen.replace(/\D/g, '').padStart(4, '0'),
  // Lists show the scheme before the number.
  cuenta: account.replace(/\D/g, '').replace(/^\d{4}(?=\d{11}$)/, ''),
  alias: alias.trim().slice(0, MAX_ALIAS),
});

/** The request that saves a new company. */
export const toSaved = ({ name, cif, email, access, ...account }: NewCompany): Fields<'saveClient'> => ({
  name: name.trim(),
  access: { email: email.trim() },
  ...(access === 'yes' ? { not_notify: 0 } : { sub_activa: 0 }),
  profile: {
    dni: cif,
    razon_social: name.trim().slice(0, MAX_NAME),
    account: [accountIn({ ...account, alias: name })],
  },
});
