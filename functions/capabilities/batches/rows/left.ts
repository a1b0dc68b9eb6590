import { fewAtOnce } from '../../../../shared/kernel/side-by-side.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { listMac } from '../../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { FilingOfRow } from '../../../../shared/stores/filings/filing.ts';
import { calendarNote, shownOn } from '../../obligations/due.ts';
import { todayOf } from '../../obligations/learn.ts';
import { ruleOf } from '../../obligations/rules/index.ts';
import { spanishDay } from '../../obligations/rules/rule.ts';
import type { LeftObligation, ShownRow } from '../shown.ts';

/** The most obligations that are shown for a row. */
const MOST = 20;
/** Rows whose obligations are read concurrently. */
const SIDE_BY_SIDE = 16;

const PENDING = ['open', 'near', 'late'];

/** The obligations that workers of workflow rows have now in the contribution accounts of the rows' filings, by row. */
export const leftOf = async (
  services: Services,
  caller: Pick<Caller, 'accountId' | 'clientId'>,
  rows: Pick<ShownRow, 'row' | 'steps' | 'filings'>[],
): Promise<Map<number, LeftObligation[]>> => {
  const { stores } = services;
  const { accountId } = caller;
  const begun = rows.filter(({ steps, filings }) => steps.length > 0 && filings.length > 0);
  const byRow = new Map<number, LeftObligation[]>();
  if (begun.length === 0) return byRow;
  const [filings, key, today] = await Promise.all([
    stores.batches.filingsOfRows(begun.flatMap((row) => row.filings)),
    stores.keys.serviceKey('worker'),
    todayOf(services, accountId),
  ]);
  await fewAtOnce(begun, SIDE_BY_SIDE, async ({ row, filings: ids }) => {
    const about = aboutOf(ids.flatMap((id) => filings.get(id) ?? []));
    if (!about) return;
    const { obligations } = await stores.obligations.listObligations({
      accountId,
      companyId: caller.clientId,
      worker: listMac(accountId, { what: 'worker', value: about.document }, key),
      state: 'open',
      limit: MOST,
      fits: (obligation) =>
        obligation.by.account === about.account && PENDING.includes(shownOn(obligation, today)),
    });
    const ofRow = obligations.map((obligation) => ({
      id: obligation.id,
      title: ruleOf(obligation.rule).title,
      due: obligation.due ?? null,
      calendarNote: calendarNote(obligation) ?? null,
    }));
    if (ofRow.length > 0) byRow.set(row, ofRow);
  });
  return byRow;
};

/** An obligation of a row, as one line of a sheet. */
export const leftText = ({ title, due, calendarNote: note }: LeftObligation): string =>
  (due === null ? `${title}, sin fecha cierta` : `${title}, hasta el ${spanishDay(due)}`) +
  (note === null ? '' : ` (${note})`);

/** Worker and contribution account of a row, from its first filing that names both. */
const aboutOf = (filings: FilingOfRow[]): { document: string; account: string } | undefined => {
  for (const { about } of filings)
    if (about?.document && about.regimen && about.ccc)
      return { document: about.document, account: about.regimen + about.ccc };
  return undefined;
};
