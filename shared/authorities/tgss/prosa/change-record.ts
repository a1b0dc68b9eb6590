import { slashedDate } from '../../../kernel/spanish-time.ts';
import type { Exchange } from '../../exchange.ts';
import type { Accepted, RecordChange } from '../values.ts';
import { openRecord } from './contribution-record.ts';
import { fileProsa } from './dialog.ts';

/**
 * Changes of group, occupation and category: three similar applications. The second page is the record. Sending it
 * files at once, so a dry run ends when the worker is found.
 */
const changeRecord = <In extends RecordChange>(
  application: string,
  what: string,
  encode: (input: In, date: string) => Record<string, string>,
): Exchange<'submission', In, Accepted> => ({
  kind: 'submission',
  authority: 'tgss',
  name: `${application} ${what}`,
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application (HTML, later made by a stylesheet): fields, buttons, messages. Assumed: ' +
      'actions for data only; the document. Settled by both pages.',
    ifWrong: 'ENVIO_7 on the second page, which files at once: it commits.',
  },
  script: function* (input) {
    const record = yield* openRecord(application, input);
    const changes = encode(input, slashedDate(input.fecha_real));
    return yield* fileProsa(record, { button: 'ENVIO_7', changes });
  },
});

/** Changes the contribution group. */
export const changeGroup = changeRecord<RecordChange & { grupo_cotizacion: string }>(
  'XV24M00B',
  'contribution group',
  ({ grupo_cotizacion }, date) => ({ codNuevoGrupo: grupo_cotizacion, fechaSituacion: date }),
);

/** Changes the occupation; `''` removes it. */
export const changeOccupation = changeRecord<RecordChange & { ocupacion: string }>(
  'XV24M00G',
  'occupation',
  ({ ocupacion }, date) => ({ NueOcu: ocupacion.toUpperCase(), fecSit: date }),
);

/** Changes the professional category. */
export const changeCategory = changeRecord<RecordChange & { category_professional: string }>(
  'XV24M00I',
  'professional category',
  ({ category_professional }, date) => ({ NueCat: category_professional, fecSit: date }),
);
