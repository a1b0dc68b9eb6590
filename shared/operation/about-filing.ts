import type { Filing } from '../stores/filings/filing.ts';
import type { Caller } from './ports.ts';

/** Whom a filing is about, for people. */

/** A client company is not shown which other companies its account has. */
export const isShownTo = ({ clientId }: Pick<Caller, 'clientId'>, { companyId }: Pick<Filing, 'companyId'>) =>
  clientId === undefined || clientId === companyId;

/**
 * The name of the client company that has the contribution account of a filing; `null` where none has it: the filing counts as
 * one of the certificate's company then.
 * @param companies as of `companiesOf`
 */
export const companyNameIn = (
  companies: ReadonlyMap<number, { name: string; accounts: readonly string[] }>,
  { companyId = 0, about: { regimen, ccc } = {} }: Pick<Filing, 'companyId' | 'about'>,
): string | null => {
  const company = companies.get(companyId);
  const isOwn = !regimen || !ccc || company?.accounts.includes(regimen + ccc);
  return (isOwn && company?.name) || null;
};

/** The worker of a filing; `null` where it is about none. */
export const workerOf = ({ about: { document, nss, name } = {} }: Pick<Filing, 'about'>) =>
  document || nss ? { document: document ?? null, nss: nss ?? null, name: name ?? null } : null;
