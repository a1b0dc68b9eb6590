import { slashed } from '../../../calendar.ts';
import type { Form } from '../../../form.ts';
import type { ContributionAccount, Person } from '../../../state.ts';
import { openRegistration } from '../../affiliation.ts';
import { CESION_TIPOS } from '../../codes.ts';
import type { Assignment, Registration } from '../../registration.ts';
import type { ProsaContext } from '../context.ts';
import { resolution } from '../documents.ts';
import { dataElements, documentKinds, input, printType, select } from '../elements.ts';
import { type Application, continueButton, type Page } from '../page.ts';
import {
  checkDocument,
  date,
  digits,
  optionalDate,
  readAccount,
  readWorker,
  required,
  wantsDocument,
} from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { confirmation } from './confirmation.ts';

const OPTIONS = { A: 'cesion-alta', M: 'cesion-variacion', B: 'cesion-baja' } as const;
type Option = keyof typeof OPTIONS;

const NAMES = [
  ...['OPCION', 'NA5NumSegSocialCompleto', 'tipo', 'IP9NumDoc', 'CC1EmpresaAut'],
  ...['CesEmpresa', 'CesTipo', 'fechaInicio', 'fechaFin', 'tipoImpresion'],
];

const firstPage: Page = {
  title: 'Cesión de trabajadores',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (posted) => [
    ...select(
      {
        name: 'OPCION',
        options: [
          ['A', 'Alta de cesión'],
          ['M', 'Modificación de cesión'],
          ['B', 'Baja de cesión'],
        ],
      },
      'Acción',
      posted,
    ),
    ...input({ name: 'NA5NumSegSocialCompleto', size: 12 }, 'Número de afiliación', posted),
    ...documentKinds(posted),
    ...input({ name: 'IP9NumDoc', size: 15 }, 'Número de documento', posted),
    ...input({ name: 'CC1EmpresaAut', size: 15 }, 'Régimen y cuenta de cotización', posted),
    ...input({ name: 'CesEmpresa', size: 15 }, 'Régimen y cuenta de la empresa de cesión', posted),
    ...input({ name: 'CesTipo', size: 2 }, 'Tipo de cesión', posted),
    ...input({ name: 'fechaInicio', size: 10 }, 'Fecha de inicio', posted),
    ...input({ name: 'fechaFin', size: 10 }, 'Fecha de fin', posted),
    ...printType(posted),
  ],
  buttons: [
    continueButton('ENVIO_3', (form, context) => {
      const request = readRequest(form, context);
      prepare(request, context);
      const { worker, account } = request;
      const shown = dataElements({
        trabajador: { NA5NumSegSocialCompleto: worker.nss },
        cuentaCotizacion: { CC1EmpresaAut: `${account.regimen}${account.ccc}` },
      });
      return confirm(form, request, shown);
    }),
  ],
};

interface Request {
  option: Option;
  worker: Person;
  account: ContributionAccount;
  assignment: Assignment;
}

const confirm = (posted: Form, request: Request, shown: string[]): Page =>
  confirmation(firstPage, { posted, names: NAMES, data: shown }, (context, form) => {
    const { option, worker, account, assignment } = request;
    context.countSubmission(OPTIONS[option]);
    const act = prepare(request, context);
    context.file(OPTIONS[option], act);
    return {
      ...firstPage,
      message: { type: 'INFO', text: TEXTS.done },
      documentLinks: context.resolutionLinks(wantsDocument(form), 'Resolución de cesión', () =>
        resolution(
          context,
          { worker, account },
          {
            title: TITLES[option],
            heading: 'DATOS DE LA CESION',
            lines: [
              ['EMPRESA DE CESION', `${assignment.regimen} ${assignment.ccc}`],
              ['TIPO DE CESION', assignment.tipo],
              ['FECHA DE INICIO', slashed(assignment.from)],
              ['FECHA DE FIN', slashed(assignment.to || undefined)],
            ],
          },
        ),
      ),
    };
  });

const TITLES: Record<Option, string> = {
  A: 'RESOLUCION SOBRE ALTA DE CESION',
  M: 'RESOLUCION SOBRE VARIACION DE CESION',
  B: 'RESOLUCION SOBRE BAJA DE CESION',
};

function readRequest(form: Form, context: ProsaContext): Request {
  const option = required(form, 'OPCION').toUpperCase();
  if (!(option in OPTIONS)) throw new ProsaRefusal(TEXTS.wrong('OPCION'));
  const account = readAccount(form, context);
  const worker = readWorker(form, context);
  checkDocument(form, worker);
  const company = digits(form, 'CesEmpresa', 15);
  const client = context.state.accounts.find(({ ccc }) => ccc === company.slice(4));
  if (client?.regimen !== company.slice(0, 4)) throw new ProsaRefusal(TEXTS.wrong('CesEmpresa'));
  const tipo = digits(form, 'CesTipo', 2);
  if (!CESION_TIPOS.has(tipo)) throw new ProsaRefusal(TEXTS.wrong('CesTipo'));
  const from = date(form, 'fechaInicio');
  const to = optionalDate(form, 'fechaFin') ?? '';
  return {
    option: option as Option,
    worker,
    account,
    assignment: { regimen: client.regimen, ccc: client.ccc, tipo, from, to },
  };
}

/** Checks a request against the current state. Returns the function that performs it. */
function prepare({ option, worker, account, assignment }: Request, context: ProsaContext): () => void {
  const registration = openRegistration(context, worker, account);
  const { from, to } = assignment;
  if (from < registration.alta.date || (to && to < from)) throw new ProsaRefusal(TEXTS.wrongDate);
  if (option === 'A') {
    if (registration.assignments.some((other) => overlap(other, assignment)))
      throw new ProsaRefusal(TEXTS.assigned);
    return () => void registration.assignments.push(assignment);
  }
  const found = findAssignment(registration, assignment, option);
  if (option === 'M') return () => void Object.assign(found, { tipo: assignment.tipo, to });
  return () => void registration.assignments.splice(registration.assignments.indexOf(found), 1);
}

const END = '9999-12-31';

const overlap = (one: Assignment, other: Assignment): boolean =>
  one.ccc === other.ccc && one.from <= (other.to || END) && other.from <= (one.to || END);

/** The assignment of that company and date. To change an open one, the company is enough. */
function findAssignment(
  registration: Registration,
  { ccc, from }: Assignment,
  option: 'M' | 'B',
): Assignment {
  const ofCompany = registration.assignments.filter((assignment) => assignment.ccc === ccc);
  const found =
    ofCompany.find((assignment) => assignment.from === from) ??
    (option === 'M' ? ofCompany.findLast(({ to }) => !to) : undefined);
  if (!found) throw new ProsaRefusal(TEXTS.notAssigned);
  return found;
}

/** Assignments of an agency's workers to its clients. */
export const xv24m00k: Application = { code: 'XV24M00K', start: () => firstPage };
