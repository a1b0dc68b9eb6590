import { type Exchange, type Script, Unreadable } from '../../exchange.ts';
import { hasControl } from '../../html/form.ts';
import { type Accepted, dateFields, documentKind, type WorkerWithDni } from '../values.ts';
import { workerFields } from './atr01.ts';
import { stepFor } from './dialog.ts';
import { enter } from './enter.ts';
import { COEFFICIENT_WARNING, file } from './filing.ts';

/** A change of contract or working time, from a date on. */
export interface ContractChange extends WorkerWithDni {
  /** `YYYY-MM-DD`. */
  startDate: string;
  /** 3 digits. */
  contractType: string;
  /** Thousandths of full time; absent for full time. */
  coeficiente?: string;
}

/** Changes the contract and the part-time coefficient of a worker in a contribution account. */
export const changeContract: Exchange<'submission', ContractChange, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'ATR45 contract',
  standing: {
    state: 'confirmed',
    note:
      'aonsolutions/aon-application: screens, fields, warning, the codes that accept. Leading zeros only for a NIE. ' +
      'For full time one leaves the coefficient empty, another sends 0.',
    ifWrong:
      'The press on the second screen, which files at once, and the confirmation of a warning after it: ' +
      'both commit.',
  },
  script,
};

function* script(input: ContractChange): Script<Accepted> {
  const identificacion = documentKind(input.dni);
  const screen = yield* enter('ATR45', {
    button: { name: 'btn_Sub2207601004' },
    changes: {
      ...workerFields({ ...input, identificacion }),
      // Here the newest programs add leading zeros to a NIE only, older ones to none.
      ...(identificacion !== '6' && { txt_SDFNUMPFI: input.dni }),
    },
  });
  if (!hasControl(screen.form, 'txt_SDFTICO_ayuda')) throw new Unreadable('ATR45 without its second screen');
  const changes = {
    ...dateFields('txt_SDFFREAL', input.startDate),
    txt_SDFTICO_ayuda: input.contractType,
    // The portal proposes the coefficient of the contract that ends, so it is always replaced.
    txt_SDFCOEFCO_ayuda: input.coeficiente ?? '',
  };
  const step = stepFor(screen, { button: { name: 'btn_Sub2207401004' }, changes });
  return yield* file(step, [COEFFICIENT_WARNING]);
}
