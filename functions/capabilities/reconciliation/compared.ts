import { conflict, invalid } from '../../../shared/kernel/errors.ts';
import { afterNaturalDays } from '../../../shared/kernel/working-days.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import type { Question } from './questions.ts';
import type { Apart, Reconciliation } from './store/reconciliation-row.ts';
import type { WorkforceHead, WorkforceRow } from './store/workforce-row.ts';

/** A requested comparison. */
export interface AskedReconciliation {
  /** One contribution account; all if absent. */
  regimen?: string | undefined;
  ccc?: string | undefined;
  from?: string | undefined;
  /** Today by the authorities' clock. */
  today: string;
  cert_secret_sepe?: string | undefined;
  /** Whether a workforce will be imported from it, so that it needs none. */
  for_import?: boolean | undefined;
}

/** Days for which contracts and terminations are compared by default. */
const DAYS = 365;

/** Why the list says nothing about an account, in Spanish. @param registered number of workers whom TGSS has there */
export const apartText = (because: Apart['because'], registered = 0): string => {
  const there = registered === 1 ? 'consta 1 trabajador' : `constan ${registered} trabajadores`;
  const why = {
    empty: 'La plantilla está vacía, así que no se compara nada.',
    fewer: 'La plantilla tiene menos de la mitad de los trabajadores que tenía, así que no se compara.',
    nobody: `La plantilla no tiene a nadie en esta cuenta y en la Seguridad Social ${there}, así que no se compara.`,
  }[because];
  return `${why} Suba la lista entera, o empiece con lo que consta en los organismos.`;
};

/** The accounts about which a list says too little to compare them: that a worker is not in it proves nothing there. */
export const apartFrom = (
  { fewer = {} }: Pick<WorkforceHead, 'fewer'>,
  accounts: readonly string[],
  rows: readonly Pick<WorkforceRow, 'account'>[],
): Apart[] => {
  const withRows = new Set(rows.map(({ account }) => account));
  return accounts.flatMap((account): Apart[] => {
    if (rows.length === 0) return [{ account, because: 'empty' }];
    if (fewer[account] !== undefined) return [{ account, because: 'fewer' }];
    return withRows.has(account) ? [] : [{ account, because: 'nobody' }];
  });
};

/** What a saved list says about the accounts that are not compared, in Spanish. Who is registered in an account is not known yet. */
export const apartNotes = (apart: readonly Apart[], accounts: readonly string[]): string[] => {
  const certain = apart.filter(({ because }) => because !== 'nobody');
  const isEach = certain.length === accounts.length;
  const notes = certain.map(({ account, because }) => {
    const text = apartText(because);
    return isEach
      ? text
      : `De la cuenta ${account.slice(4)}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  });
  return [...new Set(notes)];
};

/** Why an account is not compared; `undefined` if it is. */
export const whyApart = (apart: readonly Apart[], account: string): Apart['because'] | undefined =>
  apart.find((skipped) => skipped.account === account)?.because;

/** Of the questions about an account those that are asked: none, or who is registered, where the list says too little. */
export const ofApart = (questions: Question[], account: string, apart: readonly Apart[]): Question[] => {
  const because = whyApart(apart, account);
  return because === undefined
    ? questions
    : questions.filter(({ about }) => because === 'nobody' && about === 'registered');
};

/** Why nothing of a company's list is compared, in Spanish; `null` if something is. */
export const notComparedText = (
  { accounts }: Pick<Client, 'accounts'>,
  head: WorkforceHead,
  rows: readonly WorkforceRow[],
): string | null => {
  const names = Object.values(accounts).map(({ regimen, ccc }) => regimen + ccc);
  const apart = apartFrom(head, names, rows).filter(({ because }) => because !== 'nobody');
  return apart[0] && apart.length === names.length ? apartText(apart[0].because) : null;
};

/** The accounts and workers that a comparison covers. @throws ServiceError 409 without a workforce, 422 for an account of another company */
export const comparedOf = async (
  { stores }: Services,
  accountId: string,
  { id, accounts }: Client,
  { regimen, ccc, from, today, for_import }: AskedReconciliation,
): Promise<Pick<Reconciliation, 'accounts' | 'from'> & { rows: WorkforceRow[]; apart: Apart[] }> => {
  const all = Object.values(accounts).map(({ regimen, ccc }) => ({ regimen, ccc }));
  const compared =
    ccc === undefined ? all : all.filter((account) => account.regimen === regimen && account.ccc === ccc);
  if (compared.length === 0) throw invalid({ ccc: ['No es una cuenta de cotización del cliente.'] });
  const [head, rows] = await Promise.all([
    stores.reconciliation.findWorkforce(accountId, id),
    stores.reconciliation.listWorkforce(accountId, id),
  ]);
  if (!head && !for_import)
    throw conflict('El cliente no tiene plantilla guardada: guárdela antes (PUT /workforce).');
  const names = compared.map((account) => account.regimen + account.ccc);
  // Rows without a list are left from an interrupted request.
  const whole = head ? rows : [];
  return {
    accounts: compared,
    from: from ?? afterNaturalDays(today, -DAYS),
    rows: whole.filter(({ account }) => names.includes(account)),
    apart: apartFrom(head ?? {}, names, whole),
  };
};
