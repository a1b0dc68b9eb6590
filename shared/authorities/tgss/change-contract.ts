import { type Exchange, type Script, Unreadable } from '../exchange.ts';
import { hasControl } from '../html/form.ts';
import { type Accepted, COEFFICIENT_WARNING, file, workerFields } from './atr01.ts';
import type { WorkerInAccount } from './contribution-record.ts';
import { open, press, stepFor } from './jacada.ts';
import { dateFields, documentKind } from './values.ts';

/** A change of contract or working time, as of a date. */
export interface ContractChange extends WorkerInAccount {
  /** `YYYY-MM-DD`. */
  startDate: string;
  /** 3 digits. */
  contractType: string;
  /** Thousandths of a full working day; absent for a full one. */
  coeficiente?: string;
}

/** Changes the contract and the part-time coefficient of a worker in an account. */
export const changeContract: Exchange<'submission', ContractChange, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'ATR45 contract',
  standing: {
    state: 'confirmed',
    note:
      'Screens, fields and warning as public programs use them. Assumed: that 3408 is the code that accepts, and ' +
      'that an empty coefficient stands for a full working day.',
    ifWrong:
      'The press on the second screen, which holds the change and files at once, and the confirmation of a warning ' +
      'after it: both commit. The first screen only names worker and account.',
  },
  script,
};

function* script(input: ContractChange): Script<Accepted> {
  const screen = yield* press(yield* open('ATR45'), {
    button: { name: 'btn_Sub2207601004' },
    changes: workerFields({ ...input, identificacion: documentKind(input.dni) }),
  });
  if (!hasControl(screen.form, 'txt_SDFTICO_ayuda')) throw new Unreadable('ATR45 without its second screen');
  const changes = {
    ...dateFields('txt_SDFFREAL', input.startDate),
    txt_SDFTICO_ayuda: input.contractType,
    // Not what the portal proposes: that is of the contract that ends.
    txt_SDFCOEFCO_ayuda: input.coeficiente ?? '',
  };
  const step = stepFor(screen, { button: { name: 'btn_Sub2207401004' }, changes });
  return yield* file(step, [COEFFICIENT_WARNING]);
}
