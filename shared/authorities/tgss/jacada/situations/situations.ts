import { type Exchange, isOutOfTime, type Script, Unreadable } from '../../../exchange.ts';
import { digitsOf, isoDate, splitFields } from '../../values.ts';
import { isNoData, messageOf, press, readScreen, type Screen, throwIfRefused } from '../dialog.ts';
import { enterForData } from '../enter.ts';
import { hasList, labelList, MAX_PAGES, mayGoOn, nextPage, type Row, rowsOf, selectStep } from '../rows.ts';
import { type Extras, readExtras, wantsExtras } from './extras.ts';
import {
  isDataPage,
  type Registration,
  registrationOn,
  type Situation,
  schemeOf,
  situationOn,
} from './record.ts';

/** Which situations of a worker. */
export interface SituationsInput extends Extras {
  /** 12 digits. */
  nss: string;
  /** 4 digits. Only records of this scheme and contribution account count. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** Records to skip, as the portal lists them now. */
  offset: number;
  /** Where to go on. It counts in place of `offset`, if the portal lists the most recent records first. */
  after?: LastRead;
  /** Most records to return. */
  limit: number;
  /** Only the registration of this date, `YYYY-MM-DD`. */
  startDate?: string;
  /** Only the most recent one. */
  first?: boolean;
  /** When time is over it ends, if it has so many records, and says that there are more. Without this, it fails. */
  atLeast?: number;
}

/**
 * The last record that was read before. Records of a later start count as read: what is registered in the meantime
 * comes first in the list, and must not move the others.
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
}

/** A block of the situations of a worker in a contribution account. */
export const situations: Exchange<'reading', SituationsInput, Situations> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR61 situations',
  standing: {
    state: 'assumed',
    note:
      'Public programs: first screen and data page. Assumed: the list of several records, most recent ' +
      'first, the way back to it, formats of data, pages of additional data. Settled by one of each.',
    ifWrong: 'Nothing: it only shows data of a worker.',
  },
  script,
};

const LIST = labelList('Sub0900112061');
/** From a data page back to the list, to the same page of it. */
const BACK = { name: 'btn_Sub2205801004' };

function* script(input: SituationsInput): Script<Situations> {
  const records: Situation[] = [];
  try {
    return { records, more: yield* readInto(records, input) };
  } catch (error) {
    if (isEnough(records, input) && isOutOfTime(error)) return { records, more: true };
    throw error;
  }
}

/** It may end with these records. */
const isEnough = (records: Situation[], { atLeast }: SituationsInput): boolean =>
  atLeast !== undefined && records.length >= atLeast;

/** The answers that one record needs: its data page and, where they are wanted, the first of the additional data. */
const answersFor = (input: SituationsInput): number => (wantsExtras(input) ? 2 : 1);

/** Reads records, and says whether there are more. */
function* readInto(records: Situation[], input: SituationsInput): Script<boolean> {
  const needs = isEnough(records, input) ? 2 + answersFor(input) : undefined;
  const screen = yield* enterForData('ATR61', {
    first: {
      button: { name: 'btn_Sub2207601004' },
      changes: splitFields('txt_SDFTESORNAF', 'txt_SDFNUMNAF', input.nss),
    },
    isOthers: (next) => showsNothingOf(next, input),
    needs,
  });
  if (!screen) return false;
  return isDataPage(screen)
    ? yield* onlyRecord(records, screen, input)
    : yield* blockOfList(records, screen, input);
}

/** Whether a screen certainly has no record of the contribution account: a worker may be of other ones, too. */
const showsNothingOf = (screen: Screen, { regimen, ccc }: SituationsInput): boolean => {
  if (isNoData(messageOf(screen))) return true;
  const isOf = (one: Registration) => one.regimen === regimen && one.ccc === ccc;
  if (isDataPage(screen)) return !isOf(registrationOn(screen));
  return (
    hasList(screen, LIST) && !mayGoOn(screen, LIST) && !rowsOf(screen, LIST).map(registrationIn).some(isOf)
  );
};

/** A worker with one record: the portal shows its data without a list. */
function* onlyRecord(records: Situation[], data: Screen, input: SituationsInput): Script<boolean> {
  const registration = registrationOn(data);
  if (!isWanted(registration, input) || wasRead(input, [registration])(registration)) return false;
  records.push((yield* readRecord(data, input)).record);
  return false;
}

function* blockOfList(records: Situation[], first: Screen, input: SituationsInput): Script<boolean> {
  const isRead = wasRead(input, rowsOf(first, LIST).map(registrationIn));
  let list = first;
  let shown = first;
  for (let pages = 1; pages <= MAX_PAGES; pages++) {
    for (const row of rowsOf(list, LIST)) {
      const registration = registrationIn(row);
      if (!isWanted(registration, input) || isRead(registration)) continue;
      if (records.length === input.limit) return true;
      const needs = isEnough(records, input) ? answersFor(input) : undefined;
      if (shown !== list) list = yield* press(shown, { button: BACK, needs: needs && needs + 1 });
      const data: Screen = yield* select(list, row, needs);
      const read: ReadRecord = yield* readRecord(data, input);
      shown = read.shown;
      records.push(read.record);
      if (input.first) return false;
    }
    if (!mayGoOn(list, LIST)) return false;
    const needs = isEnough(records, input) ? 1 + answersFor(input) : undefined;
    if (shown !== list) list = yield* press(shown, { button: BACK, needs: needs && needs + 1 });
    const next: Screen | undefined = yield* nextPage(list, LIST, needs);
    if (!next) return false;
    list = next;
    shown = next;
  }
  throw new Unreadable('a list without end');
}

/** For each of the wanted records, in their order, whether they were read before. `all` are those of the first page. */
const wasRead = ({ after, offset }: SituationsInput, all: Registration[]) => {
  const isLatestFirst = all.every(({ start }, index) => start <= (all[index - 1]?.start ?? start));
  const last = isLatestFirst ? after : undefined;
  let left = last?.count ?? offset;
  return ({ start }: Registration): boolean => {
    if (last && start !== last.start) return start > last.start;
    left -= 1;
    return left >= 0;
  };
};

/** @throws Unreadable if the portal shows another record than the selected one */
function* select(list: Screen, row: Row, needs: number | undefined): Script<Screen> {
  const registration = registrationIn(row);
  const step = { ...selectStep(list, LIST, row), ...(needs && { needs }) };
  const data = readScreen(yield step, step.path);
  throwIfRefused(messageOf(data));
  const shown = registrationOn(data);
  const same =
    shown.regimen === registration.regimen &&
    shown.ccc === registration.ccc &&
    shown.start === registration.start;
  if (!isDataPage(data) || !same) throw new Unreadable('ATR61 shows another record');
  return data;
}

interface ReadRecord {
  record: Situation;
  /** The last screen. */
  shown: Screen;
}

/** Reads the record of a data page, with the additional data. */
function* readRecord(data: Screen, input: SituationsInput): Script<ReadRecord> {
  const { screen, ...extras } = yield* readExtras(data, input);
  return { record: { ...situationOn(data, input.nss), ...extras }, shown: screen };
}

const registrationIn = ({ cell }: Row): Registration => ({
  regimen: schemeOf(cell(1)),
  ccc: digitsOf(cell(2)),
  start: isoDate(cell(3)),
});

const isWanted = (registration: Registration, { regimen, ccc, startDate }: SituationsInput): boolean =>
  registration.regimen === regimen &&
  registration.ccc === ccc &&
  (startDate === undefined || registration.start === startDate);
