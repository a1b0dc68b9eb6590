import type { Document } from '../../../kernel/document.ts';
import { type Exchange, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { authorisedUsers, isOthers, openAs } from './authorised-users.ts';
import { fetchPdf, pressProsa, pressProsaUnchecked } from './dialog.ts';
import { choicesOn, messagesOf, type ProsaPage, throwIfErrors } from './page.ts';

/** Types of settlement with their Spanish descriptions. */
export const SETTLEMENT_TYPES = {
  L00: 'normal',
  L02: 'complementaria por salarios de tramitación',
  L03: 'complementaria por abono de salarios con carácter retroactivo',
  L13: 'vacaciones retribuidas y no disfrutadas',
  L90: 'complementaria por incremento de bases',
  L91: 'complementaria por nuevos trabajadores o tramos',
  L92: 'complementaria por salarios de tramitación, de oficio',
  L93: 'complementaria por vacaciones no disfrutadas, de oficio',
  C00: 'normal, salarios sin acuerdo',
  C02: 'como L02, salarios sin acuerdo',
  C03: 'como L03, salarios sin acuerdo',
  C13: 'como L13, salarios sin acuerdo',
  C90: 'como L90, salarios sin acuerdo',
  C91: 'como L91, salarios sin acuerdo',
  V03: 'complementaria por abono retroactivo de L13',
  V90: 'complementaria por incremento de bases de L13',
} as const;

/** The type that asks for a control month. */
export const RETROACTIVE = 'L03';

/** Identifies a settlement. Months `YYYY-MM`. */
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
  /** Number of the settlement, if the period has several. */
  number?: string;
}

/** A settlement in the portal's list. Missing values are empty. */
export interface ListedSettlement {
  number: string;
  type: string;
  /** Months `YYYY-MM`. */
  from: string;
  to: string;
  /** In euros, with a decimal comma. */
  amount: string;
}

/**
 * The receipt, with its number among several; or the portal's message that there is none; or the part of the request
 * that the portal does not offer.
 */
export type Settlement =
  | { document: Document; of: ListedSettlement; all: ListedSettlement[] }
  | { none: string }
  | { wrong: 'type' | 'from' | 'to' | 'number' };

/** Receipt of the settlement of contributions (RLC). */
export const settlementReceipt: Exchange<'reading', SettlementInput, Settlement> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV21Y200 settlement receipt',
  standing: {
    state: 'assumed',
    note:
      'Not publicly known: where the receipt is. Public programs: the query of calculations. Assumed: receipt, control ' +
      'month, line of the list, messages. Settled by list, receipt and a refusal.',
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
  const form = yield* openAs(CALCULATIONS, user, 'numAutorizado');
  if (!offers(form, 'TIPO_LIQUIDACION', input.type)) return { wrong: 'type' };
  if (!offers(form, 'ANNIO_DESDE', input.from.slice(0, 4))) return { wrong: 'from' };
  if (!offers(form, 'ANNIO_HASTA', input.to.slice(0, 4))) return { wrong: 'to' };
  const list = yield* pressProsaUnchecked(form, {
    button: ACCEPT,
    action: 'ACEPTAR',
    changes: encode(input),
    whereOffered: { ORIGEN_LIQUIDACION: 'T' },
  });
  const errors = messagesOf(list).filter(({ kind }) => kind === 'error');
  const none = errors.find(({ text }) => /NO EXISTEN? (?:\w+ )?LIQUIDACI[OÓ]N/i.test(text));
  if (none) return { none: none.text };
  const [first] = errors;
  if (first && isOthers(list)) return { notOwner: first.text };
  throwIfErrors(list);
  const all = choicesOn(list, 'LIQUIDACION').map(({ value, label }) => ({ value, ...readLine(label) }));
  if (all.length === 0) throw new Unreadable('page without settlements');
  const wanted = wantedOf(all, input);
  if (!wanted) return { wrong: 'number' };
  const { value, ...of } = wanted;
  const page = yield* pressProsa(list, {
    button: 'SPM.ACC.CONTINUAR',
    action: 'CONTINUAR',
    changes: { LIQUIDACION: value },
  });
  const document = yield* fetchPdf(page, 'RLC');
  return { document, of, all: all.map(({ value: _, ...listed }) => listed) };
}

/** Whether a list has that choice. A control that is no list takes anything. */
const offers = ({ $ }: ProsaPage, name: string, choice: string): boolean => {
  const choices = $(`select[name="${name}"] option`)
    .toArray()
    .map((option) => $(option).attr('value') ?? $(option).text().trim());
  return choices.length === 0 || choices.includes(choice);
};

/** The settlement of that number; without a number the only one of exactly this period, otherwise the first. */
const wantedOf = <Listed extends ListedSettlement>(
  all: Listed[],
  { number, from, to }: SettlementInput,
): Listed | undefined => {
  if (number !== undefined) return all.find((one) => one.number === number);
  const exact = all.filter((one) => one.from === from && one.to === to);
  return exact.length === 1 ? exact[0] : all[0];
};

const readLine = (line: string): ListedSettlement => {
  const months = monthsIn(line);
  const first = (pattern: RegExp) => pattern.exec(line)?.[0] ?? '';
  return {
    number: first(/(?<![\d.,])\d{6,}(?![\d.,])/),
    type: first(/\b[A-Z]\d{2}\b/),
    from: months.at(0) ?? '',
    to: months.at(-1) ?? '',
    amount: first(/-?\d{1,3}(?:\.?\d{3})*,\d{2}(?!\d)/),
  };
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
