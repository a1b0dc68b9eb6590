import { addDays, dashed, slashed } from '../../calendar.ts';
import { listName, type Person } from '../../state.ts';
import { workersInPeriod } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { accountInputs, button, dateInputs, printTypeOfLifeReports } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readAccount, requiredDate } from '../reading.ts';
import { latestTerms, type Registration } from '../registration.ts';
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
      groups: {
        headers: [
          {
            cells: ['NÚMERO DE AFILIACION', 'DOCUMENTO IDENTIFICATIVO', 'APELLIDOS Y NOMBRE'],
            widths: WORKER,
          },
          {
            cells: [
              'SITUACION',
              'F.REAL ALTA',
              'F.EFEC.ALTA',
              'F.REAL SIT.',
              'F.EFEC.SIT.',
              'G.C.',
              'C.T.',
              'C.T.P.',
            ],
            widths: SITUATION,
          },
        ],
        groups: Array.from(Map.groupBy(entries, ({ person }) => person).entries(), ([person, own]) => ({
          head: { cells: workerCells(person), widths: WORKER },
          rows: own.flatMap(({ registration }) =>
            situationRows(registration).map((cells) => ({ cells, widths: SITUATION })),
          ),
        })),
      },
    });
    return deliver(form, context, { report, screen: firstScreen });
  },
});

/**
 * The layout that a public program reads line by line, on each page below the titles: a line for the worker, which begins with
 * number, kind of document and document, and lines that begin with a situation and dates. The other columns are assumed.
 */
const WORKER = [120, 140, 239];
const SITUATION = [90, 68, 68, 68, 68, 40, 40, 57];

const workerCells = (person: Person): string[] => [
  `${person.nss.slice(0, 2)} ${person.nss.slice(2)}`,
  `${person.identificacion} ${person.dni.padStart(10, '0')}`,
  listName(person),
];

/** An alta, or the baja that ended it, and the paid holidays after that. */
const situationRows = (registration: Registration): string[][] => {
  const { alta, baja } = registration;
  const { grupo, contrato, coeficiente } = latestTerms(registration);
  const terms = [grupo, contrato, coeficiente];
  const began = [dashed(alta.date), dashed(alta.effective)];
  if (!baja) return [['ALTA', ...began, '', '', ...terms]];
  return [
    ['BAJA', ...began, dashed(baja.date), dashed(baja.effective), ...terms],
    ...(baja.finVacaciones > baja.date
      ? [['VAC.RETRIB.NO', dashed(addDays(baja.date, 1)), dashed(baja.finVacaciones)]]
      : []),
  ];
};

/** Days of a report in scenario `long-report`: the portal's own limit is not known. */
const MOST_DAYS = 31;

/** The page in place of the report. Its words, which are from ATR63, are assumed. */
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
