import { companyNameIn, isShownTo, workerOf } from '../../../../shared/operation/about.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { RowSubject, ShownRow } from '../shown.ts';

/** Company and worker of rows, by row, from their filings and dry runs. Rows that were never tried are left out. */
export const whoOf = async (
  { stores }: Services,
  caller: Pick<Caller, 'accountId' | 'clientId'>,
  rows: Pick<ShownRow, 'row' | 'dryRuns' | 'filings'>[],
): Promise<Map<number, RowSubject>> => {
  // All steps of a row are about the same worker.
  const ids = rows.map(({ row, filings, dryRuns }) => ({ row, id: filings[0] ?? dryRuns[0] }));
  const filings = await stores.batches.filingsOfRows(ids.flatMap(({ id }) => id ?? []));
  const visible = [...filings.values()].filter((filing) => isShownTo(caller, filing));
  const companies = await stores.clients.companiesOf(
    caller.accountId,
    visible.flatMap(({ companyId }) => companyId ?? []),
  );
  return new Map(
    ids.flatMap(({ row, id }) => {
      const filing = id === undefined ? undefined : filings.get(id);
      return filing
        ? [[row, { companyName: companyNameIn(companies, filing), worker: workerOf(filing) }]]
        : [];
    }),
  );
};
