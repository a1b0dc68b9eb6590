import type { Data, Fields } from '../../../../client/src/types.ts';
import type { Identifier } from '../../../../shared/kernel/fields.ts';
import type { AccountRow } from '../../capabilities/capability.ts';
import { csvFile } from '../../shared/csv.ts';
import { isWhole, mistakeIn, readNumber } from '../../shared/numbers.ts';
import { showAccount } from '../../shared/who.ts';
import { byName } from './company-search.ts';

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
  cif: 'cif',
  regimen: 'regimen',
  account: 'account',
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

/** Digits of a contribution account without its scheme. */
const ACCOUNT = 11;

/** What is wrong with a number of a new company that is complete, before it is sent. Spanish. */
export const numberDoubt = (company: NewCompany, name: keyof NewCompany): string[] | undefined => {
  // An account may be written with its scheme before it.
  const isLong = readNumber('account', company.account).length > ACCOUNT;
  const kinds: Partial<Record<keyof NewCompany, Identifier>> = {
    cif: 'cif',
    account: isLong ? 'account' : 'ccc',
  };
  const kind = kinds[name];
  const mistake = kind && isWhole(kind, company[name]) ? mistakeIn(kind, company[name]) : undefined;
  return mistake === undefined ? undefined : [mistake];
};

/** What is wrong with the numbers of a company, in Spanish; the gateway may have taken them all the same. */
export const wrongNumbers = ({ profile: { dni, account } }: Numbered): string[] => [
  ...[mistakeIn('cif', dni)].flatMap((mistake) => (mistake ? [`CIF ${dni}: ${mistake}`] : [])),
  ...account.flatMap(({ regimen, cuenta }) => {
    const mistake = mistakeIn('account', regimen + cuenta);
    return mistake ? [`Cuenta ${showAccount(regimen + cuenta)}: ${mistake}`] : [];
  }),
];
interface Numbered {
  profile: { dni: string; account: readonly { regimen: string; cuenta: string }[] };
}

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

/** The account of a new company without an e-mail, as a capability saves it. */
export const toRow = ({ name, cif, ...account }: NewCompany): AccountRow => {
  const { regimen, cuenta, alias } = accountIn({ ...account, alias: name });
  return { name: name.trim(), cif, regimen, account: cuenta, alias };
};

/** Companies on a page of the list, the most that the gateway answers. */
export const PER_PAGE = 50;
/** The most companies that are listed from A to Z, for which all of them are read. */
const SORTED = 300;

/** A page of a list of companies. */
interface CompanyPage<C> {
  data: C[];
  total: number;
  /** Whether the list is from A to Z; otherwise it is in the order in which the companies were saved. */
  isSorted: boolean;
}

/**
 * A page of companies, from A to Z unless there are very many of them.
 * @param ask reads a page of the gateway's list
 * @param page counted from 1
 */
export const companyPage = async <C extends { name: string }>(
  ask: (page: {
    page: number;
    perPage: number;
  }) => Promise<{ data: C[]; pagination: { total: number; lastPage: number } }>,
  page: number,
): Promise<CompanyPage<C>> => {
  const at = (number: number) => ask({ page: number, perPage: PER_PAGE });
  const { data, pagination } = await at(1);
  const { total, lastPage } = pagination;
  if (total > SORTED) return { data: page === 1 ? data : (await at(page)).data, total, isSorted: false };
  const others = await Promise.all(Array.from({ length: lastPage - 1 }, (_, place) => at(place + 2)));
  const all = byName([...data, ...others.flatMap((other) => other.data)]);
  return { data: all.slice((page - 1) * PER_PAGE, page * PER_PAGE), total, isSorted: true };
};

const COMPANY_COLUMNS = ['Empresa', 'CIF', 'Razón social', 'Cuentas', 'Código postal', 'Código propio'];

/** The shown companies as a file that spreadsheet programs open, one a row. */
export const companySheet = (companies: readonly Data<'getClient'>[]): string =>
  csvFile([
    COMPANY_COLUMNS,
    ...companies.map(({ name, profile: { dni, razon_social, account, codigo_postal, external_id } }) => [
      ...[
        name,
        dni,
        razon_social,
        account.map(({ regimen, cuenta }) => showAccount(regimen + cuenta)).join(', '),
      ],
      ...[codigo_postal, external_id],
    ]),
  ]);
