import { type Exchange, isOutOfTime, type Script, Unreadable } from '../../exchange.ts';
import { digitsOf, documentKind, isoDate, splitFields } from '../values.ts';
import { enter } from './enter.ts';
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

/** Filter of the workers of a contribution account. */
export interface CccWorkersInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  which: keyof typeof WORKERS;
  /** It can be asked again in another request: when time is over, it ends without a result. */
  mayWait?: boolean;
}

/**
 * The workers of a contribution account: registered now, or with scheduled movements. The portal has no way to
 * begin in the middle of the list, so it is read as a whole; `undefined` if it has to wait for another request.
 */
export const cccWorkers: Exchange<'reading', CccWorkersInput, CccWorker[] | undefined> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR62 workers of contribution account',
  standing: {
    state: 'confirmed',
    note: 'Public programs.',
    ifWrong: 'Nothing: it only lists the workers of a contribution account.',
  },
  script: function* (input) {
    try {
      return yield* wholeList(input);
    } catch (error) {
      if (input.mayWait && isOutOfTime(error)) return undefined;
      throw error;
    }
  },
};

function* wholeList({ which, mayWait, ...ccc }: CccWorkersInput): Script<CccWorker[]> {
  // Two answers lead to the first page.
  const list = yield* openWorkers(ccc, WORKERS[which], mayWait ? 2 : undefined);
  if (!list) return [];
  const { rows } = yield* everyRow(list, WORKERS_LIST);
  return rows.map(workerIn);
}

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

/** The name of the company that holds a contribution account. */
export const cccHolder: Exchange<'reading', { regimen: string; ccc: string }, string> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ACR69 holder of contribution account',
  standing: {
    state: 'confirmed',
    note: 'Public programs: both screens. Assumed: the name is next to the NIF, as in ATR61.',
    ifWrong: 'Nothing: it only shows registrations of a contribution account.',
  },
  script: function* ({ regimen, ccc }) {
    const screen = yield* enter('ACR69', {
      button: { name: 'btn_Sub2207601004' },
      changes: { txt_SDFREGCTA_ayuda: regimen, ...splitFields('txt_SDFTESCTA', 'txt_SDFNUMCTA', ccc) },
    });
    const name = screen.text('SDFNOMBRE3');
    if (name === undefined) throw new Unreadable('contribution account without holder');
    return name;
  },
};
