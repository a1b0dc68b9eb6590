import { type Exchange, isOutOfTime, type Script, Unreadable } from '../../../exchange.ts';
import { digitsOf, isoDate, splitFields } from '../../values.ts';
import { isNoData, messageOf, press, readScreen, type Screen, throwIfRefused } from '../dialog.ts';
import { enterForData } from '../enter.ts';
import {
  cellRows,
  hasList,
  type List,
  labelList,
  MAX_PAGES,
  mayGoOn,
  nextPage,
  type Row,
  rowsOf,
  selectStep,
} from '../rows.ts';
import { type Extras, readExtras, wantsExtras } from './extras.ts';
import {
  dataOn,
  type PageForm,
  type Registration,
  registrationOn,
  type Situation,
  schemeOf,
  situationOn,
} from './record.ts';

/** Filter of a worker's situations. */
export interface SituationsInput extends Extras {
  /** 12 digits. */
  nss: string;
  /** 4 digits. Only records of this scheme and contribution account count. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** Records to skip, as the portal lists them now. */
  offset: number;
  /** Where to continue. It replaces `offset` if the portal lists the most recent records first. */
  after?: LastRead;
  /** Most records to return. */
  limit: number;
  /** Only the registration of this date, `YYYY-MM-DD`. */
  startDate?: string;
  /** Only the most recent one. */
  first?: boolean;
  /**
   * When time runs out with at least so many records, it ends and says that there are more. Without this, it fails.
   */
  atLeast?: number;
}

/**
 * The last record already read. Records that start later also count as read: a registration made in the meantime
 * comes first in the list and must not shift the others.
 */
export interface LastRead {
  /** Its start, `YYYY-MM-DD`. */
  start: string;
  /** How many records of that start were read. */
  count: number;
}

/** Records in the portal's order, the most recent first, and whether there may be more. */
export interface Situations {
  records: Situation[];
  more: boolean;
  /** The form of the pages that were read; absent if there was nothing to read. */
  form?: PageForm;
  /** The CNO was requested, and a page has no field for it: an empty one of these records says nothing. */
  lacksCno?: true;
}

/** The part that has been read so far. */
type Found = Omit<Situations, 'more'>;

/** A block of the situations of a worker in a contribution account. */
export const situations: Exchange<'reading', SituationsInput, Situations> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR61 situations',
  standing: {
    state: 'assumed',
    note:
      'Public programs: first screen, data page by ids and as text, account. Assumed: most recent first, the way back, ' +
      'formats, additional pages; of the text a choice in each row, the part of a coefficient.',
    ifWrong: 'Nothing: it only shows data of a worker.',
  },
  shownForm: ({ form }) => form,
  script,
};

/** The list of several registrations, in each form of it. */
interface SituationList extends List {
  form: PageForm;
  /** The registration in a row. */
  registrationIn(row: Row): Registration;
}

const LISTS: SituationList[] = [
  {
    ...labelList('Sub0900112061'),
    form: 'ids',
    registrationIn: ({ cell }) => ({
      regimen: schemeOf(cell(1)),
      ccc: digitsOf(cell(2)),
      start: isoDate(cell(3)),
    }),
  },
  {
    ...labelList('Sub1000110078'),
    read: cellRows,
    form: 'text',
    // Of its columns only the account is known, because public programs search it for its eleven digits.
    registrationIn: ({ cell }) => ({
      regimen: /^(\d{4}) ?\d{2} ?\d{9}$/.exec(cell(1))?.[1] ?? '',
      ccc: digitsOf(cell(1)).slice(-11),
      start: [2, 3, 4, 5, 6].map((column) => isoDate(cell(column))).find((date) => date !== '') ?? '',
    }),
  },
];

/** The list on a page. That it is there is checked where its rows are read. */
const listOn = (page: Screen): SituationList => LISTS.find((list) => hasList(page, list)) ?? LISTS[0]!;

/** From a data page back to the list, to the same page of it. */
const BACK = { name: 'btn_Sub2205801004' };

function* script(input: SituationsInput): Script<Situations> {
  const found: Found = { records: [] };
  try {
    const more = yield* readInto(found, input);
    return { ...found, more };
  } catch (error) {
    if (isEnough(found.records, input) && isOutOfTime(error)) return { ...found, more: true };
    throw error;
  }
}

/** It may end with these records. */
const isEnough = (records: Situation[], { atLeast }: SituationsInput): boolean =>
  atLeast !== undefined && records.length >= atLeast;

/** The answers that one record needs: its data page and, where they are wanted, the first of the additional data. */
const answersFor = (input: SituationsInput): number => (wantsExtras(input) ? 2 : 1);

/** Reads records, and says whether there are more. */
function* readInto(found: Found, input: SituationsInput): Script<boolean> {
  const needs = isEnough(found.records, input) ? 2 + answersFor(input) : undefined;
  const screen = yield* enterForData('ATR61', {
    first: {
      button: { name: 'btn_Sub2207601004' },
      changes: splitFields('txt_SDFTESORNAF', 'txt_SDFNUMNAF', input.nss),
    },
    isOthers: (next) => showsNothingOf(next, input),
    needs,
  });
  if (!screen) return false;
  return dataOn(screen) ? yield* onlyRecord(found, screen, input) : yield* blockOfList(found, screen, input);
}

/** Whether a screen certainly has no record of the contribution account: a worker may be of other ones, too. */
const showsNothingOf = (screen: Screen, input: SituationsInput): boolean => {
  if (isNoData(messageOf(screen))) return true;
  const isOf = (one: Registration) => isOfAccount(one, input);
  const data = dataOn(screen);
  if (data) return !isOf(registrationOn(data));
  const list = listOn(screen);
  return (
    hasList(screen, list) &&
    !mayGoOn(screen, list) &&
    !rowsOf(screen, list).map(list.registrationIn).some(isOf)
  );
};

/** A worker with one record: the portal shows its data without a list. */
function* onlyRecord(found: Found, screen: Screen, input: SituationsInput): Script<boolean> {
  const data = dataOn(screen)!;
  found.form = data.form;
  const registration = registrationOn(data);
  if (!isWanted(registration, input) || wasRead(input, [registration])(registration)) return false;
  found.records.push((yield* readRecord(found, screen, input)).record);
  return false;
}

function* blockOfList(found: Found, first: Screen, input: SituationsInput): Script<boolean> {
  const { records } = found;
  const inForm = listOn(first);
  const isRead = wasRead(input, rowsOf(first, inForm).map(inForm.registrationIn));
  found.form = inForm.form;
  let list = first;
  let shown = first;
  for (let pages = 1; pages <= MAX_PAGES; pages++) {
    for (const row of rowsOf(list, inForm)) {
      const registration = inForm.registrationIn(row);
      if (!isWanted(registration, input) || isRead(registration)) continue;
      if (records.length === input.limit) return true;
      const needs = isEnough(records, input) ? answersFor(input) : undefined;
      if (shown !== list) list = yield* press(shown, { button: BACK, needs: needs && needs + 1 });
      const screen: Screen = yield* select(list, inForm, { row, needs });
      const data = dataOn(screen)!;
      found.form = data.form;
      shown = screen;
      // Data that the row lacks; only its data page has them.
      if (!isWanted(registrationOn(data), input)) continue;
      const read: ReadRecord = yield* readRecord(found, screen, input);
      shown = read.shown;
      records.push(read.record);
      if (input.first) return false;
    }
    if (!mayGoOn(list, inForm)) return false;
    const needs = isEnough(records, input) ? 1 + answersFor(input) : undefined;
    if (shown !== list) list = yield* press(shown, { button: BACK, needs: needs && needs + 1 });
    const next: Screen | undefined = yield* nextPage(list, inForm, needs);
    if (!next) return false;
    list = next;
    shown = next;
  }
  throw new Unreadable('a list without end');
}

/** For each of the wanted records, in their order, whether they were read before. `all` are the records of the first page. */
const wasRead = ({ after, offset }: SituationsInput, all: Registration[]) => {
  const isLatestFirst = all.every(
    ({ start }, index) => start !== '' && start <= (all[index - 1]?.start ?? start),
  );
  const last = isLatestFirst ? after : undefined;
  let left = last?.count ?? offset;
  return ({ start }: Registration): boolean => {
    if (last && start !== last.start) return start > last.start;
    left -= 1;
    return left >= 0;
  };
};

/** Chooses a row. @throws Unreadable if the portal shows another record than the selected one */
function* select(
  screen: Screen,
  list: SituationList,
  { row, needs }: { row: Row; needs: number | undefined },
): Script<Screen> {
  const registration = list.registrationIn(row);
  const step = { ...selectStep(screen, list, row), ...(needs && { needs }) };
  const next = readScreen(yield step, step.path);
  throwIfRefused(messageOf(next));
  const data = dataOn(next);
  const shown = data && registrationOn(data);
  const isSame = shown && PARTS.every((part) => ['', shown[part]].includes(registration[part]));
  if (!isSame) throw new Unreadable('ATR61 shows another record');
  return next;
}

const PARTS = ['regimen', 'ccc', 'start'] as const;

interface ReadRecord {
  record: Situation;
  /** The last screen. */
  shown: Screen;
}

/** Reads the record of a data page, with the additional data. */
function* readRecord(found: Found, data: Screen, input: SituationsInput): Script<ReadRecord> {
  const { screen, lacksCno, ...extras } = yield* readExtras(data, input);
  if (lacksCno) found.lacksCno = true;
  return { record: { ...situationOn(dataOn(data)!, input.nss), ...extras }, shown: screen };
}

/** It may be of the contribution account: a row may not say the scheme. */
const isOfAccount = (one: Registration, { regimen, ccc }: SituationsInput): boolean =>
  ['', regimen].includes(one.regimen) && one.ccc === ccc;

/** It may be wanted: a row may not say when it began. */
const isWanted = (registration: Registration, input: SituationsInput): boolean =>
  isOfAccount(registration, input) &&
  (input.startDate === undefined || ['', input.startDate].includes(registration.start));
