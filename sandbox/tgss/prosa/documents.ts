/** Documents of the applications; those on registrations are the affiliation dialogs' own. */

import { slashed } from '../../calendar.ts';
import { makePdf, type Section } from '../../pdf.ts';
import type { Account, Person } from '../../state.ts';
import type { Report } from '../archive.ts';
import { situacionText } from '../codes.ts';
import type { Desk } from '../desk.ts';
import { AUTHORITY, companySection, stamp, verificationCode, workerSection } from '../documents.ts';
import { type Registration, termsOn } from '../registration.ts';
import type { BankAccount, Settlement } from './records.ts';
import { amount, linesOf, monthText, sum } from './settlements.ts';

const sheet = (desk: Desk, title: string, sections: Section[], ...about: string[]): Report => {
  const made = desk.time;
  const code = verificationCode(title, made, ...about);
  return () => makePdf({ authority: AUTHORITY, title, sections, code, made });
};

/** A resolution that has no place among the movements of a stay. */
export const resolution = (
  desk: Desk,
  title: string,
  worker: Person,
  account: Account,
  heading: string,
  lines: [string, string][],
): Report =>
  sheet(
    desk,
    title,
    [
      workerSection(worker),
      companySection(account, desk.company(account.ccc)),
      { heading, lines: [...lines, ['FECHA DE COMUNICACION', stamp(desk.time)]] },
    ],
    worker.nss,
    account.ccc,
  );

/** A worker's stays in an account, from the first. */
export const lifeWork = (desk: Desk, worker: Person, account: Account, stays: Registration[]): Report =>
  sheet(
    desk,
    'INFORME DE VIDA LABORAL DE AFILIADO EN UNA CUENTA DE COTIZACION',
    [
      workerSection(worker),
      companySection(account, desk.company(account.ccc)),
      {
        heading: 'SITUACIONES',
        table: {
          headers: ['F. REAL ALTA', 'F. EFECTOS', 'F. REAL BAJA', 'SITUACION', 'G.C.', 'C.T.', 'C.T.P.'],
          rows: stays.map((stay) => {
            const terms = termsOn(stay, stay.baja?.date ?? '9999-12-31');
            return [
              slashed(stay.alta.date),
              slashed(stay.alta.effective),
              slashed(stay.baja?.date),
              situacionText(stay.baja?.situacion ?? stay.alta.situacion),
              terms.grupo,
              terms.contrato,
              terms.coeficiente,
            ];
          }),
          widths: [75, 75, 75, 170, 30, 30, 40],
        },
      },
    ],
    worker.nss,
    account.ccc,
  );

/** What was reported on the bank account of a contribution account. */
export const bankReceipt = (desk: Desk, account: Account, bank: BankAccount): Report =>
  sheet(
    desk,
    'COMUNICACION DE DATOS BANCARIOS',
    [
      companySection(account, desk.company(account.ccc)),
      {
        heading: bank.use === 'CUENTA' ? 'CUENTA DE CARGO' : 'CUENTA DEL ACREEDOR',
        lines: [
          ['IBAN', bank.iban],
          ['TITULAR', bank.holderName],
          ['DOCUMENTO DEL TITULAR', bank.holderDocument],
          ['FECHA DE COMUNICACION', stamp(bank.communicated)],
        ],
      },
    ],
    account.ccc,
    bank.iban,
  );

/** The receipt of a settlement. */
export const settlementReceipt = (desk: Desk, account: Account, settlement: Settlement): Report => {
  const { number, type, from, to, control, workers } = settlement;
  const lines = linesOf(workers);
  return sheet(
    desk,
    'RECIBO DE LIQUIDACION DE COTIZACIONES',
    [
      companySection(account, desk.company(account.ccc)),
      {
        heading: `LIQUIDACION ${number}`,
        lines: [
          ['TIPO DE LIQUIDACION', type],
          ['PERIODO DE LIQUIDACION', `${monthText(from)} - ${monthText(to)}`],
          ...(control ? [['MES DE CONTROL', monthText(control)] as [string, string]] : []),
          ['TRABAJADORES', String(workers.length)],
        ],
        table: {
          headers: ['CONCEPTO', 'BASE', 'EMPRESA', 'TRABAJADOR', 'TOTAL'],
          rows: [...lines, sum(lines)].map(({ concept, base, company, worker }) => [
            concept,
            amount(base),
            amount(company),
            amount(worker),
            amount(company + worker),
          ]),
          widths: [200, 75, 75, 75, 75],
        },
      },
    ],
    number,
  );
};
