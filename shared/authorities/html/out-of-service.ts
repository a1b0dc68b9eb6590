import { OutOfService } from '../exchange.ts';

/** The words with which the pages of an authority say that it is out of service. */
export interface OutOfServiceWords {
  /** It announces maintenance. */
  maintenance?: RegExp;
  /** It fails, and announces nothing. */
  failure?: RegExp;
}

/** The error for a text of a page with status 200, if the text says that the authority is out of service. */
export const outOfServiceIn = (
  text: string,
  { maintenance, failure }: OutOfServiceWords,
): OutOfService | undefined => {
  if (maintenance?.test(text)) return new OutOfService(200, true);
  return failure?.test(text) ? new OutOfService(200, false) : undefined;
};
