import { seed } from '../../../sandbox/seed.ts';
import { PORTAL_WORDS } from '../../../shared/authorities/recording/portal-words.ts';

/** The name of a company may be made of nothing but words that every page has. */
const isPortalWord = (word: string) => PORTAL_WORDS.has(word.toLowerCase());

/** Personal data of the seed: numbers, names, addresses. */
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

/** The personal data of the seed that a text has. */
export const personalIn = (source: string): string[] => {
  const text = source.toUpperCase();
  const words = new Set(text.split(/[^\p{L}\d]+/u));
  const plainText = text.replace(/(?<=\d)[ ./-](?=\d)/g, '');
  // Digits are replaced by others at random: six of them are found by chance within a long number.
  return personal.filter((one) =>
    /\d{7}/.test(one) ? plainText.includes(one.toUpperCase()) : words.has(one.toUpperCase()),
  );
};
