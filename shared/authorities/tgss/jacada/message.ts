import { type OutOfService, type Refusal, refusalIn } from '../../exchange.ts';
import { outOfServiceIn } from '../../html/out-of-service.ts';
import type { Page } from '../../html/page.ts';

/** The message line of a page (element `DIL`), such as `3462*    CUENTA DE COTIZACION NO AUTORIZADA`. */
export interface Message {
  /** The number before the asterisk; `undefined` for a text without one. */
  code: number | undefined;
  /** What follows, blanks collapsed. */
  text: string;
  /** The whole line, blanks collapsed. */
  line: string;
}

/** Codes of `DIL`, as public programs for the portal interpret them. */
const ACCEPTED = new Set([3408, 9086, 9125]);
const PROMPTS = new Set([3083, 350, 221, 232, 2006, 2148, 3659, 3710]);
const NO_DATA = 3543;
const MORE_PAGES = 3251;
const LAST_PAGE = new Set([3252, 3037, 3145]);

/** Longest message that the caller gets, in characters. */
const MAX_LINE = 300;

/** The page's message; `undefined` if it has none. */
export const messageOf = (page: Page): Message | undefined => {
  const line = page.text('DIL')?.slice(0, MAX_LINE);
  if (!line) return undefined;
  const [, code, text] = /^\**\s*(\d{1,5})\s*[*-]*\s*(.*)$/.exec(line) ?? [];
  return { code: code === undefined ? undefined : Number(code), text: text ?? line, line };
};

/** The message says that the operation was done. */
export const isAcceptance = (message: Message | undefined): message is Message =>
  message?.code !== undefined && ACCEPTED.has(message.code);

/** The message says that there is no data for the query. */
export const isNoData = (message: Message | undefined): boolean => message?.code === NO_DATA;

/** Whether the message says that a list continues on another page; `undefined` if it does not say. */
export const saysMore = (message: Message | undefined): boolean | undefined => {
  if (message?.code === MORE_PAGES) return true;
  return message?.code !== undefined && LAST_PAGE.has(message.code) ? false : undefined;
};

/** The message may be an acceptance with a code that is not known. */
export const mayBeAcceptance = ({ text }: Pick<Message, 'text'>): boolean =>
  /REALIZAD|CORRECTAMENTE|ACEPTAD/i.test(text);

/**
 * The error for a message; `undefined` without a message, and for one that asks for data, accepts, or is about pages.
 */
export const refusalOf = (message: Message | undefined): Refusal | OutOfService | undefined => {
  if (!message) return undefined;
  const outOfService = outOfServiceIn(message.text, { failure: FAILURE });
  if (outOfService) return outOfService;
  const { code } = message;
  const harmless =
    code !== undefined && (PROMPTS.has(code) || isAcceptance(message) || saysMore(message) !== undefined);
  return harmless ? undefined : refusalIn([message.line]);
};

/** Only the whole word: a message may quote the name of a company. */
const FAILURE = /\bSERVICIO\b|SERVICIOS NO|NO SE ENCUENTRAN? DISPONIBLE/i;

/** @throws Refusal or OutOfService if the message says so */
export const throwIfRefused = (message: Message | undefined): void => {
  const refusal = refusalOf(message);
  if (refusal) throw refusal;
};
