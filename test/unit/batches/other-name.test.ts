import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOtherName, otherName } from '../../../functions/capabilities/batches/rows/other-name.ts';

test.each([
  ['Begoña Muñoz Peña', 'MUNOZ PENA BEGOÑA'],
  ['Muñoz Peña, Begoña', 'BEGOÑA MUÑOZ PEÑA'],
  ['Núñez de la Cruz María del Mar', 'MARIA MAR NUÑEZ CRUZ'],
  ['Francisco Javier Peñalver', 'PEÑALVER MUÑIZ FRANCISCO JAVIE'],
  ['Francisco Javier Peñalver', 'FRANCISCO JAVIE PEÑALVER MUÑIZ'],
  ['Francisco Javier Peñalver Muñiz', 'FRANCISCO JAVIE PEÑALVER'],
  ['Begoña', 'MUÑOZ PEÑA BEGOÑA'],
  ['Mª del Carmen Ruiz', 'RUIZ GIL, MARIA DEL CARMEN'],
  ['M.ª Carmen Ruiz', 'RUIZ GIL, MARIA DEL CARMEN'],
  ['Maria del Carmen Ruiz', 'RUIZ GIL, Mª CARMEN'],
  ['Fco. Gª Fdez.', 'GARCIA FERNANDEZ, FRANCISCO'],
  ["Eugenio D'Ors", 'D ORS ROVIRA EUGENIO'],
  ['Eugenio d’Ors', 'DORS ROVIRA EUGENIO'],
  ['Eugenio D Ors', "D'ORS ROVIRA EUGENIO"],
  ["Leopoldo O'Donnell", 'O DONNELL JORIS LEOPOLDO'],
  ['Marcel·lí Antúnez', 'ANTUNEZ ROCA MARCEL LI'],
  ['Łukasz Kowalski', 'KOWALSKI LUKASZ'],
  ['Søren Groß', 'GROSS SOREN'],
  ['José Luis García-López', 'GARCIA LOPEZ JOSE LUIS'],
  [undefined, 'MUÑOZ PEÑA BEGOÑA'],
  ['Begoña', undefined],
  ['...', 'MUÑOZ PEÑA BEGOÑA'],
])('the names %j and %j may be of one person', (sheet, authority) =>
  expect(otherName(sheet, authority)).toBeUndefined(),
);

test.each([
  ['Begoña Muñoz Peña', 'GARCIA LOPEZ RAUL'],
  ['Raúl Muñoz Peña', 'MUÑOZ PEÑA BEGOÑA'],
  ['Ana García García', 'GARCIA LOPEZ ANA'],
  ['Ana García López', 'GARCIA GARCIA ANA'],
  ['Luis Ruiz Gil', 'RUIZ GIL LUISA'],
  ['Luisa Ruiz Gil', 'RUIZ GIL LUIS'],
  ['Mario Ruiz Gil', 'RUIZ GIL MARIA'],
  // The field is full, but a person does not cut names.
  ['Francisco Javie Peñalver', 'PEÑALVER MUÑIZ FRANCISCO JAVIER'],
  ['Martínez Ana', 'MARTIN ANA'],
])('the names %j and %j are of two people', (sheet, authority) =>
  expect(otherName(sheet, authority)).toBe(
    `La hoja dice ${sheet}, y el organismo, ${authority}: compruebe que es la misma persona.`,
  ),
);

/** Names and surnames of which none begins another one, is an abbreviation or is made of two others. */
const NAMES = ['ANA', 'BEGOÑA', 'CARMEN', 'GARCIA', 'LÓPEZ', 'MUÑOZ', 'RUIZ', 'ŁUKASZ', "D'ORS", 'ITZIAR'];
const name = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 });
const shuffled = (words: string[]) =>
  fc.shuffledSubarray(
    words.map((word, place) => ({ word, place })),
    { minLength: words.length },
  );
/** Ways to write a word that mean the same. */
const written = (word: string) =>
  fc.constantFrom(
    word,
    word.toLowerCase(),
    ` de ${word}`,
    word.normalize('NFD'),
    word.replace("'", ' '),
    word.replace("'", '’'),
  );

test('a name is the same in any order, with any particle, accent or capital, and with fewer words', () => {
  fc.assert(
    fc.property(
      name.chain((words) =>
        fc.tuple(
          fc.constant(words.join(' ')),
          shuffled(words).chain((all) => fc.tuple(...all.map(({ word }) => written(word)))),
        ),
      ),
      fc.nat(3),
      ([authority, words], from) => {
        expect(isOtherName(words.join(' '), authority)).toBe(false);
        const fewer = words.slice(Math.min(from, words.length - 1)).join(' ');
        expect(isOtherName(fewer, authority)).toBe(false);
        expect(isOtherName(authority, fewer)).toBe(false);
      },
    ),
  );
});

test('a name with as many words, one of which differs, is another name', () => {
  fc.assert(
    fc.property(name, fc.nat(), (words, place) => {
      const other = words.with(place % words.length, 'ZUBELDIA');
      expect(isOtherName(words.join(' '), other.join(' '))).toBe(true);
      expect(isOtherName(other.join(' '), words.join(' '))).toBe(true);
    }),
  );
});

test('a name of many equal words is compared at once', () => {
  const many = 'ANA '.repeat(5_000);
  expect(isOtherName(`${many} RUIZ`, many)).toBe(false);
  expect(isOtherName(`RUIZ ${many}`, `GIL ${many}`)).toBe(true);
});
