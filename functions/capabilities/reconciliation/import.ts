import { createHmac, type KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../../shared/kernel/errors.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import { recordsIn } from './driver/answers.ts';
import { endOf, rowsOf } from './driver/end.ts';
import { MOST_WORKERS } from './fields/worker.ts';
import { type ImportedWorker, importedIn, withoutUndefined } from './imported.ts';
import { identitiesOf } from './persons.ts';
import {
  type Answer,
  believedOf,
  type NotComparedOfAccount,
  type Reconciliation,
  type ReconciliationResult,
  resultIn,
} from './store/reconciliation-row.ts';
import type { WorkforceHead, WorkforceRow } from './store/workforce-row.ts';
import { believedOn } from './workforce.ts';

/** Creates or updates a company's workforce from the authorities' records that a comparison found. */

/** Milliseconds for which a comparison counts as up to date. */
const FRESH_MS = 24 * 60 * 60_000;

/** An import, planned or done. */
export interface Import {
  isDone: boolean;
  /** Hash of the whole import: different if anything in it is. */
  preview: string;
  workers: (ImportedWorker & { account: string })[];
  /** Number of workers in the workforce that stay as they are. */
  kept: number;
  /** Accounts that are not imported, with the reason. */
  skipped: Pick<NotComparedOfAccount, 'account' | 'because'>[];
}

/** What an import is made of: the workforce as it is and as it was compared, and what the authorities answered. */
interface Sources {
  reconciliation: Reconciliation;
  /** The company's contribution accounts, 15 digits. */
  accounts: ReadonlySet<string>;
  /** Head row of the workforce, and its rows by name; none if the company has no list. */
  head: WorkforceHead | undefined;
  current: ReadonlyMap<string, WorkforceRow>;
  /** The rows with which the comparison began, by name. */
  compared: ReadonlyMap<string, WorkforceRow>;
  answers: readonly Answer[];
  notCompared: readonly NotComparedOfAccount[];
  /** The service's key for workers. */
  key: KeyObject;
}

/**
 * Plans an import, or makes it.
 * @param preview `preview` of the plan to carry out; without it nothing is written
 * @throws ServiceError 409 if the comparison has not ended or is too old, or the workforce has changed since the plan
 */
export const importFrom = async (
  services: Services,
  client: Client,
  {
    reconciliation,
    preview,
    now,
  }: { reconciliation: Reconciliation; preview: string | undefined; now: Date },
): Promise<Import> => {
  const result = resultIn(reconciliation);
  if (!result) throw conflict('El cuadre todavía no ha terminado.');
  if (now.getTime() - Date.parse(reconciliation.createdAt) > FRESH_MS)
    throw conflict('El cuadre es de hace más de un día, y puede haber cambiado lo que consta: haga otro.');
  const sources = await readSources(services, client, reconciliation, result);
  const plan = planOf(sources);
  if (preview === undefined) return plan;
  if (preview !== plan.preview) throw conflict(CHANGED);
  if (plan.kept + plan.workers.length > MOST_WORKERS)
    throw conflict(`La plantilla tendría más de ${MOST_WORKERS} trabajadores.`);
  await carryOut(services, sources, { plan, now });
  return { ...plan, isDone: true };
};

const readSources = async (
  { stores }: Services,
  { id: company, accounts }: Client,
  reconciliation: Reconciliation,
  { notCompared }: ReconciliationResult,
): Promise<Sources> => {
  const { accountId } = reconciliation;
  const store = stores.reconciliation;
  const [head, rows, answers, key] = await Promise.all([
    store.findWorkforce(accountId, company),
    store.listWorkforce(accountId, company),
    store.listAnswers(reconciliation),
    stores.keys.serviceKey('worker'),
  ]);
  return {
    reconciliation,
    accounts: new Set(Object.values(accounts).map(({ regimen, ccc }) => regimen + ccc)),
    head,
    // Rows without a list are left from an interrupted request.
    current: new Map((head ? rows : []).map((row) => [nameOf(row), row])),
    compared: new Map(believedOf(reconciliation).map((row) => [nameOf(row), row])),
    answers,
    notCompared,
    key,
  };
};

const planOf = (sources: Sources): Import => {
  const { reconciliation, current, answers, notCompared, key } = sources;
  const workers = importedWorkers(sources);
  return {
    isDone: false,
    preview: createHmac('sha256', key)
      .update(JSON.stringify([reconciliation.accountId, 'import', reconciliation.id, workers]))
      .digest('hex'),
    workers,
    kept: current.size - workers.filter((worker) => worker.before).length,
    skipped: notCompared.flatMap(({ about, document, account, because }) =>
      about === 'registered' && document === null && !recordsIn(account, answers).registered
        ? [{ account, because }]
        : [],
    ),
  };
};

/** The workers who are new or change. */
const importedWorkers = ({
  reconciliation,
  accounts,
  current,
  compared,
  answers,
}: Sources): Import['workers'] => {
  const { today } = reconciliation;
  const isChanged = (name: string) => !isDeepStrictEqual(current.get(name), compared.get(name));
  const changed = [...current.values()].filter((row) => isChanged(nameOf(row)));
  return reconciliation.accounts
    .map(({ regimen, ccc }) => regimen + ccc)
    .filter((account) => accounts.has(account))
    .flatMap((account) =>
      importedIn(
        today,
        rowsOf([...compared.values()], account).map((row) => believedOn(row, today)),
        recordsIn(account, answers),
      )
        // A row that changed after the comparison began is newer than its answers.
        .filter(({ before, after }) => {
          const names = [before ?? after, after].map(({ document }) => nameOf({ account, document }));
          const isNamed = identitiesOf(rowsOf(changed, account));
          return !names.some(isChanged) && !isNamed({ documents: [], nss: after.nss });
        })
        .map((worker) => ({ ...worker, account })),
    );
};

/** Writes the workers of a plan into the workforce. @throws ServiceError 409 if it has changed */
const carryOut = async (
  services: Services,
  { reconciliation, head, compared, key }: Sources,
  { plan, now }: { plan: Import; now: Date },
): Promise<void> => {
  const { accountId, company, createdAt, today } = reconciliation;
  const imported = plan.workers.map(({ account, before, after }) => {
    const { document, since } = after;
    const replaced = before && compared.get(nameOf({ account, document: before.document }));
    const mac = listMac(accountId, { what: 'worker', value: document }, key);
    const row: WorkforceRow = {
      ...{ company, account, at: createdAt, mac },
      ...withoutUndefined(after),
      ...aheadOf(replaced, { since, today }),
    };
    return { row, replaced };
  });
  const imports = { company, at: createdAt, importedAt: now.toISOString(), before: head };
  const isWritten = await services.stores.reconciliation.importWorkforce(accountId, imports, imported);
  if (!isWritten) throw conflict(CHANGED);
  const gone = new Set(imported.flatMap(({ replaced }) => replaced ?? []));
  const kept = [...compared.values()].filter((row) => !gone.has(row));
  await compareAgain(services, reconciliation, [...kept, ...imported.map(({ row }) => row)]);
};

/** What was imported is no difference any more: compares the same answers with the workforce as it is now. */
const compareAgain = async (
  services: Services,
  reconciliation: Reconciliation,
  rows: readonly WorkforceRow[],
): Promise<void> => {
  const store = services.stores.reconciliation;
  const answers = await store.listAnswers(reconciliation);
  // A worker was erased meanwhile.
  if (answers.length === 0) return;
  const apart = (reconciliation.apart ?? []).filter(({ account }) => !recordsIn(account, answers).registered);
  const { result, seen, open } = await endOf(services, { ...reconciliation, apart }, { rows, answers });
  const { believed } = reconciliation;
  await store.rewriteReconciliation(reconciliation, { believed, result, ...(seen && { seen }), open });
};

const CHANGED = 'La plantilla ha cambiado desde la vista previa: mírela otra vez.';

const nameOf = ({ account, document }: Pick<WorkforceRow, 'account' | 'document'>): string =>
  `${account} ${document}`;

/** The changes that were filed ahead, unless they belong to an earlier registration. */
const aheadOf = (
  row: WorkforceRow | undefined,
  { since, today }: { since: string; today: string },
): Pick<WorkforceRow, 'ahead'> => {
  const ahead = row?.ahead?.filter(({ from }) => from > today) ?? [];
  const isEarlier = row?.until !== undefined && row.until < since;
  return ahead.length === 0 || isEarlier ? {} : { ahead };
};
