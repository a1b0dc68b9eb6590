/** Pages to find transformations and extensions, by the contract's footprint or by worker and start. */

import { withholdsDocument } from '../../scenario.ts';
import type { Context } from '../context.ts';
import { extensionPdf, transformationPdf } from '../pdfs.ts';
import type { Contract, Extension, Transformation } from '../records.ts';
import {
  COMPANY_DOCUMENTS,
  dayInputs,
  fieldset,
  footprintInputs,
  formPage,
  input,
  radio,
  row,
  select,
  submit,
  WORKER_DOCUMENTS,
} from './frame.ts';
import {
  contractById,
  dayOfForm,
  footprintOf,
  type PageRequest,
  postedContract,
  Refusal,
  type Reply,
  refuse,
} from './request.ts';
import { extensionView, transformationView } from './views.ts';

const SERVLET = '/ccomunicacto/servlet';

/** Rows for a contract by company, worker and start. The number of the certificate's holder is filled in. */
const companyAndWorker = ({ holder }: Context): string[] => [
  row('Acceso por trabajador', radio('tipoacceso', '2')),
  row('CIF/NIF/NIE', `${select('tipodocumentoaux', COMPANY_DOCUMENTS)} ${input('cifnifnie', 9, holder.nif)}`),
  row('Trabajador', `${select('tipodocumento', WORKER_DOCUMENTS)} ${input('nifnietrabajador', 12)}`),
  row('Fecha de inicio del contrato', dayInputs('fechaini')),
];

/** The form of all these searches. */
const entry = (
  context: Context,
  { title, action, extension }: { title: string; action: string; extension: boolean },
): string =>
  formPage(title, action, [
    ...fieldset('Por identificador', [
      row('Acceso por identificador', radio('tipoacceso', '1', true)),
      ...footprintInputs(true),
      row('Identificador completo', input('idcontrato', 18)),
    ]),
    ...fieldset('Por empresa y trabajador', [
      ...companyAndWorker(context),
      ...(extension ? [row('Número de prórroga', input('numprorroga', 2))] : []),
    ]),
    submit('aceptar'),
  ]);

/** The contract of that form. */
function contractOfForm(request: PageRequest): Contract {
  const { context, form: posted } = request;
  if (posted.get('tipoacceso') !== '2' && footprintOf(posted) !== '') return contractById(request);
  const start = dayOfForm(posted, 'fechaini');
  if (start === '') throw new Refusal('Debe indicar la fecha de inicio del contrato.');
  const cif = posted.get('cifnifnie').toUpperCase();
  const found = context
    .contractsOf(posted.get('nifnietrabajador'), start, start)
    .filter((contract) => !context.company(cif) || contract.cif === cif);
  if (found.length > 1) refuse('CCT4069');
  return found[0] ?? refuse('CCT4084');
}

/** The contract's transformation. Refuses a contract without one. */
const transformationOf = (contract: Contract): Transformation =>
  contract.transformations[0] ?? refuse('CTR4036');

/** A search in three steps: the form, the result, and an action on it. `pagina` names the step. */
interface Steps {
  path: string;
  title: string;
  show(request: PageRequest, contract: Contract, action: string): string;
  act(request: PageRequest, contract: Contract): Reply;
}

const viewTransformation: Steps = {
  path: `${SERVLET}/ServletConsultaTransformacion`,
  title: 'Consulta de transformaciones',
  show: (_visit, contract, action) => transformationView(contract, transformationOf(contract), action),
  act: ({ context }, contract) => {
    if (withholdsDocument(context.scenario)) refuse('CGE0088');
    return { pdf: transformationPdf(context, contract, transformationOf(contract)) };
  },
};

/** The extension of the posted number, which is in one of several fields; without a number, the last one. */
function extensionOf({ form: posted }: PageRequest, contract: Contract): Extension {
  const number =
    posted.get('prorroga') ||
    posted.get('numprorroga') ||
    posted.get('idcomunicacion4') ||
    posted.get('idcontrato').replace(/\D/g, '').slice(13);
  const wanted = number === '' ? '' : number.padStart(2, '0');
  return (
    (wanted ? contract.extensions.find((each) => each.number === wanted) : contract.extensions.at(-1)) ??
    refuse('CPR4040')
  );
}

const viewExtension: Steps = {
  path: `${SERVLET}/ServletConsultaProrrogas`,
  title: 'Consulta de prórrogas',
  show: (request, contract, action) =>
    extensionView({ contract, extension: extensionOf(request, contract) }, action),
  act: (request, contract) => {
    if (withholdsDocument(request.context.scenario)) refuse('CGE0088');
    return { pdf: extensionPdf(request.context, contract, extensionOf(request, contract)) };
  },
};

const LOOKUPS = [viewTransformation, viewExtension];

/** The page of one of these searches; undefined for any other address. */
export function conversionPages(request: PageRequest, path: string): Reply | undefined {
  const { context, step } = request;
  const steps = LOOKUPS.find((each) => each.path === path);
  const stepNumber = /^entrada([23]?)$/.exec(step)?.[1];
  if (!steps || stepNumber === undefined) return undefined;
  const action = (next: number) => `${path}?pagina=entrada${next}&origen=`;
  if (stepNumber === '3') return steps.act(request, postedContract(request));
  if (stepNumber === '2') return steps.show(request, contractOfForm(request), action(3));
  return entry(context, { title: steps.title, action: action(2), extension: steps === viewExtension });
}
