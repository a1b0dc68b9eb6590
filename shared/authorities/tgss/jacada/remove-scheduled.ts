import type { Exchange, Script } from '../../exchange.ts';
import { hasButton } from '../../html/form.ts';
import { type Accepted, dateFields, splitFields, type WorkerInCcc } from '../values.ts';
import { stepFor } from './dialog.ts';
import { enter } from './enter.ts';
import { file } from './filing.ts';

/** A scheduled movement: one with a future date. */
export interface ScheduledMovement extends WorkerInCcc {
  kind: 'Alta' | 'Baja';
  /** `YYYY-MM-DD`. */
  fecha_real: string;
}

/** Removes a registration or termination that has not taken effect yet. */
export const removeScheduled: Exchange<'submission', ScheduledMovement, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'ATR42 remove scheduled movement',
  standing: {
    state: 'confirmed',
    note: 'Public programs: both screens, and the codes that accept.',
    ifWrong:
      'The press on the second screen, which confirms: it commits. Public programs press on both ' +
      'screens, so the first does not file.',
  },
  script,
};

/** The button has the same name on the first screen and on the screen that asks to confirm. */
const CONTINUE = { name: 'btn_Sub2207101004' };
/** The older name of the first screen's button. */
const OLD_CONTINUE = { name: 'btn_Sub2207401004' };

function* script({ kind, regimen, ccc, nss, fecha_real }: ScheduledMovement): Script<Accepted> {
  const confirmation = yield* enter('ATR42', (first) => ({
    button: hasButton(first.form, CONTINUE) ? CONTINUE : OLD_CONTINUE,
    changes: {
      ...splitFields('txt_SDFTESORNAF', 'txt_SDFNUMNAF', nss),
      txt_SDFREGCC_ayuda: regimen,
      ...splitFields('txt_SDFTESCC', 'txt_SDFNUMCC', ccc),
      cbo_ListaAltasBajas001: kind,
      ...dateFields('txt_SDF', fecha_real, ['DIAB', 'MESB', 'AOB']),
      cbo_ListaAltasBajas: 'Eliminación',
    },
  }));
  return yield* file(stepFor(confirmation, { button: CONTINUE }), []);
}
