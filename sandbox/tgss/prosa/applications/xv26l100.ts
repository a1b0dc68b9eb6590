import { addDays } from '../../../calendar.ts';
import type { Form } from '../../../form.ts';
import type { ProsaDesk } from '../desk.ts';
import { datum, input, radio } from '../elements.ts';
import { fieSheet } from '../fie-sheet.ts';
import type { Application, Button, Page } from '../page.ts';
import { date, digits } from '../reading.ts';
import type { FieRecord } from '../records.ts';
import { Rejection, TEXTS } from '../rejection.ts';

const DAYS = 28;
const TITLE = 'Fichero INSS-Empresas (FIE)';

/** The two ids of a button, from two times of the portal, that do the same. */
const searchButton = (id: string): Button => ({
  id,
  action: 'Accion_Buscar',
  text: 'Buscar',
  press: (form, desk) => resultPage(search(form, desk)),
});

const firstPage: Page = {
  title: TITLE,
  form: 'FORMULARIO_1',
  refusable: true,
  body: (typed) => {
    const chosen = typed.get('OPCIONES_BUSQUEDA');
    return [
      // Two ids, from two times of the portal, for one choice.
      ...radio('OPCIONES_BUSQUEDA', '0', 'OPCIONES_BUSQUEDA_3', 'Empresa', false),
      ...radio(
        'OPCIONES_BUSQUEDA',
        '0',
        'OPCIONES_BUSQUEDA_4',
        'Empresa (C.C.C.)',
        chosen === '' || chosen === '0',
      ),
      ...radio('OPCIONES_BUSQUEDA', '1', 'OPCIONES_BUSQUEDA_5', 'Trabajador autónomo', chosen === '1'),
      ...radio('OPCIONES_BUSQUEDA', '2', 'OPCIONES_BUSQUEDA_6', 'Autorizado', chosen === '2'),
      ...input('regimen', 'Régimen', 4, typed, 'REG'),
      ...input('provincia', 'Provincia', 2, typed, 'PROV'),
      ...input('cccnum', 'Número de cuenta', 9, typed, 'NUM'),
      ...input('NAF', 'Número de afiliación', 12, typed),
      ...input('fechaIniEmpresa', 'Fecha de inicio', 10, typed),
      ...input('fechaFinEmpresa', 'Fecha de fin', 10, typed),
    ];
  },
  buttons: [searchButton('ENVIO_10'), searchButton('ENVIO_5')],
};

/** Records of the period, of whoever was asked for. */
function search(form: Form, desk: ProsaDesk): FieRecord[] {
  const concerned = readConcerned(form, desk);
  const [from, to] = [date(form, 'fechaIniEmpresa'), date(form, 'fechaFinEmpresa')];
  if (to < from) throw new Rejection(TEXTS.wrongDate);
  if (to > addDays(from, DAYS)) throw new Rejection(TEXTS.intervalTooLong);
  const found = desk.state.tgss.fie
    .filter((record) => record.registered >= from && record.registered <= to && concerned(record))
    .toSorted((a, b) => a.registered.localeCompare(b.registered));
  if (found.length === 0) throw new Rejection(TEXTS.noCriteriaData);
  return found;
}

/** By account, by self-employed worker, or all that the user may see. */
function readConcerned(form: Form, desk: ProsaDesk): (record: FieRecord) => boolean {
  const mine = ({ ccc, autorizacion }: FieRecord) =>
    ccc === '' ? autorizacion === desk.holder.autorizacion : desk.mayActOn(ccc);
  const option = form.get('OPCIONES_BUSQUEDA');
  if (option === '2') return mine;
  if (option === '1') {
    const naf = digits(form, 'NAF', 12);
    return (record) => record.ccc === '' && record.nss === naf && mine(record);
  }
  const regimen = digits(form, 'regimen', 4);
  const number = digits(form, 'provincia', 2) + digits(form, 'cccnum', 9);
  const account = desk.state.accounts.find(({ ccc }) => ccc === number);
  if (!account || !desk.mayActOn(number)) throw new Rejection(TEXTS.unauthorisedAccount);
  if (account.regimen !== regimen) throw new Rejection(TEXTS.wrongScheme);
  return (record) => record.ccc === number;
}

/** How many there are, and the way to have them in a spreadsheet. */
function resultPage(records: FieRecord[]): Page {
  const page: Page = {
    title: TITLE,
    form: 'FORMULARIO_1',
    data: [datum('TOTAL_REGISTROS', String(records.length))],
    body: () => [],
    buttons: [
      {
        id: 'ENVIO_15',
        action: 'DESCARGAR',
        text: 'Generar informe',
        press: (_, desk) => ({
          ...page,
          message: { type: 'INFO', text: TEXTS.fieMade },
          offers: [
            desk.offer('Fichero FIE', fieSheet(desk, records), 'INFORME', {
              type: 'application/vnd.ms-excel',
              fileName: 'FIE.xls',
            }),
          ],
        }),
      },
    ],
  };
  return page;
}

/** The report of the national institute on incapacities, as a spreadsheet. */
export const xv26l100: Application = { code: 'XV26L100', start: () => firstPage };
