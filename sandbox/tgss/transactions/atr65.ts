import { type IsoDate, spaced } from '../../calendar.ts';
import { registrationsOf } from '../account-lists.ts';
import type { Context } from '../context.ts';
import { type ResolutionSubject, ta } from '../documents.ts';
import { button, checkbox, dateInputs, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { optionalDate, pressed, readAccount, readPrintType, readWorker } from '../reading.ts';
import type { Registration } from '../registration.ts';
import { reportPage } from '../report-page.ts';
import { listPage } from '../row-list.ts';

const CONTINUE = 'Sub2207601004';
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

const firstScreen: Page = {
  formname: 'ATRM6500',
  body: (posted) => [
    ...input({ id: 'SDFTESNAF', size: 2 }, 'Número de afiliación', posted),
    ...input({ id: 'SDFNAF', size: 10 }, 'Número', posted),
    ...input({ id: 'SDFREGCTA_NH', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFTESCTA', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFCUENTA', size: 9 }, 'Número de cuenta', posted),
    ...dateInputs(DATE, 'Fecha real', posted),
    ...printType(posted),
    ...checkbox('SDFINFTA1', 'Informe TA', posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, context, {
      regimen: 'SDFREGCTA_NH',
      province: 'SDFTESCTA',
      number: 'SDFCUENTA',
    });
    const worker = readWorker(form, context, { province: 'SDFTESNAF', number: 'SDFNAF' });
    const date = optionalDate(form, DATE);
    const documents = registrationsOf(context.state, worker.nss, account.ccc)
      .flatMap(documentsOf)
      .filter((document) => date === undefined || document.date === date);
    if (documents.length === 0 || areHidden(context)) throw new Refusal(DIL.noData);
    return readPrintType(form) === 'online' ? documentList(documents) : { ...firstScreen, dil: DIL.done };
  },
};

/** In this scenario the documents cannot be found, though they exist. */
const areHidden = (context: Context) => context.scenario === 'no-duplicate-no-ta';

/** Duplicates of the TAs of a worker's altas, bajas and changes. */
export const atr65: Transaction = { code: 'ATR65', start: () => firstScreen };
