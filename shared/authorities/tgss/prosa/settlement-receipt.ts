import type { Document } from '../../../kernel/document.ts';
import { type Exchange, NothingFound, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { authorisedUsers, isOthers, openAs } from './authorised-users.ts';
import { pressProsa, pressProsaUnchecked } from './dialog.ts';
import { fetchPdf } from './document.ts';
import { messagesOf, throwIfErrors } from './message.ts';
import { type Choice, choicesOn, type ProsaPage } from './page.ts';

/** Which settlement. Months `YYYY-MM`. */
export interface SettlementInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  type: string;
  from: string;
  to: string;
  /** Only for the type that needs it. */
  control?: string;
  /** Number of the authorised user to act as. Without it, each user of the certificate is tried. */
  authorised?: string;
}

/** The receipt, or the portal's message that there is none. */
export type Settlement = { document: Document } | { none: string };

/** Receipt of the settlement of contributions (RLC). */
export const settlementReceipt: Exchange<'reading', SettlementInput, Settlement> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV21Y200 settlement receipt',
  standing: {
    state: 'assumed',
    note:
      'Not publicly known: where the receipt is. Public programs: the query of calculations. Assumed: ' +
      "the receipt is there, the control month, messages for no receipt and for another user's account.",
    ifWrong:
      'Nothing: public programs press the same three buttons to read calculations; what confirms a ' +
      'settlement cannot be opened from here.',
  },
  offUntilSeen: true,
  script,
};

/** The query of calculations. First it asks which authorised user the certificate acts as. */
const CALCULATIONS = 'XV21Y200';

const ACCEPT = 'SPM.ACC.ACEPTAR';

/** Asks as the given authorised user, otherwise as each one in turn until one has the contribution account. */
function* script(input: SettlementInput): Script<Settlement> {
  const users = input.authorised
    ? [input.authorised]
    : (yield* authorisedUsers.script({ application: CALCULATIONS })).map(({ numero }) => numero);
  let refusal = '';
  for (const user of users.length > 0 ? users : [undefined]) {
    const settlement = yield* askAs(user, input);
    if (!('notOwner' in settlement)) return settlement;
    refusal = settlement.notOwner;
  }
  throw new Refusal([refusal]);
}

/** The receipt, or the portal's message that there is none, or that another user has the contribution account. */
function* askAs(user: string | undefined, input: SettlementInput): Script<Settlement | { notOwner: string }> {
  const form = yield* openAs(CALCULATIONS, user);
  if (!offers(form, 'TIPO_LIQUIDACION', input.type))
    throw new NothingFound('La Seguridad Social no ofrece recibos de ese tipo de liquidación.');
  const years = [
    ['ANNIO_DESDE', input.from.slice(0, 4)],
    ['ANNIO_HASTA', input.to.slice(0, 4)],
  ] as const;
  if (years.some(([list, year]) => !offers(form, list, year)))
    throw new NothingFound('La Seguridad Social no ofrece liquidaciones de ese año.');
  const list = yield* pressProsaUnchecked(form, {
    button: ACCEPT,
    changes: encode(input),
    whereOffered: { ORIGEN_LIQUIDACION: 'T' },
  });
  const errors = messagesOf(list).filter(({ kind }) => kind === 'error');
  const none = errors.find(({ text }) => /NO EXISTEN? (?:\w+ )?LIQUIDACI[OÓ]N/i.test(text));
  if (none) return { none: none.text };
  const [first] = errors;
  if (first && isOthers(list)) return { notOwner: first.text };
  throwIfErrors(list);
  const { value } = wantedOf(choicesOn(list, 'LIQUIDACION'), input);
  const page = yield* pressProsa(list, { button: 'SPM.ACC.CONTINUAR', changes: { LIQUIDACION: value } });
  return { document: yield* fetchPdf(page, 'RLC') };
}

/** Whether a list has that choice. What is no list takes anything. */
const offers = ({ $ }: ProsaPage, name: string, choice: string): boolean => {
  const choices = $(`select[name="${name}"] option`)
    .toArray()
    .map((option) => $(option).attr('value') ?? $(option).text().trim());
  return choices.length === 0 || choices.includes(choice);
};

/** The wanted settlement of a list: the only one, or the only one with exactly this period. */
const wantedOf = (listed: Choice[], { from, to }: SettlementInput): Choice => {
  if (listed.length === 0) throw new Unreadable('page without settlements');
  const matching =
    listed.length === 1
      ? listed
      : listed.filter(({ label }) => {
          const months = monthsIn(label);
          return months.at(0) === from && months.at(-1) === to;
        });
  const [only] = matching;
  if (!only || matching.length > 1)
    throw new NothingFound(
      'Hay varias liquidaciones de ese tipo en el periodo: indique el periodo de una sola.',
    );
  return only;
};

/** The months `MM/YYYY` in a text, as `YYYY-MM`. */
const monthsIn = (text: string): string[] =>
  Array.from(text.matchAll(/(?<!\d)(\d{2})\/(\d{4})(?!\d)/g), ([, month, year]) => `${year}-${month}`);

const encode = ({ regimen, ccc, type, from, to, control }: SettlementInput) => {
  const [fromYear = '', fromMonth = ''] = from.split('-');
  const [toYear = '', toMonth = ''] = to.split('-');
  const [controlYear = '', controlMonth = ''] = control?.split('-') ?? [];
  return {
    REGIMEN: regimen,
    CCC: ccc,
    MES_DESDE: fromMonth,
    ANNIO_DESDE: fromYear,
    MES_HASTA: toMonth,
    ANNIO_HASTA: toYear,
    TIPO_LIQUIDACION: type,
    ...(control && { MES_CONTROL: controlMonth, ANNIO_CONTROL: controlYear }),
  };
};
