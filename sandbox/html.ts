/** Bytes of a page in the portals' character set. What it lacks travels as a numeric reference. */
export const latin1 = (html: string): Buffer =>
  Buffer.from(
    html.replace(/[\u0100-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`),
    'latin1',
  );

/** Text or an attribute's value, made harmless. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Content type of every page. The character set is named, which satisfies clients of either default. */
export const HTML = 'text/html; charset=ISO-8859-1';
