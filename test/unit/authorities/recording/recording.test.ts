import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoData } from '../../../../local/demo.ts';
import { checkRecording } from '../../../../reference/wire/recording.ts';
import { collectExchanges } from '../../../../reference/wire/table.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { type Conversation, type Har, har, harOf } from '../../../../shared/authorities/recording/har.ts';
import words from '../../../../shared/authorities/recording/words.json' with { type: 'json' };
import { outcomeOf, startAuthorities } from '../../../support/authorities.ts';
import { requestsOf } from '../../../support/requests.ts';
import { operationsAtAuthorities as operations } from '../../../support/stand-in/counted.ts';

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
beforeAll(async () => {
  authorities = await startAuthorities();
});
afterAll(() => authorities.close());
beforeEach(() => authorities.reset());

const { holder } = seed.demo;
const NAMES = [holder.givenName, holder.firstSurname, holder.secondSurname];
const requests = requestsOf(demoData());
const atAuthorities = [...operations].map(([name]) => name).filter((name) => requests[name]);

/** What was said while an operation was made. */
const recordingsOf = async (name: string): Promise<Har[]> => {
  const kept: Conversation[] = [];
  const { request, after = [] } = requests[name]!;
  for (const [earlier, sent] of after) await outcomeOf(authorities.run(operations.get(earlier)!, sent));
  const record = async (conversation: Conversation) => {
    kept.push(conversation);
  };
  await outcomeOf(authorities.run(operations.get(name)!, request, { record }));
  return kept.map((conversation) => harOf(conversation, NAMES));
};

/** The name of a company may be made of nothing but words that every page has. */
const isPortalWord = (word: string) => (words as string[]).includes(word.toLowerCase());

/** What the seed knows of persons and companies: numbers, names, addresses. */
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

describe.each(atAuthorities)('what is kept of %s', (name) => {
  test('has no personal data, and the exchange reads it as it read the conversation', async () => {
    const recordings = await recordingsOf(name);
    expect(recordings.length).toBeGreaterThan(0);
    const exchanges = await collectExchanges();
    for (const recording of recordings) {
      const text = JSON.stringify(har.parse(recording)).toUpperCase();
      const words = new Set(text.split(/[^\p{L}\d]+/u));
      const plainText = text.replace(/(?<=\d)[ ./-](?=\d)/g, '');
      // Digits are replaced by others at random: six of them are found by chance within a long number.
      const told = personal.filter((one) =>
        /\d{7}/.test(one) ? plainText.includes(one.toUpperCase()) : words.has(one.toUpperCase()),
      );
      expect(told).toEqual([]);
      const exchange = exchanges.find((one) => one.name === recording.log._exchange.name)!;
      const breaks = checkRecording(exchange, recording).filter(({ verdict }) => verdict === 'breaks');
      expect(breaks.map(({ text }) => `${exchange.name}: ${text}`)).toEqual([]);
    }
  });
});
