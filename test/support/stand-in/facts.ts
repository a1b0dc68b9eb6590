import type { CheerioAPI } from 'cheerio';
import type { Fields } from './portal-client.ts';
import type { AccountKey, WorkerKey } from './stand-in.ts';

/**
 * What public programs send and read, in the words of their source code, so that a reader can compare both. Each page is a line
 * of `name=value` in the order of the source. `{…}` is a value from elsewhere, and the field is left out if `{…?}` has no
 * value; `name#2` is the third option of a list, `name?` a control that is filled in only if the page has it empty, and a name
 * alone a checkbox that is ticked. Anything that the source does not show is left out.
 */

/** A page whose form a program without a browser writes by itself: all fields that it sends. */
export type Written = string;

/** A form that the program sends twice to the same address before it reads the answer. */
interface WrittenTwice {
  writesTwice: Written;
}

/** A page on which a program with a browser fills in controls and presses a button. All other controls are left as they are. */
export interface Filled {
  /** Id of the form that the program looks for. */
  form?: string;
  fills?: string;
  /** Id, name, value or label of the button. */
  presses: string;
}

/** A page on which the program follows a link, found by a selector. */
interface Followed {
  follows: string;
}

/** A page on which the program double-clicks the label with this text. */
interface DoubleClicked {
  doubleClicks: string;
}

type PageFacts = Written | WrittenTwice | Filled | Followed | DoubleClicked;

/**
 * The button that a program presses on a confirmation page: an element of the page, part of its text, and the button.
 */
type Question = readonly [element: string, says: string, presses: string];

/** A dialog of a program: its source, its start, and its actions on each page. */
export interface Dialog {
  /** File of the source, and the function in it. */
  source: string;
  /** The transaction or application, or the links from the start. */
  opens: string | readonly string[];
  pages: readonly PageFacts[];
  questions?: readonly Question[];
  /** The parts of the last page that the program reads: selectors, or titles of values. */
  reads?: readonly string[];
}

/** Where the facts come from: repository and path. */
const AON = 'aonsolutions/aon-application';
const TGSS = `${AON}: aon-seg-social/src/main/java/solutions/aon/seg/social`;
const SEPE = `${AON}: aon-ui-sepe/src/main/java/com/esferalia/aon/ui/sepe`;
export const SOURCES = {
  forms: `${TGSS}/ServicioRED.java`,
  newerForms: `${TGSS}/ServicioREDMov.java`,
  registrations: `${TGSS}/SistemaREDMov.java`,
  accounts: `${TGSS}/SistemaREDCCC.java`,
  employees: `${TGSS}/SistemaREDEmployee.java`,
  written: `${TGSS}/ServicioREDEmployee.java`,
  calculations: `${TGSS}/Calculations.java`,
  settlements: `${TGSS}/AonSegSocialJuanma.java`,
  upToDate: `${TGSS}/SistemaREDI.java`,
  fie: `${TGSS}/SistemaREDINSS.java`,
  typed: 'd3sd1/spring-boot-seguridad-social: src/main/java/Workout/Selenium',
  contracts: `${AON}: aon-sepe/src/main/java/solutions/aon/sepe/Contrata.java`,
  certificates: `${AON}: aon-sepe/src/main/java/solutions/aon/sepe/Certificado.java`,
  services: `${SEPE}/utils/SEPEConnectionProvider.java`,
  answers: `${SEPE}/utils`,
  documents: `${SEPE}/file`,
  references: 'jjlopezg/conecta: hr_sepe/wizard',
} as const;

/** Values by the names that the facts use. */
export type Data = Record<string, string>;

const named = (name: string, value: string): Data => ({
  [name]: value,
  [`${name}.province`]: value.slice(0, 2),
  [`${name}.number`]: value.slice(2),
});

const dated = (name: string, date: string): Data => {
  const [year = '', month = '', day = ''] = date.split('-');
  const bare = { 'day.bare': String(Number(day)), 'month.bare': String(Number(month)) };
  const parts = { day, month, year, slashed: `${day}/${month}/${year}`, ...bare };
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [`${name}.${part}`, value]));
};

/** The data of a dialog. @param dates by name, `YYYY-MM-DD` */
export const dataOf = (
  worker: WorkerKey,
  account: AccountKey,
  dates: Record<string, string> = {},
  more: Data = {},
): Data => ({
  ...named('nss', worker.nss),
  ...named('ccc', account.ccc),
  regimen: account.regimen,
  dni: worker.dni,
  'dni.padded': worker.dni.padStart(10, '0'),
  identificacion: String(worker.identificacion),
  blank: ' ',
  ...Object.assign({}, ...Object.entries(dates).map(([name, date]) => dated(name, date))),
  ...more,
});

/** A text of the facts with its values filled in. @throws Error if a value is missing */
const withData = (text: string, data: Data): string =>
  text.replace(/\{([^}?]+)\??\}/g, (_, name: string) => {
    if (data[name] === undefined) throw new Error(`no data for ${name}`);
    return data[name];
  });

/** The fields of a line of facts, in order. @throws Error if a value is missing */
export const fieldsOf = (line: string, data: Data): Fields =>
  line
    .trim()
    .split(/\s+/)
    .filter(
      (field) => !Array.from(field.matchAll(/\{([^}]+)\?\}/g)).some(([, name]) => data[name!] === undefined),
    )
    .map((field) => {
      const [, name = '', value = ''] = /^([^=]*)(?:=(.*))?$/.exec(field)!;
      return [withData(name, data), withData(value, data)];
    });

/** A page, as the program that is replayed sees it. */
interface ProgramPage<Page> {
  $: CheerioAPI;
  /** Attribute by which `press` names buttons and controls. */
  by: 'id' | 'name';
  /** The message with which the page refuses; empty if it does not. */
  refusal: string;
  press(button: string, values: Record<string, string | true>): Promise<Page>;
  follow?(address: string): Promise<Page>;
  choose?(table: string, row: number): Promise<Page>;
  /** Sends a form that the program writes itself, with values that it takes from the page. */
  write?(fieldsFrom: (found: Data) => Fields, times?: number): Promise<Page>;
}

/** Fills in controls, found by id or otherwise by name as programs do, and presses a button. */
const fillIn = <Page extends ProgramPage<Page>>(page: Page, facts: Filled, data: Data): Promise<Page> => {
  const { $, by } = page;
  if (facts.form && $(`form[id="${facts.form}"]`).length !== 1) throw new Error(`there is no ${facts.form}`);
  const found = (name: string) => {
    const byId = $(`[id="${name}"]`);
    return byId.length === 1 ? byId : $(`[name="${name}"]`);
  };
  const filledIn = ([field, value]: Fields[number]): [key: string, value: string | true][] => {
    const [, name = '', onlyEmpty, index] = /^([^?#]*)(\?)?(?:#(\d+))?$/.exec(field)!;
    const control = found(name);
    if (onlyEmpty && (control.length === 0 || control.attr('value'))) return [];
    if (control.length === 0) throw new Error(`there is no ${name}`);
    const chosen = index === undefined ? value : control.find('option').eq(Number(index)).attr('value')!;
    return [[control.attr(by)!, chosen === '' && index === undefined ? true : chosen]];
  };
  const values = facts.fills ? fieldsOf(facts.fills, data).flatMap(filledIn) : [];
  const button = [found(facts.presses), $(`[type=submit][value="${facts.presses}"]`)].find(
    ({ length }) => length,
  );
  if (!button) throw new Error(`there is no button ${facts.presses}`);
  return page.press(button.attr(by)!, Object.fromEntries(values));
};

const doubleClick = <Page extends ProgramPage<Page>>(page: Page, text: string): Promise<Page> => {
  const label = page.$('label').filter((_, each) => page.$(each).text() === text);
  const [, table = '', row] = /^(.+)_\d+_(\d+)$/.exec(label.attr('id')!)!;
  return page.choose!(table, Number(row));
};

const act = <Page extends ProgramPage<Page>>(page: Page, facts: PageFacts, data: Data): Promise<Page> => {
  if (typeof facts === 'string' || 'writesTwice' in facts) {
    const [line, times] = typeof facts === 'string' ? [facts, 1] : [facts.writesTwice, 2];
    return page.write!((found) => fieldsOf(line, { ...data, ...found }), times);
  }
  if ('doubleClicks' in facts) return doubleClick(page, withData(facts.doubleClicks, data));
  if ('presses' in facts) return fillIn(page, facts, data);
  const link = page.$(withData(facts.follows, data));
  if (link.length !== 1) throw new Error(`there is no link ${facts.follows}`);
  return page.follow!(link.attr('href')!);
};

/**
 * Performs the program's actions on each page, and returns the last page.
 * @throws Error with the refusal of an earlier page
 */
export const carryOut = async <Page extends ProgramPage<Page>>(
  first: Page,
  { pages, questions = [] }: Pick<Dialog, 'pages' | 'questions'>,
  data: Data,
): Promise<Page> => {
  let page = first;
  for (const facts of pages) {
    if (page.refusal) throw new Error(page.refusal);
    page = await act(page, facts, data);
  }
  for (const [element, says, presses] of questions) {
    const asks = page.$(`[id="${element}"]`);
    if (asks.length > 0 && asks.text().toLowerCase().includes(says))
      page = await fillIn(page, { presses }, data);
  }
  return page;
};
