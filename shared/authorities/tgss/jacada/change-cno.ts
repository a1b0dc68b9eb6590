import { type Exchange, type Script, Unreadable } from '../../exchange.ts';
import { hasControl } from '../../html/form.ts';
import { type Accepted, dateFields, documentKind, type RecordChange } from '../values.ts';
import { workerFields } from './atr01.ts';
import { stepFor } from './dialog.ts';
import { enter } from './enter.ts';
import { file, type Warning } from './filing.ts';

/** Changes the CNO of a worker in a contribution account. */
export const changeCno: Exchange<'submission', RecordChange & { cno: string }, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'ATR55 CNO',
  standing: {
    state: 'confirmed',
    note: 'Public programs: screens, fields, the codes that accept.',
    ifWrong:
      'The press on the second screen, which may file at once, and the confirmation after it: both ' +
      'commit.',
  },
  script,
};

/** By its label: the numbers in its name have changed over time. */
const CONTINUE = { label: 'Continuar' };

/** A page that has this button asks to confirm. */
const CONFIRM: Warning = {
  id: 'Sub2204701006_83',
  text: '',
  button: { name: 'btn_Sub2204701006_83' },
};

function* script(input: RecordChange & { cno: string }): Script<Accepted> {
  const { txt_SDFREGAFI_ayuda: _, ...fields } = workerFields({
    ...input,
    identificacion: documentKind(input.dni),
  });
  const screen = yield* enter('ATR55', {
    button: CONTINUE,
    // Here the scheme's field has another name, and the document has no leading zeros.
    changes: { ...fields, txt_SDFREGAFI: input.regimen, txt_SDFNUMPFI: input.dni },
  });
  if (!hasControl(screen.form, 'txt_SDFCNOCUP_ayuda'))
    throw new Unreadable('ATR55 without its second screen');
  const changes = {
    ...dateFields('txt_SDF', input.fecha_real, ['DREAL', 'MREAL', 'AREAL']),
    txt_SDFCNOCUP_ayuda: input.cno,
  };
  return yield* file(stepFor(screen, { button: CONTINUE, changes }), [CONFIRM]);
}
