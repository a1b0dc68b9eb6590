import { type Exchange, Unreadable } from '../exchange.ts';
import { open, press } from './jacada.ts';
import { splitNumber } from './values.ts';

/** The name of the company that a contribution account is of. */
export const accountHolder: Exchange<'reading', { regimen: string; ccc: string }, string> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ACR69 holder of account',
  standing: {
    state: 'confirmed',
    note: 'Both screens as public programs use them. Assumed: that the name is where ATR61 has it, beside the NIF.',
    ifWrong: 'Nothing: ACR69 is a dialog that only shows the registrations of an account.',
  },
  script: function* ({ regimen, ccc }) {
    const [province, rest] = splitNumber(ccc);
    const screen = yield* press(yield* open('ACR69'), {
      button: { name: 'btn_Sub2207601004' },
      changes: { txt_SDFREGCTA_ayuda: regimen, txt_SDFTESCTA: province, txt_SDFNUMCTA: rest },
    });
    const name = screen.text('SDFNOMBRE3');
    if (name === undefined) throw new Unreadable('account without holder');
    return name;
  },
};
