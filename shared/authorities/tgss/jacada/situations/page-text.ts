import { Unreadable } from '../../../exchange.ts';
import { collapse, type Page } from '../../../html/page.ts';

/**
 * The data page of ATR61 in its newest form, which the newest public program reads as a text of titles and values. The
 * values get the ids that they have on the older form.
 */

/** An element that only this form has. */
const MARK = 'Sub0400101079_77';

/** Titles in the order of the page. Letters with an accent may be damaged. */
const TITLES = {
  nss: 'NUSS',
  document: 'IPF',
  birth: 'F\\. ?Nacimiento',
  sex: 'Sexo',
  mobile: 'M\\S{1,2}vil para SMS',
  account: 'Cta\\. ?Cotiz\\.',
  scheme: 'R\\S{1,2}gimen',
  employer: 'Ident\\. ?Empr\\.',
  company: 'Nombre \\.\\.\\.',
  situation: 'Situaci\\S{1,2}n',
  group: 'G\\. ?C\\.',
  start: 'F\\. ?R\\. ?A\\.',
  effectiveStart: 'F\\. ?E\\. ?A\\.',
  end: 'F\\. ?R\\. ?B\\.',
  effectiveEnd: 'F\\. ?E\\. ?B\\.',
  contract: 'Contrato',
  coefficient: 'Coef\\.',
  collective: 'Colec\\.',
  occupation: 'Ocup\\.?',
} as const;
const TITLE = new RegExp(
  `(?<![\\w.])(?:${Object.entries(TITLES)
    .map(([key, words]) => `(?<${key}>${words})`)
    .join('|')}) ?:`,
  'gi',
);

const DAY = /^\d{2}\/\d{2}\/\d{4}/;

/** Values by the ids of the older form. */
type Values = Partial<Record<string, string>>;

/**
 * The values of a page of this form; `undefined` for any other page.
 * @throws Unreadable if it does not name the registration: it must not count as none
 */
export const valuesInText = (page: Page): Values | undefined => {
  if (page.text(MARK) === undefined) return undefined;
  const values = valuesByTitle(textOf(page));
  const first = (title: keyof typeof TITLES, pattern: RegExp) => pattern.exec(values[title] ?? '') ?? [];
  const [, kind = '', number = ''] = first('document', /^(\d) (\S+)/);
  const [, day = '', month = '', year = ''] = first('birth', /^(\d{2}) (\d{2}) (\d{4})/);
  const [, sex = '', name = ''] = first('sex', /^(?:([VHM]|VARON|HOMBRE|MUJER) )?(.*)$/);
  const [, province, account] = first('account', /^(\d{2}) ?(\d{9})/);
  const [scheme] = first('scheme', /^\d{4}/);
  const [start] = first('start', DAY);
  if (!province || !account || !scheme || !start)
    throw new Unreadable('data page of ATR61 without a registration');
  return {
    SDFAPELNOM: name,
    SDFTIPIPF: kind,
    SDFNUMIPF: number,
    SDFDIANAC: day,
    SDFMESNAC: month,
    SDFAONAC: year,
    SDFSEXO: sex,
    SDFMOVIL: first('mobile', /^\d{9}/)[0],
    SDFREGIM: scheme,
    SDFTESORCCC: province,
    SDFNUMCCC: account,
    SDFTSITUACAFI: values.situation,
    SDFCGRUPOAFI: first('group', /^\d{1,2}/)[0]?.padStart(2, '0'),
    SDFTIPOAFI: first('contract', /^\d{3}/)[0],
    SDFCOEFAFI: thousandths(first('coefficient', /^\d{1,3}(?:,\d{1,3})?/)[0]),
    SDFCOLECTIVO: first('collective', /^\d+/)[0],
    SDFFRAAFI: start,
    SDFFRBAFI: first('end', DAY)[0],
  };
};

/** The texts of a page with blanks between its elements, which a browser shows apart. */
const textOf = ({ $ }: Page): string => collapse(textsIn($.root().get(0)!).join(' '));

/** The text of a node. */
interface Node {
  type: string;
  name?: string;
  data?: string;
  children?: Node[];
}

const NO_TEXT = new Set(['script', 'style', 'select']);

const textsIn = ({ type, name = '', data = '', children = [] }: Node): string[] => {
  if (type === 'text') return [data];
  return NO_TEXT.has(name) ? [] : children.flatMap(textsIn);
};

/** The text after each title, up to the next title. Of a title that occurs twice, the first counts. */
const valuesByTitle = (text: string): Partial<Record<keyof typeof TITLES, string>> => {
  const found = [...text.matchAll(TITLE)];
  const values = found.map((match, index) => {
    const [key] = Object.entries(match.groups!).find(([, words]) => words !== undefined)!;
    return [key, text.slice(match.index + match[0].length, found[index + 1]?.index).trim()] as const;
  });
  return Object.fromEntries(values.toReversed());
};

/**
 * Thousandths of full time, `''` for full time. This form has a decimal comma, and its unit is not documented: up to
 * 1 it can only be a fraction, up to 100 a percentage.
 */
const thousandths = (shown: string | undefined): string => {
  const value = Number(shown?.replace(',', '.') ?? 0);
  const of = value <= 1 ? 1000 : value <= 100 ? 10 : 1;
  const rounded = Math.round(value * of);
  return rounded === 0 || rounded === 1000 ? '' : String(rounded).padStart(3, '0');
};
