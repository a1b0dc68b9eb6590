import type { Form } from '../../form.ts';
import type { ContributionAccount } from '../../state.ts';
import type { Context } from '../context.ts';
import { accountInputs, button, checkbox } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { inputScreen, type Page } from '../page.ts';
import { pressed, readAccount, ticked } from '../reading.ts';
import { companyLines, identityLines } from './acr69-data.ts';
import { workerList } from './acr69-workers.ts';

const CONTINUE = 'Sub2207601004';
const ACCOUNT = { regimen: 'SDFREGCTA_ayuda', province: 'SDFTESCTA', number: 'SDFNUMCTA' };
const IDENTITY = 'Sub2205801003';

const COMPANY_BOXES = {
  SDFCONSSALDOS: 'Saldos',
  SDFCONSCOLE: 'Colectivos',
  SDFCONSSII: 'Trabajadores',
};

const WORKER_BOXES = {
  SDFCONSALTA: 'En alta',
  SDFCONSAC: 'Altas consolidadas',
  SDFCONSPREV: 'Movimientos previos',
  SDFCONSHUELGA: 'En huelga',
  SDFCONSASIMI: 'Situaciones asimiladas',
  SDFCONSSUBCONOTRO: 'Subcontratas de otros',
  SDFCONSSUBCON: 'Subcontratas',
  SDFCONSEMPRE: 'Empresas',
  SDFCONSATEP: 'Accidentes de trabajo',
  SDFCONSCONVCOL: 'Convenios',
  SDFCONSFUNCI: 'Funcionarios',
};

const firstScreen: Page = inputScreen({
  formname: 'ACRM6901',
  continues: CONTINUE,
  inputs: (posted) => [...accountInputs(ACCOUNT, posted)],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    return companyScreen(account, context);
  },
});

const boxes = (texts: Record<string, string>, posted: Form) =>
  Object.entries(texts).flatMap(([id, text]) => checkbox(id, text, posted));

/** The data of the account. Leads to the addresses and to the workers. */
function companyScreen(account: ContributionAccount, context: Context): Page {
  const lines = companyLines(account, context);
  const screen: Page = {
    formname: 'ACRM6905',
    body: (posted) => [
      ...lines,
      ...boxes(COMPANY_BOXES, posted),
      button(CONTINUE, 'Continuar'),
      button(IDENTITY, 'Datos Iden.'),
    ],
    answer(form, context) {
      if (pressed(form, IDENTITY)) return identityScreen(account, context, screen);
      return pressed(form, CONTINUE) ? choiceScreen(account) : screen;
    },
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

/** Which workers to list. */
function choiceScreen(account: ContributionAccount): Page {
  const screen: Page = inputScreen({
    formname: 'ACRM6907',
    continues: CONTINUE,
    inputs: (posted) => boxes(WORKER_BOXES, posted),
    next(form, context) {
      const tickedBoxes = new Set(Object.keys(WORKER_BOXES).filter((id) => ticked(form, id)));
      return workerList(account, context, { tickedBoxes, back: screen });
    },
  });
  return screen;
}

/** Situation of an account, its company, and its workers. */
export const acr69: Transaction = { code: 'ACR69', start: () => firstScreen };
