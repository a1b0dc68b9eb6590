import { type IsoDate, spaced } from '../../calendar.ts';
import { staysOf } from '../account-lists.ts';
import type { Desk } from '../desk.ts';
import { type Matter, ta } from '../documents.ts';
import { button, checkbox, dateInputs, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { optionalDate, pressed, readAccount, readPrintType, readWorker } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import type { Registration } from '../registration.ts';
import { reportPage } from '../report-page.ts';
import { listPage } from '../row-list.ts';

const CONTINUE = 'Sub2207601004';
const DATE = ['SDFDIA', 'SDFMES', 'SDFAO'] as const;

interface Document {
  stay: Registration;
  matter: Matter;
  date: IsoDate;
  /** When it was communicated, with the time of day. */
  communicated: string;
}

/** The documents of a stay, the last one first. */
const documentsOf = (stay: Registration): Document[] => [
  ...(stay.baja ? [{ stay, matter: { kind: 'BAJA' } as const, ...whenOf(stay.baja) }] : []),
  ...stay.changes
    .toReversed()
    .map((change) => ({ stay, matter: { kind: 'VARIACION', change } as const, ...whenOf(change) })),
  { stay, matter: { kind: 'ALTA' }, ...whenOf(stay.alta) },
];

const whenOf = ({ date, communicated }: Pick<Document, 'date' | 'communicated'>) => ({ date, communicated });

const documentList = (documents: Document[]): Page =>
  listPage({
    formname: 'ATRM6501',
    table: 'Sub0900112079',
    headers: ['Documento TA', 'Fecha Real', 'Fecha Comunicación'],
    items: documents,
    cells: ({ matter, date, communicated }) => [matter.kind, spaced(date), spaced(communicated.slice(0, 10))],
    open: ({ stay, matter }, desk, list) => reportPage(desk, ta(desk, stay, matter), list),
    back: firstScreen,
  });

const firstScreen: Page = {
  formname: 'ATRM6500',
  body: (typed) => [
    ...input('SDFTESNAF', 'Número de afiliación', 2, typed),
    ...input('SDFNAF', 'Número', 10, typed),
    ...input('SDFREGCTA_NH', 'Régimen', 4, typed),
    ...input('SDFTESCTA', 'Cuenta de cotización', 2, typed),
    ...input('SDFCUENTA', 'Número de cuenta', 9, typed),
    ...dateInputs(DATE, 'Fecha real', typed),
    ...printType(typed),
    ...checkbox('SDFINFTA1', 'Informe TA', typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREGCTA_NH',
      province: 'SDFTESCTA',
      number: 'SDFCUENTA',
    });
    const worker = readWorker(form, desk, { province: 'SDFTESNAF', number: 'SDFNAF' });
    const date = optionalDate(form, DATE);
    const documents = staysOf(desk.state, worker.nss, account.ccc)
      .flatMap(documentsOf)
      .filter((document) => date === undefined || document.date === date);
    if (documents.length === 0 || lost(desk)) throw new Refusal(DIL.noData);
    return readPrintType(form) === 'online' ? documentList(documents) : { ...firstScreen, dil: DIL.done };
  },
};

/** In this scenario the documents cannot be found, though they exist. */
const lost = (desk: Desk) => desk.scenario === 'no-duplicate-no-ta';

/** Duplicates of the documents on a worker's registrations, terminations and changes. */
export const atr65: Transaction = { code: 'ATR65', start: () => firstScreen };
