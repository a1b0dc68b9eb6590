import type { Answer } from './portal.ts';

/** Bytes of a page in the portals' character set. Other characters become numeric references. */
export const latin1 = (html: string): Buffer =>
  Buffer.from(
    html.replace(/[\u0100-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`),
    'latin1',
  );

/** Escapes a text or an attribute's value. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Content type of every page. It names the character set, because clients have different defaults. */
export const HTML = 'text/html; charset=ISO-8859-1';

/** A page as an answer. */
export const htmlAnswer = (text: string, status = 200): Answer => ({
  status,
  type: HTML,
  body: latin1(text),
});

/** The HTML of a page. @param head lines of the `head` element */
export const htmlDocument = (head: string[], body: string[]): string =>
  ['<!DOCTYPE html>', '<html lang="es">', ...head, '<body>', ...body, '</body>', '</html>', ''].join('\n');

/** The label of a control. */
export const label = (id: string, text: string): string => `<label for="${id}">${escapeHtml(text)}</label>`;
