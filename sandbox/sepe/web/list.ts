/** The list of the communications of an account in a period. */

import type { IsoDate } from '../../calendar.ts';
import { type Contract, footprint } from '../records.ts';
import {
  COMPANY_DOCUMENTS,
  dayInputs,
  dayText,
  fieldset,
  form,
  formPage,
  frame,
  hidden,
  input,
  pickTable,
  radio,
  row,
  select,
  submit,
} from './frame.ts';
import { dayOfForm, type PageRequest, Refusal, refuse } from './request.ts';

const PATH = '/ccomunicacto/servlet/ServletConsultaEmpresa?pagina=idempresa&origen=';
const PAGE_SIZE = 50;

const entry = (): string =>
  formPage('Comunicaciones de una empresa', PATH, [
    ...fieldset('Empresa', [
      row('CIF/NIF/NIE', `${select('tipodocumentoaux', COMPANY_DOCUMENTS)} ${input('cifnifnie', 9)}`),
      row(
        'Cuenta de cotización',
        [input('regimen', 4), input('numsecprov', 2), input('numsec', 7), input('digcont', 2)].join(' '),
      ),
    ]),
    ...fieldset('Periodo', [
      row('Por fecha de inicio', radio('tipofecha', '1', true)),
      row('Por fecha de comunicación', radio('tipofecha', '2')),
      row('Desde', dayInputs('desde')),
      row('Hasta', dayInputs('hasta')),
    ]),
    submit('aceptar'),
  ]);

interface Entry {
  kind: string;
  id: string;
  contract: Contract;
  code: string;
  startDate: IsoDate;
  endDate: IsoDate | '';
  communicated: string;
}

/** A contract, followed by its later communications. */
const entriesOf = (contract: Contract): Entry[] => [
  { kind: 'CONTRATO', contract, ...contract },
  ...contract.extensions.map((each) => ({
    kind: 'PRÓRROGA',
    contract,
    code: contract.code,
    ...each,
    id: contract.id + each.number,
  })),
  ...contract.transformations.map((each) => ({
    kind: 'TRANSFORMACIÓN',
    contract,
    ...each,
    id: contract.id + each.number,
  })),
  ...contract.calls.map((each) => ({
    kind: 'LLAMAMIENTO',
    contract,
    code: contract.code,
    ...each,
    id: contract.id,
  })),
];

function found({ context, form: posted }: PageRequest): Entry[] {
  const cif = posted.get('cifnifnie').toUpperCase();
  const account = ['regimen', 'numsecprov', 'numsec', 'digcont'].map((name) => posted.get(name)).join('');
  if (cif === '' && account === '') throw new Refusal('Debe indicar la empresa.');
  const [from, to] = [dayOfForm(posted, 'desde'), dayOfForm(posted, 'hasta')];
  if (from === '' || to === '' || to < from) throw new Refusal('El periodo indicado no es correcto.');
  const byStart = posted.get('tipofecha') !== '2';
  return context.contracts
    .filter((each) => (cif === '' || each.cif === cif) && (account === '' || each.account === account))
    .flatMap(entriesOf)
    .filter((each) => {
      const day = byStart ? each.startDate : each.communicated.slice(0, 10);
      return day >= from && day <= to;
    })
    .sort((one, other) => (one.startDate < other.startDate ? -1 : one.startDate > other.startDate ? 1 : 0));
}

const HEADINGS = [
  'Tipo',
  'Identificador',
  'NIF/NIE',
  'Cuenta de cotización',
  'Código contrato',
  'Fecha inicio',
  'Fecha fin',
  'Fecha comunicación',
];

const FIELDS = [
  'cifnifnie',
  'regimen',
  'numsecprov',
  'numsec',
  'digcont',
  'tipofecha',
  ...['desde', 'hasta'].flatMap((end) => [`dia${end}`, `mes${end}`, `annio${end}`]),
];

/** The form, or the list that it finds. The link to the next page repeats the query. */
export function companyList(request: PageRequest): string {
  const { form: posted } = request;
  if (!FIELDS.some((name) => posted.get(name) !== '')) return entry();
  const entries = found(request);
  if (entries.length === 0) refuse('CGE0076');
  const page = Number(posted.get('numpagina') || 1);
  const shown = entries.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const query = new URLSearchParams([
    ...FIELDS.map((name): [string, string] => [name, posted.get(name)]),
    ['numpagina', String(page + 1)],
  ]);
  request.shown.list = shown.map(({ contract }) => contract.id);
  return frame('Comunicaciones encontradas', [
    ...form('/ccomunicacto/servlet/ServletConsultaEmpresa?pagina=detalle&origen=', [
      hidden('lista', shown.map(({ contract }) => contract.id).join(' ')),
      ...pickTable(
        HEADINGS,
        shown.map((each) => [
          each.kind,
          footprint(each.id),
          each.contract.worker.identifier.slice(1),
          each.contract.account,
          each.code,
          dayText(each.startDate),
          dayText(each.endDate),
          dayText(each.communicated),
        ]),
      ),
    ]),
    ...(entries.length > page * PAGE_SIZE ? [`<a id="siguiente" href="${PATH}&${query}">Siguiente</a>`] : []),
  ]);
}
