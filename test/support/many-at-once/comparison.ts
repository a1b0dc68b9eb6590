/** All answers that one tenant got, the log lines of its requests, and the requests that reached authorities for it, in order. */
export interface Seen {
  answers: string[];
  lines: string[];
  reached: string[];
}

const KINDS = ['answers', 'lines', 'reached'] as const;

/** Times of day, alone or after a date, and instants in milliseconds. They differ in each run and do not identify a tenant. */
const TIMES = /\d{2}:\d{2}(:\d{2}([.,]\d+)?)?|(?<=\b20\d{6}[ +])\d{6}\b|\b1[78]\d{11}\b/g;

/** Verification codes of the stand-ins' documents. They depend on subject and second, so two may be equal. */
const CODES = /\b[\dA-F]{5}(-[\dA-F]{5}){3}\b/g;

/**
 * Digests and signatures of signed requests. They are equal for two timestamps within a second. The signed content itself is
 * compared.
 */
const DIGESTS = /(?<=(?:DigestValue|SignatureValue)>)[^<]+/g;

/** Base64 text. Each is compared as one word. */
const BASE64 = /[A-Za-z0-9+/]{24,}={0,2}/g;

const wordsOf = (text: string): string[] =>
  text
    .replace(CODES, 'CODE')
    .replace(DIGESTS, 'DIGEST')
    .replace(TIMES, 'TIME')
    .replace(BASE64, (whole) => whole.replace(/[+/=]/g, '_'))
    .split(/[^\p{L}\p{N}_-]+/u);

/**
 * Whether a word may be generated anew in each run: ids of requests, trámites and sessions, and Base64 tokens of 32 bytes. One
 * such token in some hundreds has no digit.
 */
const mayBeMade = (word: string): boolean =>
  /^(?=.*\d)[\w-]{16,}$|^(?=.*[a-z])(?=.*[A-Z])[\w-]{43,44}$/.test(word);

/** A tenant's answers in two runs. */
interface Compared {
  differences: string[];
  /** Words that are generated anew in each run. */
  made: string[];
}

/**
 * Compares a tenant's answers in two runs. They must be equal except for words that are generated anew. Such a word must always
 * stand for the same word of the other run: for example, another session in its place is a difference.
 * @param fixed words that are equal in each run although they look generated
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
 * Words of one tenant that occur in another tenant's answers.
 * @param own words of each tenant that no other tenant has
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
          // A part of a compound word may identify a tenant, too.
          .flatMap((word) => [word, ...(/[_-]/.test(word) ? word.split(/[_-]/) : [])])
          .filter((word) => (whose.get(word) ?? tenant) !== tenant)
          .map((word) => `tenant ${tenant}: ${kind} ${place}: ${word} of ${whose.get(word)}`),
      ),
    ),
  );
  return [...claimed, ...found];
};
