import { OutOfService, type Refusal, refusalIn } from '../exchange.ts';
import { collapse } from '../html/page.ts';
import type { ProsaPage } from './prosa-page.ts';

/** What a page of a Prosa application says. */
export interface ProsaMessage {
  kind: 'error' | 'info';
  text: string;
}

/** Messages are shown to the caller; no longer than this, in characters, and no more than so many. */
const MAX_TEXT = 300;
const MAX_MESSAGES = 20;

/** The messages of a page, in its order. */
export const messagesOf = ({ $, isXml }: ProsaPage): ProsaMessage[] => {
  const found: [isError: boolean, text: string][] = isXml
    ? $('MESSAGE')
        .toArray()
        .map((message) => [/ERROR/i.test($(message).find('TIPO').text()), $(message).find('TEXTO').text()])
    : $('.ERROR.mensaje, .INFO.mensaje, .mensajeError')
        .toArray()
        .map((message) => [!$(message).hasClass('INFO'), $(message).text()]);
  return found
    .map(
      ([isError, text]): ProsaMessage => ({
        kind: isError ? 'error' : 'info',
        text: collapse(text).slice(0, MAX_TEXT),
      }),
    )
    .filter(({ text }) => text !== '')
    .slice(0, MAX_MESSAGES);
};

/** Goes on unless the page says an error. @throws Refusal with the errors, or OutOfService */
export const heedMessages = (page: ProsaPage): void => {
  const refusal = refusalOf(messagesOf(page));
  if (refusal) throw refusal;
};

/** What to throw for the messages; `undefined` where none is an error. */
export const refusalOf = (messages: ProsaMessage[]): Refusal | OutOfService | undefined => {
  const errors = messages.filter(({ kind }) => kind === 'error').map(({ text }) => text);
  if (errors.length === 0) return undefined;
  return errors.some((text) => AWAY.test(text)) ? new OutOfService(200, false) : refusalIn(errors);
};

const AWAY = /FUERA DE SERVICIO|(?:SERVICIO|APLICACI[OÓ]N|P[AÁ]GINA) (?:NO |CERRAD)|TEMPORALMENTE/i;
