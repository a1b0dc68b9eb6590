/** Transformations and extensions: looked up by the contract's footprint or by worker and start. */

import type { Desk } from '../desk.ts';
import { copyPaper, extensionPaper, transformationPaper } from '../papers.ts';
import type { Contract, Extension, Transformation } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { copyOfForm } from './contracts.ts';
import {
  dayInputs,
  fieldset,
  footprintInputs,
  form,
  frame,
  HOLDERS,
  input,
  radio,
  row,
  select,
  submit,
  success,
  WORKERS,
} from './frame.ts';
import { contractById, dayOfForm, footprintOf, type Reply, refuse, type Visit } from './request.ts';
import { copyForm, extensionView, transformationView } from './views.ts';

const SERVLET = '/ccomunicacto/servlet';

/** The form of both lookups. The holder's number is filled in, as the certificate says it. */
const entry = (desk: Desk, title: string, action: string, extension = false): string =>
  frame(title, [
    ...form(action, [
      ...fieldset('Por identificador', [
        row('Acceso por identificador', radio('tipoacceso', '1', true)),
        ...footprintInputs(true),
        row('Identificador completo', input('idcontrato', 18)),
      ]),
      ...fieldset('Por empresa y trabajador', [
        row('Acceso por trabajador', radio('tipoacceso', '2')),
        row(
          'CIF/NIF/NIE',
          `${select('tipodocumentoaux', HOLDERS)} ${input('cifnifnie', 9, desk.holder.nif)}`,
        ),
        row('Trabajador', `${select('tipodocumento', WORKERS)} ${input('nifnietrabajador', 12)}`),
        row('Fecha de inicio del contrato', dayInputs('fechaini')),
        ...(extension ? [row('Número de prórroga', input('numprorroga', 2))] : []),
      ]),
      submit('aceptar'),
    ]),
  ]);

/** The contract of that form. */
export function contractOfForm(visit: Visit): Contract {
  const { desk, form: posted } = visit;
  if (posted.get('tipoacceso') !== '2' && footprintOf(posted) !== '') return contractById(visit);
  const start = dayOfForm(posted, 'fechaini');
  if (start === '') throw new Refusal('Debe indicar la fecha de inicio del contrato.');
  const cif = posted.get('cifnifnie').toUpperCase();
  const found = desk
    .contractsOf(posted.get('nifnietrabajador'), start, start)
    .filter((contract) => !desk.company(cif) || contract.cif === cif);
  if (found.length > 1) refuse('CCT4069');
  return found[0] ?? refuse('CCT4084');
}

/** The contract's transformation, which is refused where there is none. */
const transformationOf = (contract: Contract): Transformation =>
  contract.transformations[0] ?? refuse('CTR4036');

const again = ({ desk, form: posted }: Visit): Contract =>
  desk.contract(posted.get('identificador')) ?? refuse('CCT4084');

/** A form, what it finds, and what is done with that: three steps, told apart by `pagina`. */
interface Steps {
  path: string;
  first: string;
  origin: string;
  title: string;
  show(visit: Visit, contract: Contract, action: string): string;
  act(visit: Visit, contract: Contract): Reply;
}

const see: Steps = {
  path: `${SERVLET}/ServletConsultaTransformacion`,
  first: 'entrada',
  origin: '',
  title: 'Consulta de transformaciones',
  show: (_visit, contract, action) => transformationView(contract, transformationOf(contract), action),
  act: ({ desk }, contract) => {
    if (desk.scenario?.startsWith('no-duplicate')) refuse('CGE0088');
    return { pdf: transformationPaper(desk, contract, transformationOf(contract)) };
  },
};

const printCopy: Steps = {
  path: `${SERVLET}/ServletConsultaImpresionCB`,
  first: 'init',
  origin: 'consultaImpresionCB',
  title: 'Copia básica de una transformación',
  show: (_visit, contract, action) => {
    const transformation = transformationOf(contract);
    if (!transformation.copy) refuse('CBT4001');
    return transformationView(contract, transformation, action);
  },
  act: ({ desk }, contract) => {
    const { copy, number } = transformationOf(contract);
    return copy ? { pdf: copyPaper(desk, contract, copy, number) } : refuse('CBT4001');
  },
};

const sendCopy: Steps = {
  path: `${SERVLET}/ServletConsultaTransformacion`,
  first: 'entradaCBTransf',
  origin: '',
  title: 'Copia básica de una transformación',
  show: (_visit, contract, action) => {
    const { copy, number } = transformationOf(contract);
    return copyForm(contract, copy, action, number);
  },
  act: (visit, contract) => {
    const { desk } = visit;
    desk.submitted('copia');
    const transformation = transformationOf(contract);
    if (transformation.copy) refuse('CCT4035');
    transformation.copy = copyOfForm(visit);
    desk.accepted('copia');
    return success(
      'La comunicación de la copia básica se ha realizado correctamente',
      '/ccomunicacto/servlet/ServletInicio?CCAA=99&idioma=14',
    );
  },
};

/** The extension asked for by number, in either of two places, or the last one. */
function extensionOf({ form: posted }: Visit, contract: Contract): Extension {
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

const seeExtension: Steps = {
  path: `${SERVLET}/ServletConsultaProrrogas`,
  first: 'entrada',
  origin: '',
  title: 'Consulta de prórrogas',
  show: (visit, contract, action) =>
    extensionView(visit.desk, contract, extensionOf(visit, contract), action),
  act: (visit, contract) => ({
    pdf: extensionPaper(visit.desk, contract, extensionOf(visit, contract)),
  }),
};

const ALL = [see, printCopy, sendCopy, seeExtension];

/** The page of one of these lookups; nothing where the address is none of theirs. */
export function conversionPages(visit: Visit, path: string): Reply | undefined {
  const { desk, step } = visit;
  const [, first = '', stage = ''] = /^(.*?)(2|3)?$/.exec(step) ?? [];
  const steps = ALL.find((each) => each.path === path && each.first === first);
  if (!steps) return undefined;
  const action = (next: number) => `${path}?pagina=${steps.first}${next}&origen=${steps.origin}`;
  if (stage === '3') return steps.act(visit, again(visit));
  if (stage === '2') return steps.show(visit, contractOfForm(visit), action(3));
  return entry(desk, steps.title, action(2), steps === seeExtension);
}
