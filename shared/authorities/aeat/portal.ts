import type { Cheerio } from 'cheerio/slim';
import type { Answer } from '../channel/channel.ts';
import { AccessDenied, OutOfService, Refusal, type Script, Unreadable } from '../exchange.ts';
import { postOf } from '../html/form.ts';
import { decode } from '../html/latin1.ts';
import {
  collapse,
  maintenanceWords,
  outOfServiceIn,
  type Page,
  readPage,
  tryReadPage,
} from '../html/page.ts';

/**
 * The portal of the Agencia Tributaria: how to open a session, send requests and read pages. Its session is in cookies.
 */

/** A page of the portal. */
export interface PortalPage extends Page {
  /** The page as it was written: some of the data is in scripts. */
  readonly source: string;
}

/** The fields that a form sends, in order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** The address at which the session begins. */
export const ENTRANCE = '/wlpl/BUGC-JDIT/MdcAcceso';

/** Opens the session. @throws Refusal if the portal does not accept the certificate */
export function* enter(): Script<void> {
  checkStatus(yield { method: 'GET', path: ENTRANCE });
}

/** Gets a page. */
export function* get(path: string): Script<PortalPage> {
  return readPortalPage(yield { method: 'GET', path }, path);
}

/** Sends fields and reads the page of the answer. */
export function* post(path: string, fields: Fields): Script<PortalPage> {
  return readPortalPage(yield postOf(path, fields), path);
}

/** @throws Refusal, OutOfService or Unreadable for an answer that is not a page of an open session */
export const readPortalPage = (answer: Answer | undefined, path: string): PortalPage => {
  const served = checkStatus(answer);
  return { ...readPage(served, path), source: decode(served.body, served.contentType) };
};

/** The error for a page that is not the expected one: the page itself says why. */
export const pageError = (page: PortalPage): Error => {
  const outOfService = outOfServiceIn(noticeTextOf(page), { maintenance: MAINTENANCE, failure: FAILURE });
  if (outOfService) return outOfService;
  const text = mainTextOf(page);
  return text ? new Refusal([text]) : new Unreadable('not the expected page, and it has no text');
};

/** The answer, if it has status 200. @throws AccessDenied if the certificate is not accepted, otherwise OutOfService */
export const checkStatus = (answer: Answer | undefined): Answer => {
  if (!answer) throw new Unreadable('no answer');
  if (answer.status === 200) return answer;
  const page = tryReadPage(answer, '/');
  if (isAccessDenied(answer)) throw new AccessDenied([(page && mainTextOf(page)) || NOT_ACCEPTED]);
  throw new OutOfService(answer.status, page !== undefined && MAINTENANCE.test(noticeTextOf(page)));
};

const NOT_ACCEPTED = 'La Agencia Tributaria no acepta el certificado digital presentado.';

/** Forbidden, or redirected to the page on which people choose how to identify themselves. */
const isAccessDenied = ({ status, headers }: Answer): boolean =>
  status === 401 || status === 403 || /SelectorAccesos/i.test([headers.location].flat().join(' '));

const MAINTENANCE = maintenanceWords('fuera de servicio');
const FAILURE =
  /(?:servicio|sistema|aplicaci[óo]n|p[áa]gina) no (?:est[áa] )?(?:disponible|operativ[oa])|error interno/i;

/** Longest text of a page that the caller gets as a message, in characters. */
const MAX_TEXT = 400;

/** The text of the page's main part, without the menus around it. */
const mainTextOf = ({ $ }: Page): string => collapse($('main').first().text()).slice(0, MAX_TEXT).trim();

/** The page's own text, without the data in its forms and tables, which may quote anybody. */
const noticeTextOf = ({ $ }: Page): string => {
  const main = $('main').first();
  return withoutData(main.length > 0 ? main : $.root());
};

// biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
const withoutData = (part: Cheerio<any>): string => {
  const copy = part.clone();
  copy.find('form, table, script, style, title').remove();
  return collapse(copy.text());
};
