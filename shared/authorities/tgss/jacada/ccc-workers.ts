import type { Exchange } from '../../exchange.ts';
import { digitsOf, documentKind, isoDate } from '../values.ts';
import { everyRow, type Row } from './rows.ts';
import { openWorkers, WORKERS, WORKERS_LIST } from './worker-of-ccc.ts';

/** A worker of a contribution account. */
export interface CccWorker {
  nss: string;
  /** From the form of the document's number: the portal does not give the kind. */
  identificacion: '1' | '2' | '6';
  ipf: string;
  /** `YYYY-MM-DD`. */
  fecha_real: string;
  nombres: string;
  /** AL registered, BJ deregistered. */
  situacion: string;
}

/** Which workers of which contribution account. */
export interface CccWorkersInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  which: keyof typeof WORKERS;
}

/** The workers of a contribution account: those registered now, or those of scheduled movements. */
export const cccWorkers: Exchange<'reading', CccWorkersInput, CccWorker[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR62 workers of contribution account',
  evidence: {
    state: 'confirmed',
    note: 'The list of the workers of a contribution account as public programs use it.',
    ifWrong: 'Nothing: ATR62 is a dialog that only lists the workers of a contribution account.',
  },
  script: function* ({ which, ...ccc }) {
    const list = yield* openWorkers(ccc, WORKERS[which]);
    if (!list) return [];
    const { rows } = yield* everyRow(list, WORKERS_LIST);
    return rows.map(workerIn);
  },
};

const workerIn = ({ cell }: Row): CccWorker => {
  // The portal adds leading zeros up to ten characters.
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
