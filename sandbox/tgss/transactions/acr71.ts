import { addDays, slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { workersInPeriod } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { accountInputs, button, dateInputs, printTypeOfLifeReports } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readAccount, requiredDate } from '../reading.ts';
import { deliver } from './filing.ts';

const CONTINUE = 'Sub2207001009';
const ACCOUNT = { regimen: 'SDFREGCCO', province: 'SDFTESCCO', number: 'SDFNYCCCO' };
const FROM = ['SDFDIADESDEM', 'SDFMESDESDEM', 'SDFAODESDEM'] as const;
const TO = ['SDFDIAHASTAM', 'SDFMESHASTAM', 'SDFAOHASTAM'] as const;

const firstScreen: Page = inputScreen({
  formname: 'ACRM7101',
  continues: CONTINUE,
  inputs: (posted) => [
    ...accountInputs(ACCOUNT, posted),
    ...dateInputs(FROM, 'Desde', posted),
    ...dateInputs(TO, 'Hasta', posted),
    ...printTypeOfLifeReports(posted),
  ],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    const [from, to] = [requiredDate(form, FROM), requiredDate(form, TO)];
    if (to < from) throw new Refusal(DIL.wrongDate, TO[0]);
    if (context.scenario === 'long-report' && to > addDays(from, MOST_DAYS - 1)) return tooLong;
    const entries = workersInPeriod(context.state, account.ccc, { from, to });
    if (entries.length === 0) throw new Refusal(DIL.noData);
    const report = accountReport(context, account, {
      title: 'INFORME DE VIDA LABORAL DE CUENTA DE COTIZACION',
      period: ['PERIODO', `${slashed(from)} - ${slashed(to)}`],
      table: {
        headers: ['N.A.F.', 'APELLIDOS Y NOMBRE', 'ALTA', 'BAJA'],
        rows: entries.map(({ person, registration: { alta, baja } }) => [
          person.nss,
          listName(person),
          slashed(alta.date),
          slashed(baja?.date),
        ]),
        widths: [100, 240, 80, 80],
      },
    });
    return deliver(form, context, { report, screen: firstScreen });
  },
});

/** Days of a report in scenario `long-report`: the portal's own limit is not known. */
const MOST_DAYS = 31;

/** A page in place of the report; that it has the words of ATR63's is assumed. */
const tooLong: Page = {
  formname: 'ACRM7102',
  body: () => [
    '<p>El informe requerido excede el límite de información de transmisión permitido. ' +
      'Solicítelo en diferido o en su Administración habitual.</p>',
    button(CONTINUE, 'Continuar'),
  ],
  answer: () => firstScreen,
};

/** Life work report of an account: its registrations in a period. */
export const acr71: Transaction = { code: 'ACR71', start: () => firstScreen };
