import { type Exchange, type Script, Unreadable } from '../exchange.ts';
import { open, press, pressUnheeded, readScreen, type Screen } from './jacada.ts';
import { heed, isNoData, messageOf } from './message.ts';
import { type List, labelRows, MAX_PAGES, nextPage, type Row, rowsOf, selectStep } from './rows.ts';
import {
  isDataPage,
  type Registration,
  registrationOn,
  type Situation,
  schemeOf,
  situationOn,
} from './situation.ts';
import { askExtras, type Extras } from './situation-extras.ts';
import { digitsOf, isoDate, splitNumber } from './values.ts';

/** Which situations of a worker. */
export interface SituationsInput extends Extras {
  /** 12 digits. */
  nss: string;
  /** 4 digits. Only records of this scheme and account count. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** Records to skip. */
  offset: number;
  /** Records to give at most. */
  limit: number;
  /** Only of the registration of this date, `YYYY-MM-DD`. */
  startDate?: string;
  /** Only the most recent one. */
  first?: boolean;
}

/** Records in the portal's order, the most recent first, and whether others follow them. */
export interface Situations {
  records: Situation[];
  more: boolean;
}

/** Situations of a worker in an account, a block of them. */
export const situations: Exchange<'reading', SituationsInput, Situations> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR61 situations',
  standing: {
    state: 'assumed',
    note:
      'First screen and data page as public programs use them. Assumed: the list of several records, the way back ' +
      'to it, the formats of the data, and the pages of additional data.',
    ifWrong:
      'Nothing: ATR61 is a dialog that only shows data of a worker; the boxes ticked for additional data, which are ' +
      'assumed, choose what it shows.',
  },
  script,
};

const LIST: List = { table: 'Sub0900112061', read: labelRows, next: { name: 'btn_Sub2206301003' } };
/** From a data page to the list it came from, and to the same page of it. */
const BACK = { name: 'btn_Sub2205801004' };

function* script(input: SituationsInput): Script<Situations> {
  const [province, rest] = splitNumber(input.nss);
  const screen = yield* pressUnheeded(yield* open('ATR61'), {
    button: { name: 'btn_Sub2207601004' },
    changes: { txt_SDFTESORNAF: province, txt_SDFNUMNAF: rest },
  });
  const message = messageOf(screen);
  if (isNoData(message)) return { records: [], more: false };
  heed(message);
  return isDataPage(screen) ? yield* onlyRecord(screen, input) : yield* blockOfList(screen, input);
}

/** A worker with one record: the portal shows its data at once. */
function* onlyRecord(data: Screen, input: SituationsInput): Script<Situations> {
  if (input.offset > 0 || !isWanted(registrationOn(data), input)) return { records: [], more: false };
  const { record } = yield* readRecord(data, input);
  return { records: [record], more: false };
}

function* blockOfList(first: Screen, input: SituationsInput): Script<Situations> {
  const records: Situation[] = [];
  let toSkip = input.offset;
  let screen: Screen | undefined = first;
  for (let pages = 1; screen; pages++) {
    for (const row of rowsOf(screen, LIST)) {
      const registration = registrationIn(row);
      if (!isWanted(registration, input)) continue;
      toSkip -= 1;
      if (toSkip >= 0) continue;
      if (records.length === input.limit) return { records, more: true };
      const data: Screen = yield* select(screen, row, registration);
      const { record, shown }: ReadRecord = yield* readRecord(data, input);
      records.push(record);
      if (input.first) return { records, more: false };
      screen = yield* press(shown, { button: BACK });
    }
    if (pages === MAX_PAGES) throw new Unreadable('a list without end');
    screen = yield* nextPage(screen, LIST);
  }
  return { records, more: false };
}

/** @throws Unreadable when the portal shows another record than the one selected */
function* select(list: Screen, row: Row, registration: Registration): Script<Screen> {
  const step = selectStep(list, LIST, row);
  const data = readScreen(yield step, step.path);
  heed(messageOf(data));
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
  /** The screen that the portal shows after it. */
  shown: Screen;
}

/** Reads the record of a data page, with what is wanted besides. */
function* readRecord(data: Screen, input: SituationsInput): Script<ReadRecord> {
  const { screen, ...extras } = yield* askExtras(data, input);
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
