import type { Exchange } from '../exchange.ts';
import { DOCUMENTS, type DuplicateTaInput, openDocuments } from './duplicate-ta.ts';
import { everyRow } from './rows.ts';
import { isoDate } from './values.ts';

/** A movement that the portal has a document of. Dates `YYYY-MM-DD`. */
export interface TaDocument {
  /** In the portal's words, such as `ALTA`. */
  movement: string;
  fecha_real: string;
  /** When it was reported; `''` where the portal does not say. */
  fecha_comunicacion: string;
}

/** The movements of a worker in an account, by their documents, in the portal's order. */
export const taDocuments: Exchange<
  'reading',
  Pick<DuplicateTaInput, 'regimen' | 'ccc' | 'nss'>,
  TaDocument[]
> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR65 movements',
  standing: {
    state: 'confirmed',
    note: 'The list as public programs use it. Assumed: that its third column is the date of the report.',
    ifWrong: 'Nothing: ATR65 is a dialog that only makes duplicates of documents.',
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
