import type { ContributionAccount } from '../../state.ts';
import { upToDateCertificate } from '../documents.ts';
import { checkbox, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { inputText } from '../reading.ts';
import { deliver } from './filing.ts';

/** Both screens have this name. Clients find the buttons by their value. */
const SCREEN = { applname: 'SGIRED', formname: 'RCCM5201' };

const firstScreen: Page = inputScreen({
  ...SCREEN,
  continues: 'Sub2207601004',
  inputs: (posted) => [
    ...input({ id: 'SDFWMIDENT', size: 11 }, 'Código de cuenta de cotización', posted),
    ...input({ id: 'SDFWMRESU', size: 4 }, 'Régimen', posted),
    ...printType(posted),
  ],
  next(form, context) {
    const [ccc, regimen] = [inputText(form, 'SDFWMIDENT'), inputText(form, 'SDFWMRESU')];
    if (ccc === '' || regimen === '') throw new Refusal(DIL.missing, 'SDFWMIDENT');
    const account = context.state.accounts.find((each) => each.ccc === ccc.padStart(11, '0'));
    if (!account || !context.mayActOn(account.ccc)) throw new Refusal(DIL.unauthorisedAccount, 'SDFWMIDENT');
    if (account.regimen !== regimen.padStart(4, '0')) throw new Refusal(DIL.wrongScheme, 'SDFWMRESU');
    return confirmation(account);
  },
});

const confirmation = (account: ContributionAccount): Page => {
  const screen: Page = inputScreen({
    ...SCREEN,
    continues: 'Sub2205301005',
    text: 'Confirmar',
    inputs: (posted) => [
      ...[1, 2, 3].flatMap((box) => checkbox(`chkgrupo1_${box}`, `Apartado ${box}`, posted)),
      ...checkbox('detalle_deuda', 'Detalle de la deuda', posted),
      ...printType(posted),
    ],
    next: (form, context) =>
      deliver(form, context, { report: upToDateCertificate(context, account), screen }),
  });
  return screen;
};

/** Certificate of being up to date with contributions. */
export const rcr92: Transaction = { code: 'RCR92', area: 'DEUR', start: () => firstScreen };
