/** Documents of the applications. Documents on registrations are the same as in the affiliation dialogs. */

import { slashed } from '../../calendar.ts';
import type { Section } from '../../pdf.ts';
import type { ContributionAccount, WorkerInAccount } from '../../state.ts';
import type { Context } from '../context.ts';
import { companySection, dateAndTime, pdfReport, verificationCode, workerSection } from '../documents.ts';
import type { Report } from '../report-store.ts';
import type { BankAccount, BirthRecord, Settlement, SickLeave } from './records.ts';
import { amount, linesOf, monthText, sum } from './settlements.ts';

/** A document; its code depends on the parts, too. */
const document = (
  context: Context,
  { parts, ...content }: { title: string; sections: Section[]; parts: string[] },
): Report => {
  const made = context.time;
  return pdfReport({ ...content, code: verificationCode(content.title, made, ...parts), made });
};

/** A resolution that is not on an alta, a baja or a change of a registration. */
export const resolution = (
  context: Context,
  { worker, account }: WorkerInAccount,
  { title, heading, lines }: { title: string; heading: string; lines: [string, string][] },
): Report =>
  document(context, {
    title,
    sections: [
      workerSection(worker),
      companySection(context, account),
      { heading, lines: [...lines, ['FECHA DE COMUNICACION', dateAndTime(context.time)]] },
    ],
    parts: [worker.nss, account.ccc],
  });

/** The report on the firm's data of a sick leave. */
export const sickLeaveReport = (context: Context, { ccc, nss, from, amount, days }: SickLeave): Report =>
  resolution(
    context,
    { worker: context.person(nss), account: context.account(ccc) },
    {
      title: 'INFORME DE DATOS ECONOMICOS DE INCAPACIDAD TEMPORAL',
      heading: 'DATOS DE LA BAJA',
      lines: [
        ['FECHA DE BAJA', slashed(from)],
        ['BASE DE COTIZACION', amount],
        ['DIAS COTIZADOS', days],
      ],
    },
  );

/** The firm's certificate for birth and care of a minor. */
export const birthReport = (context: Context, { ccc, nss, reason, from, to }: BirthRecord): Report =>
  resolution(
    context,
    { worker: context.person(nss), account: context.account(ccc) },
    {
      title: 'CERTIFICADO DE EMPRESA: NACIMIENTO Y CUIDADO DE MENOR',
      heading: 'DATOS DEL DESCANSO',
      lines: [
        ['MOTIVO', reason.toUpperCase()],
        ['PERIODO', `${slashed(from)} - ${slashed(to)}`],
      ],
    },
  );

/** The receipt of reported bank details. */
export const bankReceipt = (context: Context, account: ContributionAccount, bank: BankAccount): Report =>
  document(context, {
    title: 'COMUNICACION DE DATOS BANCARIOS',
    sections: [
      companySection(context, account),
      {
        heading: bank.use === 'CUENTA' ? 'CUENTA DE CARGO' : 'CUENTA DEL ACREEDOR',
        lines: [
          ['IBAN', bank.iban],
          ['TITULAR', bank.holderName],
          ['DOCUMENTO DEL TITULAR', bank.holderDocument],
          ['FECHA DE COMUNICACION', dateAndTime(bank.communicated)],
        ],
      },
    ],
    parts: [account.ccc, bank.iban],
  });

/** The receipt of a settlement. */
export const settlementReceipt = (
  context: Context,
  account: ContributionAccount,
  settlement: Settlement,
): Report => {
  const { number, type, from, to, control, workers } = settlement;
  const lines = linesOf(workers);
  return document(context, {
    title: 'RECIBO DE LIQUIDACION DE COTIZACIONES',
    sections: [
      companySection(context, account),
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
    parts: [number],
  });
};
