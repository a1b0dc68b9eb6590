/** Reads `<COMUNICACION>`, SEPE's immediate answer. It may be cut short, so it is not read as XML. */

/** Name of an element with any prefix, and the end of its first tag. */
const opening = (name: string) => `<(?:[\\w.-]{1,30}:)?${name}(?:\\s[^<>]{0,300})?>`;
const closing = (name: string) => `</(?:[\\w.-]{1,30}:)?${name}\\s*>`;

/** Whether the answer has an element, with or without namespaces. */
export const hasElement = (text: string, name: string): boolean => new RegExp(opening(name)).test(text);

/** Text of an element that has no other elements; `undefined` if it is empty or missing. */
export const elementText = (text: string, name: string): string | undefined =>
  new RegExp(`${opening(name)}([^<]{1,1000})${closing(name)}`).exec(text)?.[1]?.trim() || undefined;

/** The text of `<ERROR>`; `undefined` if it is empty or missing. */
export const errorOf = (text: string): string | undefined => elementText(text, 'ERROR');
