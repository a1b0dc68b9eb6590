import { type OutOfService, type Refusal, refusalIn } from '../../exchange.ts';
import { outOfServiceIn } from '../../html/out-of-service.ts';
import { collapse } from '../../html/page.ts';
import type { ProsaPage } from './page.ts';

/** A message on a page of a Prosa application. */
export interface ProsaMessage {
  kind: 'error' | 'info';
  text: string;
}

/** Longest message that the caller gets, in characters, and most messages. */
const MAX_TEXT = 300;
const MAX_MESSAGES = 20;

/** The messages of a page, in their order. */
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

/** @throws Refusal with the errors on the page, or OutOfService */
export const throwIfErrors = (page: ProsaPage): void => {
  const refusal = refusalOf(messagesOf(page));
  if (refusal) throw refusal;
};

/** The error for messages; `undefined` if none of them is an error. */
export const refusalOf = (messages: ProsaMessage[]): Refusal | OutOfService | undefined => {
  const errors = messages.filter(({ kind }) => kind === 'error').map(({ text }) => text);
  if (errors.length === 0) return undefined;
  return outOfServiceIn(errors.join('\n'), { failure: FAILURE }) ?? refusalIn(errors);
};

const FAILURE = /FUERA DE SERVICIO|(?:SERVICIO|APLICACI[OÓ]N|P[AÁ]GINA) (?:NO |CERRAD)|TEMPORALMENTE/i;
