import { type Exchange, type Script, Unreadable } from '../../../exchange.ts';
import { digitsOf, isoDate, splitNumber } from '../../values.ts';
import { open, press, pressUnchecked, readScreen, type Screen } from '../dialog.ts';
import { isNoData, messageOf, throwIfRefused } from '../message.ts';
import { type List, labelRows, MAX_PAGES, nextPage, type Row, rowsOf, selectStep } from '../rows.ts';
import { type Extras, readExtras } from './extras.ts';
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
  /** Records to skip. */
  offset: number;
  /** Most records to return. */
  limit: number;
  /** Only the registration of this date, `YYYY-MM-DD`. */
  startDate?: string;
  /** Only the most recent one. */
  first?: boolean;
}

/** Records in the portal's order, the most recent first, and whether there are more. */
export interface Situations {
  records: Situation[];
  more: boolean;
}

/** A block of the situations of a worker in a contribution account. */
export const situations: Exchange<'reading', SituationsInput, Situations> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR61 situations',
  evidence: {
    state: 'assumed',
    note:
      'First screen and data page as public programs use them. Assumed: the list of several records, the way back ' +
      'to it, the formats of the data, and the pages of additional data.',
    ifWrong:
      'Nothing: ATR61 is a dialog that only shows data of a worker. The boxes for additional data, which are assumed, ' +
      'only choose what it shows.',
  },
  script,
};

const LIST: List = { table: 'Sub0900112061', read: labelRows, next: { name: 'btn_Sub2206301003' } };
/** From a data page back to the list, to the same page of it. */
const BACK = { name: 'btn_Sub2205801004' };

function* script(input: SituationsInput): Script<Situations> {
  const [province, rest] = splitNumber(input.nss);
  const screen = yield* pressUnchecked(yield* open('ATR61'), {
    button: { name: 'btn_Sub2207601004' },
    changes: { txt_SDFTESORNAF: province, txt_SDFNUMNAF: rest },
  });
  const message = messageOf(screen);
  if (isNoData(message)) return { records: [], more: false };
  throwIfRefused(message);
  return isDataPage(screen) ? yield* onlyRecord(screen, input) : yield* blockOfList(screen, input);
}

/** A worker with one record: the portal shows its data without a list. */
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

/** @throws Unreadable if the portal shows another record than the selected one */
function* select(list: Screen, row: Row, registration: Registration): Script<Screen> {
  const step = selectStep(list, LIST, row);
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
