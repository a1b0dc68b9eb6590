import { expect, test } from 'vitest';
import { isPublic, type PublicList, publicCodes } from '../../../shared/kernel/public-codes.ts';

test.each<[list: PublicList, word: string, codes: string[]]>([
  ['countries', 'España', ['724']],
  ['countries', 'ESPAÑA', ['724']],
  ['countries', 'espana', ['724']],
  ['countries', 'ESP', ['724']],
  ['countries', 'Española', ['724']],
  ['countries', 'español', ['724']],
  ['countries', 'Francesa', ['250']],
  ['countries', 'francés', ['250']],
  ['countries', 'Marroquí', ['504']],
  ['countries', 'EE.UU.', ['840']],
  ['countries', 'Estados Unidos', ['840']],
  ['countries', '724 · España', ['724']],
  ['countries', '250 · España', []],
  ['countries', 'Atlántida', []],
  ['countries', '', []],
  ['municipalities', 'Madrid', ['28079']],
  ['municipalities', 'MADRID', ['28079']],
  ['municipalities', '28079 - Madrid', ['28079']],
  ['municipalities', 'A Coruña', ['15030']],
  ['municipalities', 'Coruña, A', ['15030']],
  ['municipalities', 'Alicante', ['03014']],
  ['municipalities', 'Alacant', ['03014']],
  ['municipalities', "L'Hospitalet de Llobregat", ['08101']],
  ['municipalities', 'Moya', ['16135', '35013']],
  ['municipalities', '16135 Moya', ['16135']],
  ['occupations', 'Oficiales de las fuerzas armadas', ['0011']],
  ['occupations', 'oficial', []],
])('the list %s has for «%s» the codes %j', async (list, word, codes) => {
  expect((await publicCodes(list)).codesOf(word)).toEqual(codes);
});

test('a list has the texts of its codes, and of no others', async () => {
  expect((await publicCodes('municipalities')).textOf('28079')).toBe('Madrid');
  expect((await publicCodes('occupations')).textOf('0011')).toBe('Oficiales de las fuerzas armadas');
  expect((await publicCodes('countries')).textOf('999')).toBeUndefined();
});

test('a list that only the stand-ins have is not public', () => {
  expect(['countries', 'groups', 'contracts', undefined].map((list) => isPublic(list as PublicList))).toEqual(
    [true, false, false, false],
  );
});
