import type { Exchange, Script } from '../../exchange.ts';
import { digitsOf, sameCode, splitFields } from '../values.ts';
import type { Screen } from './dialog.ts';
import { enterForData } from './enter.ts';
import { findRow, type List, tableRows } from './rows.ts';

/** A worker of a contribution account, by document. */
export interface WorkerOfCccInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  dni: string;
}

/** A worker as a list of a contribution account has them. */
export interface ListedWorker {
  /** The affiliation number, 12 digits. */
  nss: string;
  /** `SURNAMES, FIRST NAMES`. */
  name: string;
}

/** A worker who is or was registered in a contribution account; `undefined` if the contribution account has no such worker. */
export const workerOfCcc: Exchange<'reading', WorkerOfCccInput, ListedWorker | undefined> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR62 worker of contribution account',
  standing: {
    state: 'confirmed',
    note: 'Public programs.',
    ifWrong: 'Nothing: it only lists the workers of a contribution account.',
  },
  script,
};

/** The two lists of workers of a contribution account. */
export const WORKERS = { registered: 'chk_chkgrupo1_1', previous: 'chk_chkgrupo1_2' } as const;

/** Columns: 0 affiliation number, 1 name, 2 date, 3 situation, 4 document. */
export const WORKERS_LIST: List = {
  table: 'Sub1000112079',
  read: tableRows,
  next: { name: 'btn_Sub2207801001' },
};

function* script({ dni, ...ccc }: WorkerOfCccInput): Script<ListedWorker | undefined> {
  for (const which of [WORKERS.registered, WORKERS.previous]) {
    const list = yield* openWorkers(ccc, which);
    if (!list) continue;
    const worker = yield* findRow(list, WORKERS_LIST, ({ cell }) => {
      const nss = digitsOf(cell(0));
      return sameCode(cell(4), dni) && nss.length === 12 ? { nss, name: cell(1) } : undefined;
    });
    if (worker) return worker;
  }
  return undefined;
}

/** A list of workers of a contribution account; `undefined` if it is empty. `needs`: see `Step`. */
export function* openWorkers(
  { regimen, ccc }: Pick<WorkerOfCccInput, 'regimen' | 'ccc'>,
  which: (typeof WORKERS)[keyof typeof WORKERS],
  needs?: number,
): Script<Screen | undefined> {
  return yield* enterForData('ATR62', {
    first: {
      button: { name: 'btn_Sub2207601004' },
      changes: {
        txt_SDFREG62_ayuda: regimen,
        ...splitFields('txt_SDFTESO62', 'txt_SDFNUM62', ccc),
        [WORKERS.registered]: which === WORKERS.registered,
        [WORKERS.previous]: which === WORKERS.previous,
      },
    },
    needs,
  });
}
