import type { Exchange } from '../exchange.ts';
import { everyRow, type Row } from './rows.ts';
import { digitsOf, documentKind, isoDate } from './values.ts';
import { openWorkers, WORKERS, WORKERS_LIST } from './worker-of-account.ts';

/** A worker of an account. */
export interface AccountWorker {
  nss: string;
  /** By how the document is written; the portal does not say it. */
  identificacion: '1' | '2' | '6';
  ipf: string;
  /** `YYYY-MM-DD`. */
  fecha_real: string;
  nombres: string;
  /** AL registered, BJ deregistered. */
  situacion: string;
}

/** Which workers of an account. */
export interface AccountWorkersInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  which: keyof typeof WORKERS;
}

/** The workers of an account: those registered now, or those of movements to come. */
export const accountWorkers: Exchange<'reading', AccountWorkersInput, AccountWorker[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR62 workers of account',
  standing: {
    state: 'confirmed',
    note: 'The list of an account’s workers as public programs use it.',
    ifWrong: 'Nothing: ATR62 is a dialog that only lists the workers of an account.',
  },
  script: function* ({ which, ...account }) {
    const list = yield* openWorkers(account, WORKERS[which]);
    if (!list) return [];
    const { rows } = yield* everyRow(list, WORKERS_LIST);
    return rows.map(workerIn);
  },
};

const workerIn = ({ cell }: Row): AccountWorker => {
  // Zeros before it fill it up to ten characters.
  const ipf = cell(4).replace(/^0(?=.{9}$)/, '');
  return {
    nss: digitsOf(cell(0)),
    identificacion: documentKind(ipf),
    ipf,
    fecha_real: isoDate(cell(2)),
    nombres: cell(1),
    situacion: cell(3) || 'AL',
  };
};
