import { NO_NSS } from '../../../shared/operation/about.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import type { Believed } from './facts.ts';
import type { WorkforceHead, WorkforceRow, WorkforceTerms } from './store/workforce-row.ts';

/** Changes of a workforce by filings. Pure functions. */

/** A worker as payroll has it on a day, including changes that were filed ahead and have taken effect. */
export const believedOn = ({ ahead = [], ...row }: WorkforceRow, day: string): Believed => {
  const { document, nss, name, since, until, contract, coefficient, group, cno } = Object.assign(
    {},
    row,
    ...ahead.filter(({ from }) => from <= day).map(({ from: _, ...terms }) => terms),
  ) as WorkforceRow;
  return { document, nss, name, since, until, contract, coefficient, group, cno };
};

/** By account: how many of its workers worked on a day. */
const workingOn = (rows: readonly WorkforceRow[], day: string): Record<string, number> => {
  const working = rows.filter(({ until }) => until === undefined || until >= day);
  return Object.fromEntries(
    [...Map.groupBy(working, ({ account }) => account)].map(([account, workers]) => [
      account,
      workers.length,
    ]),
  );
};

/**
 * The accounts of which a new list has fewer than half of the workers, each with the number that it had. Only a larger list, or an
 * import, ends this, and not the same list once more.
 * @param today by the authorities' clock
 */
export const fewerThan = (
  before: { rows: readonly WorkforceRow[]; fewer: WorkforceHead['fewer'] },
  rows: readonly WorkforceRow[],
  today: string,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries({ ...workingOn(before.rows, today), ...before.fewer }).filter(
      ([account, count]) => 2 * rows.filter((row) => row.account === account).length < count,
    ),
  );

/** The worker whose row a filing changes, and the row before, if there was one. */
interface Changing {
  before: WorkforceRow | undefined;
  whose: Pick<WorkforceRow, 'company' | 'account' | 'mac' | 'document' | 'nss' | 'at'>;
  /** Today by the authorities' clock. */
  today: string;
}

/** The row after a filing; `removed` if it is deleted, and `undefined` if the filing does not change it. */
type Changed = WorkforceRow | 'removed' | undefined;

/** The fields of a request that are read; all are texts. */
type Sent = Partial<
  Record<
    | 'fecha_real'
    | 'startDate'
    | 'tipo_contrato'
    | 'contractType'
    | 'coeficiente'
    | 'grupo_cotizacion'
    | 'cno',
    string
  >
>;

const registered = (
  { fecha_real, tipo_contrato, coeficiente = '', grupo_cotizacion, cno }: Sent,
  { whose }: Changing,
): Changed => ({
  ...whose,
  since: fecha_real!,
  coefficient: coeficiente,
  ...(tipo_contrato && { contract: tipo_contrato }),
  ...(grupo_cotizacion && { group: grupo_cotizacion }),
  ...(cno && { cno }),
});

const ended = ({ fecha_real }: Sent, { before, whose }: Changing): Changed =>
  before && before.since <= fecha_real! ? { ...before, until: fecha_real, at: whose.at } : undefined;

const goesOn = ({ fecha_real }: Sent, { before, whose }: Changing): Changed => {
  if (before?.until !== fecha_real) return undefined;
  const { until: _, ...row } = before!;
  return { ...row, at: whose.at };
};

const removed = ({ fecha_real }: Sent, { before }: Changing): Changed =>
  before?.since === fecha_real ? 'removed' : undefined;

const changed =
  (termsOf: (sent: Sent) => WorkforceTerms) =>
  (sent: Sent, { before, whose, today }: Changing): Changed => {
    if (!before) return undefined;
    const from = (sent.fecha_real ?? sent.startDate)!;
    const terms = termsOf(sent);
    if (from <= today) return { ...before, ...terms, at: whose.at };
    const ahead = [...(before.ahead ?? []), { from, ...terms }].toSorted((a, b) =>
      a.from < b.from ? -1 : 1,
    );
    return { ...before, ahead, at: whose.at };
  };

/** The change that each filing makes to a row, by method and address. */
export const CHANGES: Readonly<Record<string, (sent: Sent, changing: Changing) => Changed>> = {
  'POST /api/v4/seg-social/alta': registered,
  'DELETE /api/v4/seg-social/alta': removed,
  'POST /api/v4/seg-social/baja': ended,
  'POST /api/v4/seg-social/despido': ended,
  'DELETE /api/v4/seg-social/baja': goesOn,
  'PUT /api/v4/seg-social/contribution-group': changed(({ grupo_cotizacion }) => ({
    group: grupo_cotizacion!,
  })),
  'PUT /api/v4/seg-social/cno': changed(({ cno }) => ({ cno: cno! })),
  'PUT /api/v4/seg-social/contract-coeficiente': changed(({ contractType, coeficiente = '' }) => ({
    contract: contractType!,
    coefficient: coeficiente,
  })),
};

/** The worker and the account of a filing; `undefined` if it lacks either. */
export const workerNamed = ({
  about: { regimen, ccc, document, nss } = {},
}: Pick<Filing, 'about'>): { account: string; document: string; nss?: string } | undefined =>
  regimen && ccc && document
    ? { account: regimen + ccc, document, ...(nss && !NO_NSS.test(nss) && { nss }) }
    : undefined;
