import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { plainItem, rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';

const userRow = () =>
  z.object({
    name: z.string(),
    age: z.int().optional(),
    phones: z.record(z.string(), z.string()).optional(),
  });

const parse = rowParser('User', 'user', userRow);

/** The error of a row that is not valid. */
const errorOf = (item: unknown): Error => {
  try {
    parse(item);
  } catch (error) {
    return error as Error;
  }
  throw new Error('the row is valid');
};

describe('a row', () => {
  test('a row has the members of its type, and no others', () => {
    expect(parse({ pk: 'user#1', sk: 'user', name: 'Ana', more: 1 })).toEqual({ name: 'Ana' });
  });

  test.each([
    ['a member of another type', { name: 5, age: 'secret' }, 'name, age'],
    ['a member that is missing', { age: 1 }, 'name'],
    ['a wrong value in a map, whose keys are data', { name: 'Ana', phones: { secret: 1 } }, 'phones'],
    ['nothing', undefined, 'the whole row'],
  ])(
    'a row with %s is an error that names its type, its key and its members, and no value',
    (_, item, members) => {
      const error = errorOf(item);
      expect(error.message).toBe(`a row of type User (key user) is not valid: ${members}`);
      expect(error.cause).toBeUndefined();
    },
  );
});

test('the texts and numbers of the item in an error are converted', () => {
  expect(plainItem({ id: { S: 'rate#x' }, count: { N: '12' } })).toEqual({ id: 'rate#x', count: 12 });
});

test('the schema of rows is made with the first row that is read, and once', () => {
  const makeSchema = vi.fn(userRow);
  const parse = rowParser('User', 'user', makeSchema);
  expect(makeSchema).not.toHaveBeenCalled();
  expect([parse({ name: 'Ana' }), parse({ name: 'Juan' })]).toEqual([{ name: 'Ana' }, { name: 'Juan' }]);
  expect(makeSchema).toHaveBeenCalledTimes(1);
});
