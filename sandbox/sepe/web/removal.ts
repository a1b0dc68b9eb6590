/** Pages to remove communications, in four steps: form, summary, confirmation, result. */

import type { Context } from '../context.ts';
import { type Block, contractSummary } from '../contract-blocks.ts';
import { type Contract, footprint } from '../records.ts';
import { fieldset, footprintInputs, formPage, hidden, input, row, submit, success } from './frame.ts';
import { footprintOf, type PageRequest, Refusal, type Reply, refuse } from './request.ts';
import { blocks } from './views.ts';

const PATH = '/ccomunicacto/servlet/ServletAnulComunic';
/** Name in the counters, for all kinds of removals. */
const COUNTER = 'baja';
const MENU = '/ccomunicacto/comunicacto/jsp/menu_anulacioncomunicacion.jsp';

/** The kinds of removals, by the last letter of `pagina`. */
interface Removal {
  title: string;
  /** Whether the form has the fourth group of the footprint. */
  numbered: boolean;
  /** Identifier of the communication to remove. Refuses if it cannot be removed. */
  target(contract: Contract, number: string): string;
  remove(context: Context, contract: Contract, id: string): void;
  done: string;
}

const REMOVALS: Record<string, Removal> = {
  C: {
    title: 'Anulación de un contrato',
    numbered: false,
    target: (contract) => {
      if (contract.extensions.length > 0 || contract.transformations.length > 0) refuse('CCT0259');
      return contract.id;
    },
    remove: ({ records }, contract) => {
      records.contracts = records.contracts.filter((each) => each !== contract);
    },
    done: 'La anulación del contrato se ha realizado correctamente',
  },
  T: {
    title: 'Anulación de una transformación',
    numbered: true,
    target: (contract, number) => {
      const found = contract.transformations.find((each) => number === '' || each.number === number);
      return contract.id + (found ?? refuse('CTR4036')).number;
    },
    remove: (_context, contract, id) => {
      contract.transformations = contract.transformations.filter((each) => contract.id + each.number !== id);
    },
    done: 'La anulación de la transformación se ha realizado correctamente',
  },
};

const entry = (removal: Removal, action: string): string =>
  formPage(removal.title, action, [
    ...fieldset('Comunicación que desea anular', [
      ...footprintInputs(),
      ...(removal.numbered ? [row('Número', input('idcomunicacion4', 2))] : []),
    ]),
    submit('aceptar'),
  ]);

/** Older clients press the button with the value `aceptar`, newer ones the one with the name `anular`. */
const shown = (
  context: Context,
  removal: Removal,
  { contract, id, action }: { contract: Contract; id: string; action: string },
): string => {
  const summary: Block[] = [
    { legend: 'Comunicación que desea anular', lines: [['Identificador', footprint(id)]] },
    ...contractSummary(context, contract),
  ];
  return formPage(removal.title, action, [
    hidden('identificador', id),
    ...blocks(summary),
    submit('anular', 'aceptar'),
  ]);
};

const confirmation = (removal: Removal, id: string, action: string): string =>
  formPage(removal.title, action, [
    hidden('identificador', id),
    `<div class="tac azneg">¿Desea anular la comunicación ${footprint(id)}?</div>`,
    submit('enviar', 'enviar'),
  ]);

/** The fourth group of the footprint, in whichever field it came. */
const numberOf = ({ form: posted }: PageRequest): string =>
  posted.get('idcomunicacion4') || posted.get('idcomunicacion').replace(/\D/g, '').slice(13);

/** The contract, and the identifier of the communication to remove. Each step checks both again. */
function named(
  request: PageRequest,
  removal: Removal,
  { digits, number }: { digits: string; number: string },
): [Contract, string] {
  if (digits.length !== 13) throw new Refusal('Debe indicar el identificador de la comunicación.');
  const contract = request.context.contract(digits) ?? refuse('CCT4084');
  return [contract, removal.target(contract, number)];
}

/** All pages of `ServletAnulComunic`. */
export function removalPages(request: PageRequest): Reply {
  const { context, step } = request;
  const [, stepName = '', letter = ''] = /^(init|ver|confirmar|anular)([CT])$/.exec(step) ?? [];
  const removal = REMOVALS[letter];
  if (!removal) throw new Refusal('La página solicitada no es correcta.');
  const action = (next: string) => `${PATH}?pagina=${next}${letter}`;
  if (stepName === 'init') return entry(removal, action('ver'));
  if (stepName === 'ver') {
    const [contract, id] = named(request, removal, {
      digits: footprintOf(request.form),
      number: numberOf(request),
    });
    return shown(context, removal, { contract, id, action: action('confirmar') });
  }
  const all = request.form.get('identificador').replace(/\D/g, '');
  const posted = { digits: all.slice(0, 13), number: all.slice(13) };
  if (stepName === 'confirmar') {
    const [, id] = named(request, removal, posted);
    return confirmation(removal, id, action('anular'));
  }
  context.countSubmission(COUNTER);
  const [contract, id] = named(request, removal, posted);
  removal.remove(context, contract, id);
  context.countAccepted(COUNTER);
  return success(removal.done, MENU);
}
