import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Account, type Draft, Drafts } from '../../../../panel/src/shared/drafts.ts';

/** Forms that a person began and has not filed. */

const draft = (key: string, filled: Draft['filled'] = { name: key }): Draft => ({
  key,
  title: key,
  address: `#/tramitar/${key}`,
  certificate: '',
  filled,
});

test('a draft is stored by its name, until it is dropped', () => {
  const drafts = new Drafts();
  drafts.beginFor('a@example.com');
  drafts.keep(draft('one'));
  drafts.keep(draft('two'));
  drafts.keep(draft('one', { name: 'again' }));
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

test('a form continues with what was begun at its address, and first with what was sent without an answer', () => {
  const drafts = new Drafts();
  drafts.beginFor('a@example.com');
  const ofAna = { ...draft('alta-1', { dni: 'ana' }), address: '#/tramitar/alta?dni=ana' };
  drafts.keep(ofAna);
  expect(drafts.begun('alta', ofAna.address)).toEqual(ofAna);
  // The form for another worker has none of her data.
  expect(drafts.begun('alta', '#/tramitar/alta?dni=luis')).toBeUndefined();
  const sent = { ...ofAna, sent: { idempotencyKey: 'k' } };
  drafts.keep(sent);
  expect(drafts.begun('alta', '#/tramitar/alta?dni=luis')).toEqual(sent);
  expect(drafts.begun('baja', '#/tramitar/baja')).toBeUndefined();
});

describe('a draft in an account', () => {
  /** The drafts in the account, and the calls that it received in order. */
  let kept: Map<string, Draft>;
  let told: string[];
  let account: Account;
  let fails = false;
  beforeEach(() => {
    vi.useFakeTimers();
    kept = new Map();
    told = [];
    fails = false;
    const does = async (what: string, work: () => void) => {
      told.push(what);
      if (fails) throw new Error('no answer');
      work();
    };
    account = {
      list: async () => [...kept.values()],
      keep: (one) => does(`keep ${one.key} ${one.filled.name}`, () => kept.set(one.key, one)),
      drop: (key) => does(`drop ${key}`, () => kept.delete(key)),
    };
  });
  afterEach(() => vi.useRealTimers());
  const begun = (email = 'a@example.com') => {
    const drafts = new Drafts();
    drafts.beginFor(email, account);
    return drafts;
  };

  test('a draft is saved two seconds after the last change, and found by another page', async () => {
    const drafts = begun();
    for (const name of ['a', 'ab', 'abc']) {
      drafts.keep(draft('one', { name }));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(told).toEqual([]);
    expect(drafts.unsaved).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual(['keep one abc']);
    expect(drafts.unsaved).toBe(0);
    const other = begun();
    await other.loaded();
    expect(other.all).toEqual([draft('one', { name: 'abc' })]);
  });

  test('a draft that was sent is saved at once, and one that was filed is removed', async () => {
    const drafts = begun();
    drafts.keep({ ...draft('one'), sent: { idempotencyKey: 'k' } });
    drafts.drop('one');
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.size).toBe(0);
    drafts.keep({ ...draft('two'), sent: { idempotencyKey: 'k' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.get('two')?.sent).toEqual({ idempotencyKey: 'k' });
    drafts.drop('two');
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.size).toBe(0);
    expect(drafts.unsaved).toBe(0);
  });

  test('a draft that was dropped before it was saved is never saved', async () => {
    const drafts = begun();
    drafts.keep(draft('one'));
    drafts.drop('one');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toEqual([]);
  });

  test('a draft that cannot be saved stays in the page as unsaved, and is saved when that is possible', async () => {
    const drafts = begun();
    fails = true;
    drafts.keep(draft('one'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(drafts.unsaved).toBe(1);
    expect(drafts.all).toHaveLength(1);
    fails = false;
    await drafts.flush();
    expect(drafts.unsaved).toBe(0);
    expect([...kept.keys()]).toEqual(['one']);
  });

  test('a draft that was changed in the page is not replaced by that of the account, and never goes to another person’s account', async () => {
    kept.set('one', draft('one', { name: 'of before' }));
    const drafts = begun();
    drafts.keep(draft('one', { name: 'of now' }));
    await drafts.loaded();
    expect(drafts.get('one')?.filled.name).toBe('of now');
    const others: string[] = [];
    drafts.beginFor('b@example.com', {
      ...account,
      list: async () => [],
      keep: async ({ key }) => others.push(key),
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(others).toEqual([]);
    expect(drafts.all).toEqual([]);
  });
});

describe('the same draft in two tabs', () => {
  /** Two tabs of a person, and one of another person, which hear each other. */
  const tabsOf = (...emails: string[]) => {
    const hear: ((event: { data: never }) => void)[] = [];
    return emails.map((email, index) => {
      const drafts = new Drafts({
        addEventListener: (_, listener) => {
          hear[index] = listener as never;
        },
        postMessage: (data) => {
          for (const [other, listener] of hear.entries()) if (other !== index) listener({ data } as never);
        },
      });
      drafts.beginFor(email);
      drafts.keep(draft('alta-1'));
      return drafts;
    });
  };

  test('what is filed in one tab is gone from the other, which is told, and stays with another person', () => {
    const [one, same, other] = tabsOf('a@example.com', 'a@example.com', 'b@example.com');
    const heard: string[] = [];
    const end = same!.listen('alta-1', (did) => heard.push(did));
    one!.keep(draft('alta-1', { name: 'again' }));
    one!.drop('alta-1');
    expect(heard).toEqual(['kept', 'dropped']);
    expect([same, other].map((drafts) => drafts!.get('alta-1')?.key)).toEqual([undefined, 'alta-1']);
    expect(same!.unsaved).toBe(0);
    end();
    one!.keep(draft('alta-1'));
    expect(heard).toHaveLength(2);
  });
});
