import { expect, test } from 'vitest';
import { reference } from '../../../client/build/reference.ts';
import { RULES } from '../../../functions/capabilities/obligations/rules/index.ts';

/** Authorities are named with their article, as people name them. */

/** All texts that the reference shows. */
const textsIn = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return ['description', 'summary', 'text'].includes(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, Array.isArray(value) ? name : key));
};

const NAMED = /(?:(\S+)[ \n])?\b(SEPE|Seguridad Social|Agencia Tributaria)\b/g;
/** The words that may precede the name: its article or, in a list of codes, the code. */
const ARTICLE: Record<string, RegExp> = {
  SEPE: /^[«(]?(?:el|El|del|Del|al|Al|\d)$/,
  'Seguridad Social': /^[«(]?(?:la|La|\d)$/,
  'Agencia Tributaria': /^[«(]?(?:la|La|\d)$/,
};

test('each text of the reference and of the rules of terms names authorities with their article', () => {
  const ofRules = RULES.flatMap(({ title, closedBy, late, exceptions, versions }) => [
    ...[title, closedBy, late, exceptions],
    ...versions.flatMap(({ term, doubt, read }) => [term, doubt, read]),
  ]);
  const texts = [...textsIn(reference()), ...ofRules.filter((text) => text !== undefined)];
  const wrong = texts.flatMap((text) =>
    [...text.matchAll(NAMED)]
      // At the beginning of a text or in brackets, the name is a title.
      .filter(([, before, name]) => before !== undefined && !ARTICLE[name!]!.test(before))
      .map(([found]) => `${found}: ${text.slice(0, 120)}`),
  );
  expect([...new Set(wrong)]).toEqual([]);
});
