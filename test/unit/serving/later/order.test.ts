import { expect, test } from 'vitest';
import { inOrder } from '../../../../shared/serving/later/dispatch.ts';

/** `A1` is a filing of client company A, and `a1` a reading of it; the numbers are their order of arrival. */
const place = (id: string) => ({
  id,
  clientId: id.toUpperCase().charCodeAt(0),
  files: id === id.toUpperCase(),
});

test.each<[string, string, string, string]>([
  ['the oldest first', 'a1 a2 a3', '', 'a1 a2 a3'],
  ['what files before what does not', 'a1 b2 A3 B4', '', 'A3 B4 a1 b2'],
  ['client companies in turns', 'a1 a2 a3 b4 b5 c6', '', 'a1 b4 c6 a2 b5 a3'],
  ['also of what files', 'A1 A2 A3 B4', '', 'A1 B4 A2 A3'],
  ['the client company with fewer slots first', 'a1 b2', 'a9', 'b2 a1'],
  ['counting slots of both kinds', 'a1 b2 c3', 'A7 A8 b9', 'c3 b2 a1'],
  ['what files, though its client company has most slots', 'b1 A2', 'a7 a8 a9', 'A2 b1'],
  ['without those that have a slot', 'a1 a2', 'a1', 'a2'],
  ['not at all', '', 'a1', ''],
])('the queue is served %s: %s, with slots of %j', (_, waiting, held, expected) => {
  const places = (text: string) => text.split(' ').filter(Boolean).map(place);
  expect([...inOrder(places(waiting), places(held))].map(({ id }) => id).join(' ')).toBe(expected);
});
