import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  above,
  absent,
  all,
  atMost,
  beginsWith,
  below,
  between,
  type Condition,
  contains,
  either,
  equals,
  exists,
  is,
  oneOf,
  type Path,
  put,
  query,
  remove,
  sizeIs,
  stillIs,
  update,
} from '../../../shared/stores/table.ts';

const KEY = { pk: 'account#1', sk: 'account' };

/** A DynamoDB request whose placeholders are replaced by their values. */
const plain = (request: object): Record<string, unknown> => {
  const {
    ExpressionAttributeNames: names = {},
    ExpressionAttributeValues: values = {},
    ...rest
  } = request as {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, unknown>;
  };
  return Object.fromEntries(
    Object.entries(rest).map(([member, value]) => [
      member,
      member.endsWith('Expression')
        ? String(value).replace(/[#:]\w+/g, (found) => names[found] ?? JSON.stringify(values[found]))
        : value,
    ]),
  );
};

describe('an update', () => {
  test('an update has a clause for each kind of change, and its condition', () => {
    const change = update('accounts', KEY, {
      set: { name: 'Ana', size: 3 },
      setOnce: { joinedAt: 'now' },
      copy: { after: { from: 'last', otherwise: '-' } },
      add: { generation: 1 },
      take: { ids: new Set(['a']) },
      remove: ['due', 'turn'],
      if: all(is('owner', 'me'), equals('after', 'last'), oneOf('state', ['claimed', 'committing'])),
    });
    expect(plain(change)).toEqual({
      TableName: 'accounts',
      Key: KEY,
      UpdateExpression:
        'SET name = "Ana", size = 3, joinedAt = if_not_exists(joinedAt, "now"), after = if_not_exists(last, "-") REMOVE due, turn ADD generation 1 DELETE ids {}',
      ConditionExpression: 'owner = "me" AND after = last AND state IN ("claimed", "committing")',
    });
  });

  test('an update omits members that are undefined, and clauses without members', () => {
    const change = update('accounts', KEY, {
      set: { name: 'Ana', note: undefined },
      setOnce: {},
      remove: [],
    });
    expect(change).toEqual({
      TableName: 'accounts',
      Key: KEY,
      UpdateExpression: 'SET #n0 = :v0',
      ExpressionAttributeNames: { '#n0': 'name' },
      ExpressionAttributeValues: { ':v0': 'Ana' },
    });
  });

  test('an update keeps null, zero, false and the empty text, which are values', () => {
    const change = update('accounts', KEY, { set: { a: null, b: 0, c: false, d: '' } });
    expect(change.ExpressionAttributeValues).toEqual({ ':v0': null, ':v1': 0, ':v2': false, ':v3': '' });
  });

  test('an update declares no values if it only removes', () => {
    expect(update('accounts', KEY, { remove: ['due'] })).not.toHaveProperty('ExpressionAttributeValues');
  });

  test('an update changes members of lists and maps by path, and reads a text with a point as one name', () => {
    const change = update('filings', KEY, {
      setOnce: [[['accounts', '0111.28'], 1]],
      remove: [['documents', 2, 'key'], 'state#a.b'],
    });
    expect(change.UpdateExpression).toBe('SET #n0.#n1 = if_not_exists(#n0.#n1, :v0) REMOVE #n2[2].#n3, #n4');
    expect(Object.values(change.ExpressionAttributeNames!)).toEqual([
      'accounts',
      '0111.28',
      'documents',
      'key',
      'state#a.b',
    ]);
  });
});

describe('a condition', () => {
  const textOf = (condition: Condition) => plain(put('accounts', KEY, condition)).ConditionExpression;

  test.each<[string, Condition, string]>([
    ['equality', is('owner', 'me'), 'owner = "me"'],
    ['less', below('until', 5), 'until < 5'],
    ['at most', atMost('expires', 5), 'expires <= 5'],
    ['more', above('tries', 0), 'tries > 0'],
    ['presence', exists('pk'), 'attribute_exists(pk)'],
    ['absence', absent('pk'), 'attribute_not_exists(pk)'],
    ['a beginning', beginsWith('sk', 'row#'), 'begins_with(sk, "row#")'],
    ['a member of a set', contains('users', 'a'), 'contains(users, "a")'],
    ['a range', between('sk', 'a', 'b'), 'sk BETWEEN "a" AND "b"'],
    ['a size', sizeIs('<', 'ids', 10), 'size(ids) < 10'],
    ['what was read', stillIs('role', 'owner'), 'role = "owner"'],
    ['that nothing was read', stillIs('role', undefined), 'attribute_not_exists(role)'],
    [
      'alternatives within other conditions',
      all(exists('pk'), either(absent('until'), below('until', 1)), undefined),
      'attribute_exists(pk) AND (attribute_not_exists(until) OR until < 1)',
    ],
    [
      'conditions within alternatives',
      either(absent('pk'), all(is('tries', 1), is('from', 0))),
      '(attribute_not_exists(pk) OR tries = 1 AND from = 0)',
    ],
  ])('a condition on %s is written as DynamoDB reads it', (_, condition, expected) => {
    expect(textOf(condition)).toBe(expected);
  });

  test('a condition on an undefined value is refused, because it would be missing in the request', () => {
    expect(() => put('accounts', KEY, is('owner', undefined))).toThrow('undefined');
  });

  test('a put or a removal without a condition has none in its request', () => {
    expect(put('accounts', KEY)).toEqual({ TableName: 'accounts', Item: KEY });
    expect(remove('accounts', KEY)).toEqual({ TableName: 'accounts', Key: KEY });
  });
});

test('a query has key, filter and members in the same placeholders', () => {
  const request = query('filings', is('due', 'batch'), {
    filter: atMost('dueAt', 'now'),
    members: ['pk', 'dueAt'],
  });
  expect(plain(request)).toEqual({
    TableName: 'filings',
    KeyConditionExpression: 'due = "batch"',
    FilterExpression: 'dueAt <= "now"',
    ProjectionExpression: 'pk, dueAt',
  });
});

describe('the names of attributes', () => {
  const name = fc.oneof(
    fc.constantFrom('name', 'state', 'size', 'key', 'a#b', 'SET x', ':v0', '#n0'),
    fc.string(),
  );
  const path: fc.Arbitrary<Path> = fc.oneof(
    name,
    fc.tuple(name, fc.nat({ max: 30 }), name).map((steps) => steps as Path),
  );
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(path, value).map(([at, to]) => is(at, to)),
      fc.tuple(path, value).map(([at, to]) => below(at, to)),
      path.map(exists),
      path.map(absent),
      fc.tuple(path, fc.array(value, { minLength: 1 })).map(([at, of]) => oneOf(at, of)),
      fc.tuple(path, fc.nat()).map(([at, size]) => sizeIs('>', at, size)),
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((parts) => all(...parts)),
      fc.tuple(tie('condition'), tie('condition')).map(([one, other]) => either(one, other)),
    ),
  }));
  const members = fc.array(fc.tuple(path, value), { maxLength: 4 });
  const change = fc.record({
    set: members,
    setOnce: members,
    add: fc.dictionary(name, fc.integer(), { maxKeys: 3 }),
    remove: fc.array(path, { maxLength: 3 }),
    if: fc.option(condition, { nil: undefined }),
  });

  test('no name stands in an expression itself, and exactly the declared names are used', () => {
    fc.assert(
      fc.property(change, (one) => {
        const {
          UpdateExpression = '',
          ConditionExpression = '',
          ExpressionAttributeNames: names = {},
          ExpressionAttributeValues: values = {},
        } = update('accounts', KEY, one);
        const text = `${UpdateExpression} ${ConditionExpression}`;
        const used = new Set(text.match(/[#:]\w+/g) ?? []);
        expect(used).toEqual(new Set([...Object.keys(names), ...Object.keys(values)]));
        expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
        const words = text.replace(/[#:]\w+|\[\d+\]/g, '').match(/\w+/g) ?? [];
        expect(words.filter((word) => !WORDS.has(word))).toEqual([]);
      }),
    );
  });

  /** All of DynamoDB's words that may occur in an expression. */
  const WORDS = new Set(
    'SET REMOVE ADD AND OR IN if_not_exists attribute_exists attribute_not_exists size'.split(' '),
  );
});
