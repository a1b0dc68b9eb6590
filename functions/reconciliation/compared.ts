import { conflict, invalid } from '../../shared/kernel/errors.ts';
import { afterNaturalDays } from '../../shared/kernel/working-days.ts';
import type { Services } from '../../shared/serving/services.ts';
import type { Client } from '../../shared/stores/clients/company.ts';
import type { Reconciliation } from './store/reconciliation-row.ts';
import type { WorkforceRow } from './store/workforce-row.ts';

/** A requested comparison. */
export interface WantedReconciliation {
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

/** The accounts and workers that a comparison covers. @throws ServiceError 409 without a workforce, 422 for an account of another company */
export const comparedOf = async (
  { stores }: Services,
  accountId: string,
  { id, accounts }: Client,
  { regimen, ccc, from, today, for_import }: WantedReconciliation,
): Promise<Pick<Reconciliation, 'accounts' | 'from'> & { rows: WorkforceRow[] }> => {
  const own = Object.values(accounts).map(({ regimen, ccc }) => ({ regimen, ccc }));
  const wanted = ccc === undefined ? own : own.filter((one) => one.regimen === regimen && one.ccc === ccc);
  if (wanted.length === 0) throw invalid({ ccc: ['No es una cuenta de cotización del cliente.'] });
  const [head, rows] = await Promise.all([
    stores.reconciliation.findWorkforce(accountId, id),
    stores.reconciliation.listWorkforce(accountId, id),
  ]);
  if (!head && !for_import)
    throw conflict('El cliente no tiene plantilla guardada: guárdela antes (PUT /workforce).');
  const names = new Set(wanted.map((one) => one.regimen + one.ccc));
  return {
    accounts: wanted,
    from: from ?? afterNaturalDays(today, -DAYS),
    // Rows without a list are left from an interrupted request.
    rows: (head ? rows : []).filter(({ account }) => names.has(account)),
  };
};
