import { type IsoDate, spaced } from '../../calendar.ts';
import { registrationsOf } from '../account-lists.ts';
import type { Context } from '../context.ts';
import { type ResolutionSubject, ta } from '../documents.ts';
import { accountInputs, checkbox, dateInputs, printType, workerInputs } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { optionalDate, readAccount, readPrintType, readWorker } from '../reading.ts';
import type { Registration } from '../registration.ts';
import { reportPage } from '../report-page.ts';
import { listPage } from '../row-list.ts';

const WORKER = { province: 'SDFTESNAF', number: 'SDFNAF' };
const ACCOUNT = { regimen: 'SDFREGCTA_NH', province: 'SDFTESCTA', number: 'SDFCUENTA' };
const DATE = ['SDFDIA', 'SDFMES', 'SDFAO'] as const;

interface Document {
  registration: Registration;
  subject: ResolutionSubject;
  date: IsoDate;
  /** Time of the communication, with the time of day. */
  communicated: string;
}

/** The documents of a registration, the newest first. */
const documentsOf = (registration: Registration): Document[] => [
  ...(registration.baja
    ? [{ registration, subject: { kind: 'BAJA' } as const, ...whenOf(registration.baja) }]
    : []),
  ...registration.changes
    .toReversed()
    .map((change) => ({ registration, subject: { kind: 'VARIACION', change } as const, ...whenOf(change) })),
  { registration, subject: { kind: 'ALTA' }, ...whenOf(registration.alta) },
];

const whenOf = ({ date, communicated }: Pick<Document, 'date' | 'communicated'>) => ({ date, communicated });

const documentList = (documents: Document[]): Page =>
  listPage({
    formname: 'ATRM6501',
    table: 'Sub0900112079',
    headers: ['Documento TA', 'Fecha Real', 'Fecha Comunicación'],
    items: documents,
    cells: ({ subject, date, communicated }) => [
      subject.kind,
      spaced(date),
      spaced(communicated.slice(0, 10)),
    ],
    open: ({ registration, subject }, context, list) =>
      reportPage(context, ta(context, registration, subject), list),
    back: firstScreen,
  });

const firstScreen: Page = inputScreen({
  formname: 'ATRM6500',
  continues: 'Sub2207601004',
  inputs: (posted) => [
    ...workerInputs(WORKER, posted),
    ...accountInputs(ACCOUNT, posted),
    ...dateInputs(DATE, 'Fecha real', posted),
    ...printType(posted),
    ...checkbox('SDFINFTA1', 'Informe TA', posted),
  ],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    const worker = readWorker(form, context, WORKER);
    const date = optionalDate(form, DATE);
    const documents = registrationsOf(context.state, worker.nss, account.ccc)
      .flatMap(documentsOf)
      .filter((document) => date === undefined || document.date === date);
    if (documents.length === 0 || areHidden(context)) throw new Refusal(DIL.noData);
    return readPrintType(form) === 'online' ? documentList(documents) : { ...firstScreen, dil: DIL.done };
  },
});

/** Whether documents cannot be found although they exist. */
const areHidden = (context: Context) => context.scenario === 'no-duplicate-no-ta';

/** Duplicates of the TAs of a worker's altas, bajas and changes. */
export const atr65: Transaction = { code: 'ATR65', start: () => firstScreen };
