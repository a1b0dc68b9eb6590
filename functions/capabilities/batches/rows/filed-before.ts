import { isValid } from 'ulid';
import type { Caller } from '../../../../shared/operation/ports.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { FilingOfRow } from '../../../../shared/stores/filings/filing.ts';
import { isOpen, shownState } from '../../../../shared/stores/filings/shown-state.ts';
import { MAY_BE_FILED } from '../driver/states.ts';
import { outcomeHeader } from '../sheets/result-sheet.ts';
import type { EarlierResult } from '../sheets/types.ts';
import { ROW_TEXT } from '../store/batch.ts';
import type { Remark } from './row.ts';

/**
 * Finds earlier filings of the rows when a sheet of results is sent again. The records decide; the sheet's own cells can only
 * hold a row back.
 */

const FILING = outcomeHeader('filing');
const STATE = outcomeHeader('state');

const FILED_TEXTS = new Set(MAY_BE_FILED.map((state) => ROW_TEXT[state]));

const idsOf = ({ filing = '' }: EarlierResult): string[] => filing.split(/\s+/).filter((id) => id !== '');

/** The records that sheets name, if they belong to the caller's account or company. */
export const recordsNamed = async (
  { stores }: Services,
  earlier: EarlierResult[],
  { accountId, clientId }: Caller,
): Promise<Map<string, FilingOfRow>> => {
  const ids = new Set(earlier.flatMap(idsOf).filter((id) => isValid(id)));
  if (ids.size === 0) return new Map();
  const filings = await stores.batches.filingsOfRows([...ids]);
  return new Map(
    [...filings].filter(
      ([, filing]) =>
        filing.accountId === accountId && (clientId === undefined || filing.clientId === clientId),
    ),
  );
};

const isFiled = (filing: FilingOfRow): boolean => ['accepted', 'declaredFiled'].includes(shownState(filing));
const mayBeFiled = (filing: FilingOfRow): boolean => {
  const state = shownState(filing);
  return state === 'unknown' || isOpen(state);
};

/** Hashes of the contents that a row's records filed, or may have filed. */
export const contentsFiled = (earlier: EarlierResult, records: Map<string, FilingOfRow>): string[] =>
  idsOf(earlier)
    .flatMap((id) => records.get(id) ?? [])
    .filter((filing) => isFiled(filing) || mayBeFiled(filing))
    .map(({ contentHash }) => contentHash);

/**
 * The reason why a row is not filed again; `undefined` if there is none.
 * @param operations for a row of a workflow, the operations of the steps that it would file: only their records hold it back.
 * Any record holds back other rows
 */
export const filedBefore = (
  earlier: EarlierResult,
  records: Map<string, FilingOfRow>,
  operations?: string[],
): Remark | undefined => {
  const ids = idsOf(earlier);
  for (const id of ids) {
    const filing = records.get(id);
    if (!filing)
      return { column: FILING, message: `${id} no es un trámite de esta cuenta: compruebe la fila. ${HOW}` };
    if (operations && !operations.includes(filing.operation)) continue;
    if (isFiled(filing)) return { column: FILING, message: `Ya presentada: trámite ${id}. ${HOW}` };
    if (mayBeFiled(filing))
      return { column: FILING, message: `Puede haberse presentado: trámite ${id}. Compruébelo antes.` };
  }
  const [state = ''] = (earlier.state ?? '').split(/[\r\n]/, 1);
  if (ids.length > 0 || !FILED_TEXTS.has(state.trim())) return undefined;
  return {
    column: STATE,
    message: `La hoja dice «${state.trim()}», sin su trámite: compruebe la fila. ${HOW}`,
  };
};

const HOW = `Para presentarla de nuevo, borre lo que la fila tiene en ${FILING} y ${STATE}.`;

/** The cells that mark a held-back row if its sheet is sent once more. */
export const cellsOfEarlier = ({ filing, state }: EarlierResult): Record<string, string> => ({
  ...(filing !== undefined && { [FILING]: filing }),
  ...(state !== undefined && { [STATE]: state }),
});

/** The result of a held-back row in the next sheet of results. */
export const earlierResult = (cells: Record<string, string>): EarlierResult => ({
  filing: cells[FILING],
  state: cells[STATE],
});
