import {
  type Answer,
  OutOfService,
  Refusal,
  type Script,
  type Step,
  TurnedAway,
  Unreadable,
} from '../exchange.ts';
import { decode, encodeForm, FORM_TYPE } from '../html/latin1.ts';
import { collapse, type Page, readPage } from '../html/page.ts';

/** The portal of the Agencia Tributaria: how it is entered, asked and read. Its session is in its cookies. */

/** A page of the portal. */
export interface PortalPage extends Page {
  /** As it was written: some of what is wanted stands in scripts. */
  readonly source: string;
}

/** What a form sends, in order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** Opens the session. @throws Refusal when the portal does not accept the certificate */
export function* enter(): Script<void> {
  heedStatus(yield { method: 'GET', path: '/wlpl/BUGC-JDIT/MdcAcceso' });
}

/** Gets a page. */
export function* get(path: string): Script<PortalPage> {
  return readPortalPage(yield { method: 'GET', path }, path);
}

/** Sends fields and reads the page that answers. */
export function* post(path: string, fields: Fields): Script<PortalPage> {
  const step: Step = {
    method: 'POST',
    path,
    headers: { 'content-type': FORM_TYPE },
    body: encodeForm(fields),
  };
  return readPortalPage(yield step, path);
}

/** @throws Refusal, OutOfService or Unreadable for what is no page of an open session */
export const readPortalPage = (answer: Answer | undefined, path: string): PortalPage => {
  const served = heedStatus(answer);
  return { ...readPage(served, path), source: decode(served.body, served.contentType) };
};

/** What to throw for a page that is not the one due: the portal says on it why not. */
export const rejectionOf = (page: PortalPage): Error => {
  const text = page.wholeText();
  if (MAINTENANCE.test(text)) return new OutOfService(200, true);
  if (FAILING.test(text)) return new OutOfService(200, false);
  const words = wordsOf(page);
  return words ? new Refusal([words]) : new Unreadable('not the page due, and no words on it');
};

/** Goes on with what was served; what turns the certificate away refuses, any other status is an error page. */
export const heedStatus = (answer: Answer | undefined): Answer => {
  if (!answer) throw new Unreadable('no answer');
  if (answer.status === 200) return answer;
  const page = legible(answer);
  if (isTurnedAway(answer)) throw new TurnedAway([(page && wordsOf(page)) || NOT_ACCEPTED]);
  throw new OutOfService(answer.status, page !== undefined && MAINTENANCE.test(page.wholeText()));
};

const NOT_ACCEPTED = 'La Agencia Tributaria no acepta el certificado digital presentado.';

/** Forbidden, or sent to where people choose how to identify themselves. */
const isTurnedAway = ({ status, headers }: Answer): boolean =>
  status === 401 || status === 403 || /SelectorAccesos/i.test([headers.location].flat().join(' '));

/** An error page need not be legible. */
const legible = (answer: Answer): Page | undefined => {
  try {
    return readPage(answer, '/');
  } catch {
    return undefined;
  }
};

const MAINTENANCE = /(?:en|de|por) mantenimiento|fuera de servicio/i;
const FAILING =
  /(?:servicio|sistema|aplicaci[óo]n|p[áa]gina) no (?:est[áa] )?(?:disponible|operativ[oa])|error interno/i;

/** Messages are shown to the caller; no longer than this, in characters. */
const MAX_WORDS = 400;

/** What the portal says stands in the page's main part; around it are menus. */
const wordsOf = ({ $ }: Page): string => collapse($('main').first().text()).slice(0, MAX_WORDS).trim();
