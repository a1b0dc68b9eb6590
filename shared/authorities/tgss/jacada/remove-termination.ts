import type { Exchange, Script } from '../../exchange.ts';
import {
  type Accepted,
  dateFields,
  documentKind,
  padDocument,
  type RecordChange,
  splitFields,
} from '../values.ts';
import { stepFor } from './dialog.ts';
import { enter } from './enter.ts';
import { file } from './filing.ts';

/** Removes the termination of that date, which has already taken effect. The worker is registered again. */
export const removeTermination: Exchange<'submission', RecordChange, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'ATR02 remove termination',
  standing: {
    state: 'confirmed',
    note: 'Public programs: both screens, and the codes that accept.',
    ifWrong:
      'The press on the second screen, which confirms: it commits. Public programs press on both ' +
      'screens, so the first does not file.',
  },
  script,
};

function* script({ regimen, ccc, nss, dni, fecha_real }: RecordChange): Script<Accepted> {
  const confirmation = yield* enter('ATR02', {
    button: { name: 'btn_Sub2207401004' },
    changes: {
      ...splitFields('txt_SDFIDPRONAF', 'txt_SDFIDNAFCON', nss),
      txt_SDFIDTIPOPF_ayuda: documentKind(dni),
      txt_SDFIDNIDEPF: padDocument(dni),
      txt_SDFIDREGIMEN_ayuda: regimen,
      ...splitFields('txt_SDFIDTESCTA', 'txt_SDFIDCTACON', ccc),
      ...dateFields('txt_SDFIDFREAL', fecha_real),
    },
  });
  return yield* file(stepFor(confirmation, { button: { name: 'btn_Sub2205301005' } }), []);
}
