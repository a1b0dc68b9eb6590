import { type Exchange, Unreadable } from '../../exchange.ts';
import { splitNumber } from '../values.ts';
import { enter } from './enter.ts';

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
    const [province, rest] = splitNumber(ccc);
    const screen = yield* enter('ACR69', {
      button: { name: 'btn_Sub2207601004' },
      changes: { txt_SDFREGCTA_ayuda: regimen, txt_SDFTESCTA: province, txt_SDFNUMCTA: rest },
    });
    const name = screen.text('SDFNOMBRE3');
    if (name === undefined) throw new Unreadable('contribution account without holder');
    return name;
  },
};
