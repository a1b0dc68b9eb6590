import { slashed } from '../../../calendar.ts';
import type { Form } from '../../../form.ts';
import type { Account, Person } from '../../../state.ts';
import { stayToLeave } from '../../affiliation.ts';
import { CESION_TIPOS } from '../../codes.ts';
import type { Assignment, Registration } from '../../registration.ts';
import type { ProsaDesk } from '../desk.ts';
import { resolution } from '../documents.ts';
import { data, documentKinds, input, printType, select } from '../elements.ts';
import type { Application, Page } from '../page.ts';
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
import { Rejection, TEXTS } from '../rejection.ts';
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
  body: (typed) => [
    ...select(
      'OPCION',
      'Acción',
      [
        ['A', 'Alta de cesión'],
        ['M', 'Modificación de cesión'],
        ['B', 'Baja de cesión'],
      ],
      typed,
    ),
    ...input('NA5NumSegSocialCompleto', 'Número de afiliación', 12, typed),
    ...documentKinds(typed),
    ...input('IP9NumDoc', 'Número de documento', 15, typed),
    ...input('CC1EmpresaAut', 'Régimen y cuenta de cotización', 15, typed),
    ...input('CesEmpresa', 'Régimen y cuenta de la empresa de cesión', 15, typed),
    ...input('CesTipo', 'Tipo de cesión', 2, typed),
    ...input('fechaInicio', 'Fecha de inicio', 10, typed),
    ...input('fechaFin', 'Fecha de fin', 10, typed),
    ...printType(typed),
  ],
  buttons: [
    {
      id: 'ENVIO_3',
      action: 'Continuar',
      text: 'Continuar',
      press(form, desk) {
        const request = readRequest(form, desk);
        prepare(request, desk);
        const { worker, account } = request;
        const shown = data({
          trabajador: { NA5NumSegSocialCompleto: worker.nss },
          cuentaCotizacion: { CC1EmpresaAut: `${account.regimen}${account.ccc}` },
        });
        return confirm(form, request, shown);
      },
    },
  ],
};

interface Request {
  option: Option;
  worker: Person;
  account: Account;
  assignment: Assignment;
}

const confirm = (typed: Form, request: Request, shown: string[]): Page =>
  confirmation(firstPage, typed, NAMES, shown, (desk, form) => {
    const { option, worker, account, assignment } = request;
    desk.submitted(OPTIONS[option]);
    const act = prepare(request, desk);
    desk.file(OPTIONS[option], act);
    return {
      ...firstPage,
      message: { type: 'INFO', text: TEXTS.done },
      offers: desk.resolution(wantsDocument(form), 'Resolución de cesión', () =>
        resolution(desk, TITLES[option], worker, account, 'DATOS DE LA CESION', [
          ['EMPRESA DE CESION', `${assignment.regimen} ${assignment.ccc}`],
          ['TIPO DE CESION', assignment.tipo],
          ['FECHA DE INICIO', slashed(assignment.from)],
          ['FECHA DE FIN', slashed(assignment.to || undefined)],
        ]),
      ),
    };
  });

const TITLES: Record<Option, string> = {
  A: 'RESOLUCION SOBRE ALTA DE CESION',
  M: 'RESOLUCION SOBRE VARIACION DE CESION',
  B: 'RESOLUCION SOBRE BAJA DE CESION',
};

function readRequest(form: Form, desk: ProsaDesk): Request {
  const option = required(form, 'OPCION').toUpperCase();
  if (!(option in OPTIONS)) throw new Rejection(TEXTS.wrong('OPCION'));
  const account = readAccount(form, desk);
  const worker = readWorker(form, desk);
  checkDocument(form, worker);
  const company = digits(form, 'CesEmpresa', 15);
  const client = desk.state.accounts.find(({ ccc }) => ccc === company.slice(4));
  if (client?.regimen !== company.slice(0, 4)) throw new Rejection(TEXTS.wrong('CesEmpresa'));
  const tipo = digits(form, 'CesTipo', 2);
  if (!CESION_TIPOS.has(tipo)) throw new Rejection(TEXTS.wrong('CesTipo'));
  const from = date(form, 'fechaInicio');
  const to = optionalDate(form, 'fechaFin') ?? '';
  return {
    option: option as Option,
    worker,
    account,
    assignment: { regimen: client.regimen, ccc: client.ccc, tipo, from, to },
  };
}

/** Checks a request against what there is by now, and answers what would do it. */
function prepare({ option, worker, account, assignment }: Request, desk: ProsaDesk): () => void {
  const stay = stayToLeave(desk, worker, account);
  const { from, to } = assignment;
  if (from < stay.alta.date || (to && to < from)) throw new Rejection(TEXTS.wrongDate);
  if (option === 'A') {
    if (stay.assignments.some((other) => overlap(other, assignment))) throw new Rejection(TEXTS.assigned);
    return () => void stay.assignments.push(assignment);
  }
  const found = find(stay, assignment, option);
  if (option === 'M') return () => void Object.assign(found, { tipo: assignment.tipo, to });
  return () => void stay.assignments.splice(stay.assignments.indexOf(found), 1);
}

const END = '9999-12-31';

const overlap = (one: Assignment, other: Assignment): boolean =>
  one.ccc === other.ccc && one.from <= (other.to || END) && other.from <= (one.to || END);

/** The assignment meant: of that company and date. A change of it may also name the company alone, if it is open. */
function find(stay: Registration, { ccc, from }: Assignment, option: 'M' | 'B'): Assignment {
  const there = stay.assignments.filter((assignment) => assignment.ccc === ccc);
  const found =
    there.find((assignment) => assignment.from === from) ??
    (option === 'M' ? there.findLast(({ to }) => !to) : undefined);
  if (!found) throw new Rejection(TEXTS.notAssigned);
  return found;
}

/** Assignments of an agency's workers to its clients. */
export const xv24m00k: Application = { code: 'XV24M00K', start: () => firstPage };
