import type { ContributionAccount } from '../../state.ts';
import { upToDateCertificate } from '../documents.ts';
import { button, checkbox, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { inputText, pressed } from '../reading.ts';
import { deliver } from './filing.ts';

const CONTINUE = 'Sub2207601004';
const CONFIRM = 'Sub2205301005';

/** Both screens have this name. Clients find the buttons by their value. */
const SCREEN = { applname: 'SGIRED', formname: 'RCCM5201' };

const firstScreen: Page = {
  ...SCREEN,
  body: (posted) => [
    ...input({ id: 'SDFWMIDENT', size: 11 }, 'Código de cuenta de cotización', posted),
    ...input({ id: 'SDFWMRESU', size: 4 }, 'Régimen', posted),
    ...printType(posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const [ccc, regimen] = [inputText(form, 'SDFWMIDENT'), inputText(form, 'SDFWMRESU')];
    if (ccc === '' || regimen === '') throw new Refusal(DIL.missing, 'SDFWMIDENT');
    const account = context.state.accounts.find((each) => each.ccc === ccc.padStart(11, '0'));
    if (!account || !context.mayActOn(account.ccc)) throw new Refusal(DIL.unauthorisedAccount, 'SDFWMIDENT');
    if (account.regimen !== regimen.padStart(4, '0')) throw new Refusal(DIL.wrongScheme, 'SDFWMRESU');
    return confirmation(account);
  },
};

const confirmation = (account: ContributionAccount): Page => {
  const screen: Page = {
    ...SCREEN,
    body: (posted) => [
      ...[1, 2, 3].flatMap((box) => checkbox(`chkgrupo1_${box}`, `Apartado ${box}`, posted)),
      ...checkbox('detalle_deuda', 'Detalle de la deuda', posted),
      ...printType(posted),
      button(CONFIRM, 'Confirmar'),
    ],
    answer(form, context) {
      if (!pressed(form, CONFIRM)) return screen;
      return deliver(form, context, { report: upToDateCertificate(context, account, 'GENERICO'), screen });
    },
  };
  return screen;
};

/** Certificate of being up to date with contributions. */
export const rcr92: Transaction = { code: 'RCR92', area: 'DEUR', start: () => firstScreen };
