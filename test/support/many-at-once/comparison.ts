/** All that one tenant got, and all that was done for it, in order. */
export interface Seen {
  answers: string[];
  lines: string[];
  reached: string[];
}

const KINDS = ['answers', 'lines', 'reached'] as const;

/** Times of a day, alone or after a day, and instants in milliseconds: others each time, and no one's own. */
const TIMES = /\d{2}:\d{2}(:\d{2}([.,]\d+)?)?|(?<=\b20\d{6}[ +])\d{6}\b|\b1[78]\d{11}\b/g;

/** Verification codes of the stand-ins' documents. They depend on subject and second, so two may be equal. */
const CODES = /\b[\dA-F]{5}(-[\dA-F]{5}){3}\b/g;

/**
 * Digests and signatures of signed requests. Two timestamps within a second have equal ones. The signed content is
 * compared.
 */
const DIGESTS = /(?<=(?:DigestValue|SignatureValue)>)[^<]+/g;

/** Base64, of which each text is one word. */
const BASE64 = /[A-Za-z0-9+/]{24,}={0,2}/g;

const wordsOf = (text: string): string[] =>
  text
    .replace(CODES, 'CODE')
    .replace(DIGESTS, 'DIGEST')
    .replace(TIMES, 'TIME')
    .replace(BASE64, (whole) => whole.replace(/[+/=]/g, '_'))
    .split(/[^\p{L}\p{N}_-]+/u);

/**
 * As ids of requests, trámites and sessions are, which are made again each time, and tokens of 32 bytes in Base64, of which one
 * in some hundreds has no digit.
 */
const mayBeMade = (word: string): boolean =>
  /^(?=.*\d)[\w-]{16,}$|^(?=.*[a-z])(?=.*[A-Z])\w{43,44}$/.test(word);

/** A tenant's answers in two runs. */
interface Compared {
  differences: string[];
  /** Words that were made again. */
  made: string[];
}

/**
 * Compares what a tenant got with what it got another time. It is the same but for words that are made again each time, of
 * which one stands for the same one everywhere: a session in the place of another one is a difference.
 * @param fixed words that are the same each time, though they look as if they were made
 */
export const compare = (seen: Seen, before: Seen, fixed: ReadonlySet<string>): Compared => {
  const standsFor = new Map<string, string>();
  const stoodFor = new Map<string, string>();
  const may = (word: string): boolean => mayBeMade(word) && !fixed.has(word);
  const stands = (word: string, other: string): boolean => {
    if (word !== other && !(may(word) && may(other))) return false;
    if (!standsFor.has(word)) standsFor.set(word, other);
    if (!stoodFor.has(other)) stoodFor.set(other, word);
    return standsFor.get(word) === other && stoodFor.get(other) === word;
  };
  const differences = KINDS.flatMap((kind) => {
    if (seen[kind].length !== before[kind].length)
      return [`${kind}: ${seen[kind].length}, and not ${before[kind].length}`];
    return seen[kind].flatMap((text, place) => {
      const [words, others] = [wordsOf(text), wordsOf(before[kind][place]!)];
      const at = words.findIndex((word, index) => !stands(word, others[index] ?? ''));
      if (at < 0 && words.length === others.length) return [];
      const around = (all: string[]) => all.slice(Math.max(0, at - 3), at + 2).join(' ');
      return [`${kind} ${place}: ${around(words)}, and not ${around(others)}`];
    });
  });
  return {
    differences,
    made: [...standsFor].filter(([word, other]) => word !== other).map(([word]) => word),
  };
};

/**
 * Words of one tenant that occur in another's answers.
 * @param own words of each tenant that no other has
 */
export const mixed = (all: Seen[], own: string[][]): string[] => {
  const whose = new Map<string, number>();
  const claimed = own.flatMap((words, tenant) =>
    words.flatMap((word) => {
      const first = whose.get(word) ?? tenant;
      whose.set(word, first);
      return first === tenant ? [] : [`tenant ${tenant}: ${word} of ${first}`];
    }),
  );
  const found = all.flatMap((seen, tenant) =>
    KINDS.flatMap((kind) =>
      seen[kind].flatMap((text, place) =>
        wordsOf(text)
          // A part of a word may be one's own, too.
          .flatMap((word) => [word, ...(/[_-]/.test(word) ? word.split(/[_-]/) : [])])
          .filter((word) => (whose.get(word) ?? tenant) !== tenant)
          .map((word) => `tenant ${tenant}: ${kind} ${place}: ${word} of ${whose.get(word)}`),
      ),
    ),
  );
  return [...claimed, ...found];
};
