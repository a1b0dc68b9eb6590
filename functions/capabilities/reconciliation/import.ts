import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../../shared/kernel/errors.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import { foundIn } from './driver/answers.ts';
import { endOf, rowsOf } from './driver/end.ts';
import { MOST_WORKERS } from './fields.ts';
import { type ImportedWorker, importedIn, withoutUndefined } from './imported.ts';
import { identitiesOf } from './persons.ts';
import {
  believedOf,
  type NotComparedOfAccount,
  type Reconciliation,
  resultIn,
} from './store/reconciliation-row.ts';
import type { WorkforceRow } from './store/workforce-row.ts';
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

/**
 * Plans an import, or makes it.
 * @param preview `preview` of the plan to carry out; without it nothing is written
 * @throws ServiceError 409 if the comparison has not ended or is too old, or the workforce has changed since the plan
 */
export const importFrom = async (
  services: Services,
  { id: company, accounts }: Client,
  { one, preview, now }: { one: Reconciliation; preview: string | undefined; now: Date },
): Promise<Import> => {
  const { reconciliation: store } = services.stores;
  const { accountId, createdAt, today } = one;
  const result = resultIn(one);
  if (!result) throw conflict('El cuadre todavía no ha terminado.');
  if (now.getTime() - Date.parse(createdAt) > FRESH_MS)
    throw conflict('El cuadre es de hace más de un día, y puede haber cambiado lo que consta: haga otro.');
  const [before, rows, answers, key] = await Promise.all([
    store.findWorkforce(accountId, company),
    store.listWorkforce(accountId, company),
    store.listAnswers(one),
    services.stores.keys.serviceKey('worker'),
  ]);
  // Rows without a list are left from an interrupted request.
  const current = new Map((before ? rows : []).map((row) => [nameOf(row), row]));
  const compared = new Map(believedOf(one).map((row) => [nameOf(row), row]));
  const isChanged = (name: string) => !isDeepStrictEqual(current.get(name), compared.get(name));
  const changed = [...current.values()].filter((row) => isChanged(nameOf(row)));
  const own = new Set(Object.values(accounts).map(({ regimen, ccc }) => regimen + ccc));
  const workers = one.accounts
    .map(({ regimen, ccc }) => regimen + ccc)
    .filter((account) => own.has(account))
    .flatMap((account) =>
      importedIn(
        today,
        rowsOf([...compared.values()], account).map((row) => believedOn(row, today)),
        foundIn(account, answers),
      )
        // A row that changed after the comparison began is newer than its answers.
        .filter(({ before, after }) => {
          const names = [before ?? after, after].map(({ document }) => nameOf({ account, document }));
          const isNamed = identitiesOf(rowsOf(changed, account));
          return !names.some(isChanged) && !isNamed({ documents: [], nss: after.nss });
        })
        .map((worker) => ({ ...worker, account })),
    );
  const planned: Import = {
    isDone: false,
    preview: createHmac('sha256', key)
      .update(JSON.stringify([accountId, 'import', one.id, workers]))
      .digest('hex'),
    workers,
    kept: current.size - workers.filter((worker) => worker.before).length,
    skipped: result.notCompared.flatMap(({ about, document, account, because }) =>
      about === 'registered' && document === null && !foundIn(account, answers).registered
        ? [{ account, because }]
        : [],
    ),
  };
  if (preview === undefined) return planned;
  if (preview !== planned.preview) throw conflict(CHANGED);
  if (planned.kept + workers.length > MOST_WORKERS)
    throw conflict(`La plantilla tendría más de ${MOST_WORKERS} trabajadores.`);
  const imported = workers.map(({ account, before: last, after }) => {
    const { document, since } = after;
    const replaced = last && compared.get(nameOf({ account, document: last.document }));
    const mac = listMac(accountId, { what: 'worker', value: document }, key);
    const row: WorkforceRow = {
      ...{ company, account, at: createdAt, mac },
      ...withoutUndefined(after),
      ...aheadOf(replaced, { since, today }),
    };
    return { row, replaced };
  });
  const head = { company, at: createdAt, importedAt: now.toISOString(), before };
  if (!(await store.importWorkforce(accountId, head, imported))) throw conflict(CHANGED);
  const gone = new Set(imported.flatMap(({ replaced }) => replaced ?? []));
  const kept = [...compared.values()].filter((row) => !gone.has(row));
  await compareAgain(services, one, [...kept, ...imported.map(({ row }) => row)]);
  return { ...planned, isDone: true };
};

/** What was imported is no difference any more: compares the same answers with the workforce as it is now. */
const compareAgain = async (
  services: Services,
  one: Reconciliation,
  rows: readonly WorkforceRow[],
): Promise<void> => {
  const { reconciliation: store } = services.stores;
  const answers = await store.listAnswers(one);
  // A worker was erased meanwhile.
  if (answers.length === 0) return;
  const apart = (one.apart ?? []).filter(({ account }) => !foundIn(account, answers).registered);
  const { result, seen, open } = await endOf(services, { ...one, apart }, { rows, answers });
  await store.rewriteReconciliation(one, { believed: one.believed, result, ...(seen && { seen }), open });
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
