import type { Exchange, Script } from '../exchange.ts';
import { open, pressUnheeded, type Screen } from './jacada.ts';
import { heed, isNoData, messageOf } from './message.ts';
import { findRow, type List, tableRows } from './rows.ts';
import { digitsOf, sameDocument, splitNumber } from './values.ts';

/** A worker by document, among those of an account. */
export interface WorkerOfAccountInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  dni: string;
}

/**
 * The affiliation number, 12 digits, of a worker who is or was registered in an account; `undefined` when the account
 * has no such worker.
 */
export const workerOfAccount: Exchange<'reading', WorkerOfAccountInput, string | undefined> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR62 worker of account',
  standing: {
    state: 'confirmed',
    note: 'The list of an account’s workers as public programs use it.',
    ifWrong: 'Nothing: ATR62 is a dialog that only lists the workers of an account.',
  },
  script,
};

/** Which workers of an account the list is of. */
export const WORKERS = { registered: 'chk_chkgrupo1_1', previous: 'chk_chkgrupo1_2' } as const;

/** Columns: 0 affiliation number, 1 name, 2 date, 3 situation, 4 document. */
export const WORKERS_LIST: List = {
  table: 'Sub1000112079',
  read: tableRows,
  next: { name: 'btn_Sub2207801001' },
};

function* script({ dni, ...account }: WorkerOfAccountInput): Script<string | undefined> {
  for (const which of [WORKERS.registered, WORKERS.previous]) {
    const list = yield* openWorkers(account, which);
    if (!list) continue;
    const nss = yield* findRow(list, WORKERS_LIST, (row) => {
      const number = digitsOf(row.cell(0));
      return sameDocument(row.cell(4), dni) && number.length === 12 ? number : undefined;
    });
    if (nss) return nss;
  }
  return undefined;
}

/** The list of an account’s workers; `undefined` when there are none of that kind. */
export function* openWorkers(
  { regimen, ccc }: Pick<WorkerOfAccountInput, 'regimen' | 'ccc'>,
  which: (typeof WORKERS)[keyof typeof WORKERS],
): Script<Screen | undefined> {
  const [province, rest] = splitNumber(ccc);
  const list = yield* pressUnheeded(yield* open('ATR62'), {
    button: { name: 'btn_Sub2207601004' },
    changes: {
      txt_SDFREG62_ayuda: regimen,
      txt_SDFTESO62: province,
      txt_SDFNUM62: rest,
      [WORKERS.registered]: which === WORKERS.registered,
      [WORKERS.previous]: which === WORKERS.previous,
    },
  });
  const message = messageOf(list);
  if (isNoData(message)) return undefined;
  heed(message);
  return list;
}
