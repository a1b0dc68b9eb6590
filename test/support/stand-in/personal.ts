import { seed } from '../../../sandbox/seed.ts';
import { PORTAL_WORDS } from '../../../shared/authorities/recording/portal-words.ts';

/** A company's name may consist only of words that every page has. */
const isPortalWord = (word: string) => PORTAL_WORDS.has(word.toLowerCase());

/** The personal data of the seed: numbers, names and addresses. */
const personal = (() => {
  const found = new Set<string>();
  const collect = (value: unknown, key = '') => {
    if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) collect(member, name);
    else if (typeof value === 'string') {
      const isNumber = /\d{6}/.test(value) && !/^\d{4}-\d{2}-\d{2}/.test(value);
      if (isNumber) found.add(value);
      if (/name$/i.test(key))
        for (const word of value.split(/\s+/)) if (word.length > 3 && !isPortalWord(word)) found.add(word);
    }
  };
  collect(seed);
  return [...found];
})();

/** The personal data of the seed that occur in a text. */
export const personalIn = (source: string): string[] => {
  const text = source.toUpperCase();
  const words = new Set(text.split(/[^\p{L}\d]+/u));
  const plainText = text.replace(/(?<=\d)[ ./-](?=\d)/g, '');
  // Recordings replace digits at random, so a run of six digits may occur by chance in a longer number. Only seven or more
  // count.
  return personal.filter((one) =>
    /\d{7}/.test(one) ? plainText.includes(one.toUpperCase()) : words.has(one.toUpperCase()),
  );
};
