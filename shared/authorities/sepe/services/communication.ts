/** Reads `<COMUNICACION>`, SEPE's immediate answer. */

/** The text of `<ERROR>`; `undefined` if it is empty or missing. */
export const errorOf = (text: string): string | undefined =>
  /<ERROR>([^<]{1,1000})<\/ERROR>/.exec(text)?.[1]?.trim() || undefined;
