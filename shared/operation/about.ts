import type { Filing } from '../stores/filings/filing.ts';
import type { About, AuthorityOperation } from './operation.ts';
import type { Caller } from './ports.ts';

/** The number of a worker who has none yet. */
export const NO_NSS = /^0*$/;

/** The name of a worker, from the parts that exist. */
export const nameOf = (parts: (string | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(' ') || undefined;

/**
 * The subject of a request, from the fields that all operations name alike. An operation whose fields have other
 * names provides it itself.
 * @param input the parsed request
 */
export const aboutOf = (operation: AuthorityOperation, input: unknown): About => {
  const sent = (input ?? {}) as Record<string, string | undefined>;
  const { regimen, ccc, cif, dni, nss, fecha_real, startDate } = sent;
  const isSubmission = operation.kind === 'submission';
  const common = {
    regimen,
    ccc,
    cif,
    document: dni,
    nss,
    ...(dni !== undefined && { name: nameOf([sent.name, sent.surname, sent.lastSurname]) }),
    // In a reading about a worker, the date belongs to the worker, such as the date of the alta whose document it requests. In
    // any other reading, it begins the period of a list, and is left out.
    ...((isSubmission || dni || nss) && { date: fecha_real ?? startDate }),
  };
  const about: About = (isSubmission && operation.about?.(input as never)) || common;
  return Object.fromEntries(
    Object.entries(about).filter(
      ([name, value]) => typeof value === 'string' && !(name === 'nss' && NO_NSS.test(value)),
    ),
  );
};

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
