import type { ContributionAccount } from '../../state.ts';
import type { Context } from '../context.ts';
import { accountInputs, button } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { inputScreen, type Page } from '../page.ts';
import { pressed, readAccount } from '../reading.ts';
import { companyLines, identityLines } from './acr69-data.ts';

const CONTINUE = 'Sub2207601004';
const ACCOUNT = { regimen: 'SDFREGCTA_ayuda', province: 'SDFTESCTA', number: 'SDFNUMCTA' };
const IDENTITY = 'Sub2205801003';

const firstScreen: Page = inputScreen({
  formname: 'ACRM6901',
  continues: CONTINUE,
  inputs: (posted) => [...accountInputs(ACCOUNT, posted)],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    return companyScreen(account, context);
  },
});

/** The data of the account. Leads to the addresses. */
function companyScreen(account: ContributionAccount, context: Context): Page {
  const lines = companyLines(account, context);
  const screen: Page = {
    formname: 'ACRM6905',
    body: () => [...lines, button(IDENTITY, 'Datos Iden.')],
    answer: (form, current) => (pressed(form, IDENTITY) ? identityScreen(account, current, screen) : screen),
  };
  return screen;
}

/** Addresses of the company. */
function identityScreen(account: ContributionAccount, context: Context, back: Page): Page {
  const lines = identityLines(account, context);
  return {
    formname: 'ACRM6906',
    body: () => [...lines, button('Sub2205801004', 'Pág. Ant.')],
    answer: () => back,
  };
}

/** Situation of an account, and its company. */
export const acr69: Transaction = { code: 'ACR69', start: () => firstScreen };
