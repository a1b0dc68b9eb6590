import { addDays } from '../../../calendar.ts';
import type { Form } from '../../../form.ts';
import type { ProsaContext } from '../context.ts';
import { dataElement, input, radio } from '../elements.ts';
import { fieSheet } from '../fie-sheet.ts';
import type { Application, Button, Page } from '../page.ts';
import { date, digits } from '../reading.ts';
import type { FieRecord } from '../records.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const DAYS = 28;
const TITLE = 'Fichero INSS-Empresas (FIE)';

/** The portal's button had two ids over time; both do the same. */
const searchButton = (id: string): Button => ({
  id,
  action: 'Accion_Buscar',
  text: 'Buscar',
  press: (form, context) => resultPage(search(form, context)),
});

const firstPage: Page = {
  title: TITLE,
  form: 'FORMULARIO_1',
  refusable: true,
  body: (posted) => {
    const chosen = posted.get('OPCIONES_BUSQUEDA');
    return [
      // The choice had two ids over time at the portal.
      ...radio(
        { name: 'OPCIONES_BUSQUEDA', value: '0', id: 'OPCIONES_BUSQUEDA_3', chosen: false },
        'Empresa',
      ),
      ...radio(
        {
          name: 'OPCIONES_BUSQUEDA',
          value: '0',
          id: 'OPCIONES_BUSQUEDA_4',
          chosen: chosen === '' || chosen === '0',
        },
        'Empresa (C.C.C.)',
      ),
      ...radio(
        { name: 'OPCIONES_BUSQUEDA', value: '1', id: 'OPCIONES_BUSQUEDA_5', chosen: chosen === '1' },
        'Trabajador autónomo',
      ),
      ...radio(
        { name: 'OPCIONES_BUSQUEDA', value: '2', id: 'OPCIONES_BUSQUEDA_6', chosen: chosen === '2' },
        'Autorizado',
      ),
      ...input({ name: 'regimen', id: 'REG', size: 4 }, 'Régimen', posted),
      ...input({ name: 'provincia', id: 'PROV', size: 2 }, 'Provincia', posted),
      ...input({ name: 'cccnum', id: 'NUM', size: 9 }, 'Número de cuenta', posted),
      ...input({ name: 'NAF', size: 12 }, 'Número de afiliación', posted),
      ...input({ name: 'fechaIniEmpresa', size: 10 }, 'Fecha de inicio', posted),
      ...input({ name: 'fechaFinEmpresa', size: 10 }, 'Fecha de fin', posted),
    ];
  },
  buttons: [searchButton('ENVIO_10'), searchButton('ENVIO_5')],
};

/** Records of the period that the form asks for. */
function search(form: Form, context: ProsaContext): FieRecord[] {
  const isWanted = readFilter(form, context);
  const [from, to] = [date(form, 'fechaIniEmpresa'), date(form, 'fechaFinEmpresa')];
  if (to < from) throw new ProsaRefusal(TEXTS.wrongDate);
  if (to > addDays(from, DAYS)) throw new ProsaRefusal(TEXTS.intervalTooLong);
  const found = context.state.tgss.fie
    .filter((record) => record.registered >= from && record.registered <= to && isWanted(record))
    .toSorted((a, b) => a.registered.localeCompare(b.registered));
  if (found.length === 0) throw new ProsaRefusal(TEXTS.noCriteriaData);
  return found;
}

/** The filter of the form: by account, by self-employed worker, or all that the holder may see. */
function readFilter(form: Form, context: ProsaContext): (record: FieRecord) => boolean {
  const isVisible = ({ ccc, autorizacion }: FieRecord) =>
    ccc === ''
      ? autorizacion === (context.user?.number ?? context.holder.autorizacion)
      : context.mayActOn(ccc);
  const option = form.get('OPCIONES_BUSQUEDA');
  if (option === '2') return isVisible;
  if (option === '1') {
    const naf = digits(form, 'NAF', 12);
    return (record) => record.ccc === '' && record.nss === naf && isVisible(record);
  }
  const regimen = digits(form, 'regimen', 4);
  const number = digits(form, 'provincia', 2) + digits(form, 'cccnum', 9);
  const account = context.state.accounts.find(({ ccc }) => ccc === number);
  if (!account || !context.mayActOn(number)) throw new ProsaRefusal(TEXTS.unauthorisedAccount);
  if (account.regimen !== regimen) throw new ProsaRefusal(TEXTS.wrongScheme);
  return (record) => record.ccc === number;
}

/** The number of records, and the button to get them in a spreadsheet. */
function resultPage(records: FieRecord[]): Page {
  const page: Page = {
    title: TITLE,
    form: 'FORMULARIO_1',
    data: [dataElement('TOTAL_REGISTROS', String(records.length))],
    body: () => [],
    buttons: [
      {
        id: 'ENVIO_15',
        action: 'DESCARGAR',
        text: 'Generar informe',
        press: (_, context) => ({
          ...page,
          message: { type: 'INFO', text: TEXTS.fieMade },
          documentLinks: [
            context.linkDocument('Fichero FIE', fieSheet(context, records), {
              view: 'INFORME',
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

/** The FIE: the report on incapacities, as a spreadsheet. */
export const xv26l100: Application = { code: 'XV26L100', start: () => firstPage };
