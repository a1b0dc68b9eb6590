import { expect, test } from 'vitest';
import { otherName } from '../../../functions/batches/rows/other-name.ts';

test.each([
  ['Begoña Muñoz Peña', 'MUNOZ PENA BEGOÑA'],
  ['Muñoz Peña, Begoña', 'BEGOÑA MUÑOZ PEÑA'],
  ['Núñez de la Cruz María del Mar', 'MARIA MAR NUÑEZ CRUZ'],
  ['Francisco Javier Peñalver', 'PEÑALVER MUÑIZ FRANCISCO JAVIE'],
  ['Begoña', 'MUÑOZ PEÑA BEGOÑA'],
  [undefined, 'MUÑOZ PEÑA BEGOÑA'],
  ['Begoña', undefined],
])('the names %j and %j may be of one person', (sheet, authority) =>
  expect(otherName(sheet, authority)).toBeUndefined(),
);

test.each([
  ['Begoña Muñoz Peña', 'GARCIA LOPEZ RAUL'],
  ['Raúl Muñoz Peña', 'MUÑOZ PEÑA BEGOÑA'],
])('the names %j and %j are of two people', (sheet, authority) =>
  expect(otherName(sheet, authority)).toBe(
    `La hoja dice ${sheet}, y el organismo, ${authority}: compruebe que es la misma persona.`,
  ),
);
