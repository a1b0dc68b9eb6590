import type { Exchange } from '../../exchange.ts';
import { isoDate, type WorkerInCcc } from '../values.ts';
import { DOCUMENTS, openDocuments } from './duplicate-ta.ts';
import { everyRow } from './rows.ts';

/** A movement with a document on the portal. Dates `YYYY-MM-DD`. */
export interface TaDocument {
  /** As the portal writes it, such as `ALTA`. */
  movement: string;
  fecha_real: string;
  /** When it was communicated; `''` if the portal gives no date. */
  fecha_comunicacion: string;
}

/** The movements of a worker in a contribution account that have a document, in the portal's order. */
export const taDocuments: Exchange<'reading', WorkerInCcc, TaDocument[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR65 movements',
  standing: {
    state: 'confirmed',
    note: 'Public programs. Assumed: the third column is the date of the communication.',
    ifWrong: 'Nothing: it only makes duplicates of documents.',
  },
  script: function* (worker) {
    const list = yield* openDocuments(worker, '');
    if (!list) return [];
    const { rows } = yield* everyRow(list, DOCUMENTS);
    return rows.map(({ cell }) => ({
      movement: cell(1).toUpperCase(),
      fecha_real: isoDate(cell(2)),
      fecha_comunicacion: isoDate(cell(3)),
    }));
  },
};
