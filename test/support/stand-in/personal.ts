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
      const isNumber =
        /\d{6}/.test(value) && !/^\d{4}-\d{2}-\d{2}|^20\d{2}(?:0[1-9]|1[0-2])[0-3]\d$/.test(value);
      if (isNumber) found.add(value);
      if (/name$/i.test(key))
        for (const word of value.split(/\s+/)) if (word.length > 3 && !isPortalWord(word)) found.add(word);
    }
  };
  collect(seed);
  return [...found];
})();

/** The personal data of the seed that occur in a text. */
const personalIn = (source: string): string[] => {
  const text = source.toUpperCase();
  const words = new Set(text.split(/[^\p{L}\d]+/u));
  const plainText = text.replace(/(?<=\d)[ ./-](?=\d)/g, '');
  // A run of six digits occurs by chance in many longer numbers. Only seven or more count.
  return personal.filter((one) =>
    /\d{7}/.test(one) ? plainText.includes(one.toUpperCase()) : words.has(one.toUpperCase()),
  );
};

/**
 * The personal data of the seed that are left in recordings, with the name of the text. Recordings replace numbers at random, and
 * some number of the seed may occur by chance. So two are made, and what is left is in both.
 * @param record makes a recording: texts by name
 */
export const leftIn = async (
  record: () => Record<string, string> | Promise<Record<string, string>>,
): Promise<string[]> => {
  const found = async () =>
    Object.entries(await record()).flatMap(([name, text]) =>
      personalIn(text).map((one) => `${name}: ${one}`),
    );
  const first = await found();
  if (first.length === 0) return [];
  const next = new Set(await found());
  return first.filter((one) => next.has(one));
};
