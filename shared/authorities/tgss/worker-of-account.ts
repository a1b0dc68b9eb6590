import type { Exchange, Script } from '../exchange.ts';
import { open, pressUnheeded } from './jacada.ts';
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
  standing: { state: 'confirmed', note: 'The list of an account’s workers as public programs use it.' },
  script,
};

const REGISTERED = 'chk_chkgrupo1_1';
const PREVIOUS = 'chk_chkgrupo1_2';

const LIST: List = { rows: (page) => tableRows(page, 'Sub1000112079'), next: { name: 'btn_Sub2207801001' } };

function* script({ regimen, ccc, dni }: WorkerOfAccountInput): Script<string | undefined> {
  const [province, rest] = splitNumber(ccc);
  for (const box of [REGISTERED, PREVIOUS]) {
    const list = yield* pressUnheeded(yield* open('ATR62'), {
      button: { name: 'btn_Sub2207601004' },
      changes: {
        txt_SDFREG62_ayuda: regimen,
        txt_SDFTESO62: province,
        txt_SDFNUM62: rest,
        [REGISTERED]: box === REGISTERED,
        [PREVIOUS]: box === PREVIOUS,
      },
    });
    const message = messageOf(list);
    if (isNoData(message)) continue;
    heed(message);
    const nss = yield* findRow(list, LIST, (row) => {
      const number = digitsOf(row.cell(0));
      return sameDocument(row.cell(4), dni) && number.length === 12 ? number : undefined;
    });
    if (nss) return nss;
  }
  return undefined;
}
