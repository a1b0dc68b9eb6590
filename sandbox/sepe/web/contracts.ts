/** Pages to find a contract, and then to print it, to print its basic copy, or to send one. */

import { withholdsDocument } from '../../scenario.ts';
import type { Context } from '../context.ts';
import { contractPdf, copyPdf } from '../pdfs.ts';
import { type BasicCopy, type Contract, footprint } from '../records.ts';
import {
  dayInputs,
  dayText,
  fieldset,
  footprintInputs,
  formPage,
  input,
  pickTable,
  row,
  select,
  submit,
  success,
  WORKER_DOCUMENTS,
} from './frame.ts';
import { companyList } from './list.ts';
import { copyMenu } from './menus.ts';
import { contractById, dayOfForm, type PageRequest, Refusal, type Reply, refuse } from './request.ts';
import { contractView, copyForm } from './views.ts';

/** The purpose for which a contract is searched. */
interface Purpose {
  path: string;
  origin: string;
  show(context: Context, contract: Contract, action: string): string;
  /** The action of the button on the shown page. */
  act(request: PageRequest, contract: Contract): Reply;
}

const printContract: Purpose = {
  path: '/ccomunicacto/servlet/ServletConsultaEmpresa',
  origin: '',
  show: contractView,
  act: ({ context }, contract) => {
    if (withholdsDocument(context.scenario)) refuse('CGE0088');
    return { pdf: contractPdf(context, contract) };
  },
};

const printCopy: Purpose = {
  path: '/ccomunicacto/servlet/ServletConsultaImpresionCB',
  origin: 'consultaImpresionCB',
  show: (context, contract, action) => {
    if (!contract.copy) refuse('CBC4001');
    return contractView(context, contract, action);
  },
  act: ({ context }, contract) => {
    if (withholdsDocument(context.scenario)) refuse('CGE0088');
    return contract.copy ? { pdf: copyPdf(context, contract, contract.copy) } : refuse('CBC4001');
  },
};

/** Files the basic copy of a posted form. Refuses a second one. */
function fileCopy({ context, form: posted }: PageRequest, contract: Contract): string {
  context.countSubmission('copia');
  if (contract.copy) refuse('CCT4035');
  const copy: BasicCopy = {
    signature: posted.get('codtipofirma'),
    text: posted.get('areadeTexto'),
    workplace: posted.get('areadeDomicilio'),
    communicated: context.time,
  };
  if (!/^[1-4]$/.test(copy.signature)) throw new Refusal('Debe seleccionar el tipo de firma.');
  if (copy.text.length > 750 || copy.workplace.length > 150) {
    throw new Refusal('El texto de la copia básica excede el tamaño máximo permitido.');
  }
  contract.copy = copy;
  context.countAccepted('copia');
  return success('La comunicación de la copia básica se ha realizado correctamente');
}

const sendCopy: Purpose = {
  path: '/ccomunicacto/servlet/ServletConsultaEmpresa',
  origin: 'copiabasica',
  show: (_context, contract, action) => copyForm(contract, action),
  act: fileCopy,
};

const PURPOSES = [printContract, printCopy, sendCopy];

const action = ({ path, origin }: Purpose, step: string) => `${path}?pagina=${step}&origen=${origin}`;

const byFootprint = (purpose: Purpose): string =>
  formPage('Búsqueda por identificador', action(purpose, 'resultadocomunicacion'), [
    ...fieldset('Identificador', footprintInputs()),
    submit('aceptar'),
  ]);

const byWorker = (purpose: Purpose): string =>
  formPage('Búsqueda por trabajador', action(purpose, 'resultadotrabajador'), [
    ...fieldset('Trabajador', [
      row('Documento', `${select('tipodoc2', WORKER_DOCUMENTS)} ${input('nifnietrabajador', 12)}`),
      row('Fecha de inicio desde', dayInputs('desde')),
      row('Fecha de inicio hasta', dayInputs('hasta')),
    ]),
    submit('aceptar'),
  ]);

const HEADINGS = ['Identificador', 'Código', 'NIF/NIE', 'Empresa', 'Fecha inicio', 'Fecha fin'];

/** The list of a worker's contracts. A checkbox has only a position in the list, which the session knows. */
const workerList = (purpose: Purpose, found: Contract[]): string =>
  formPage('Comunicaciones encontradas', action(purpose, 'detalle'), [
    ...pickTable(
      HEADINGS,
      found.map((contract) => [
        footprint(contract.id),
        contract.code,
        contract.worker.identifier.slice(1),
        contract.cif,
        dayText(contract.startDate),
        dayText(contract.endDate),
      ]),
    ),
  ]);

function search(request: PageRequest, purpose: Purpose): string {
  const { context, form: posted } = request;
  const document = posted.get('nifnietrabajador');
  if (document === '') throw new Refusal('Debe indicar el documento del trabajador.');
  const found = context.contractsOf(document, dayOfForm(posted, 'desde'), dayOfForm(posted, 'hasta'));
  if (found.length === 0) refuse('CGE0076');
  request.shown.list = found.map(({ id }) => id);
  return workerList(purpose, found);
}

function chosen({ context, form: posted, shown }: PageRequest): Contract {
  const position = /^a(\d+)$/.exec(posted.get('indice'))?.[1];
  return context.contract(shown.list[Number(position)] ?? '') ?? refuse('CCT4084');
}

/** The page of a contract, on which the next button acts. */
function page({ context, shown }: PageRequest, purpose: Purpose, contract: Contract): string {
  shown.contract = contract.id;
  return purpose.show(context, contract, action(purpose, 'final'));
}

/** All pages of `ServletConsultaEmpresa` and `ServletConsultaImpresionCB`. */
export function contractPages(request: PageRequest, path: string): Reply {
  const { context, step, origin, posted, shown } = request;
  if (step === 'entrada') return copyMenu;
  const purpose = PURPOSES.find((each) => each.path === path && each.origin === origin) ?? printContract;
  const pages: Record<string, () => Reply> = {
    idcomunicacion: () => byFootprint(purpose),
    idtrabajador: () => byWorker(purpose),
    idempresa: () => companyList(request),
    resultadocomunicacion: () => page(request, purpose, contractById(request)),
    resultadotrabajador: () => search(request, purpose),
    detalle: () => page(request, purpose, chosen(request)),
    final: () => purpose.act(request, context.contract(shown.contract) ?? refuse('CCT4084')),
  };
  const make = pages[step];
  if (!make || (!posted && !/^id/.test(step))) throw new Refusal('La página solicitada no es correcta.');
  return make();
}
