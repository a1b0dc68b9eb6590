import { expect, test } from 'vitest';
import { Drafts } from '../../../panel/src/logic/drafts.ts';

/** What was begun and not filed. */

const draft = (key: string) => ({
  ...{ key, title: key, address: `#/tramitar/${key}`, certificate: '' },
  filled: { name: key },
});

test('a draft is kept by operation or corrected trámite, until it is dropped', () => {
  const drafts = new Drafts();
  drafts.beginFor('a@example.com');
  drafts.keep(draft('one'));
  drafts.keep(draft('two'));
  drafts.keep({ ...draft('one'), filled: { name: 'again' } });
  expect(drafts.all.map(({ key }) => key)).toEqual(['one', 'two']);
  expect(drafts.get('one')?.filled).toEqual({ name: 'again' });
  drafts.drop('one');
  expect(drafts.get('one')).toBeUndefined();
  drafts.clear();
  expect(drafts.all).toEqual([]);
});

test('a draft is found by its user after signing in again, and by no one else', () => {
  const drafts = new Drafts();
  drafts.beginFor('a@example.com');
  drafts.keep(draft('one'));
  expect(drafts.beginFor('a@example.com')).toBe(true);
  expect(drafts.all).toHaveLength(1);
  expect(drafts.beginFor('b@example.com')).toBe(false);
  expect(drafts.all).toEqual([]);
  drafts.beginFor('a@example.com');
  expect(drafts.all).toEqual([]);
});
