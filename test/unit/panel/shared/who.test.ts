import { expect, test } from 'vitest';
import {
  type Part,
  placeWarning,
  type Subject,
  sentenceOf,
  showAccount,
  subjectIn,
} from '../../../../panel/src/shared/who.ts';

/** The worker, company and account of a filing, in words. */

const TODAY = '2026-11-27';
const subject: Subject = {
  worker: { document: '99999100E', nss: '289999910001', name: 'Begoña Muñoz Peña' },
  account: '011128999901151',
  company: 4,
  companyName: 'Talleres Ruiz',
  date: '2026-11-30',
};
const told = (parts: Part[]) =>
  parts.map((part) => (typeof part === 'string' ? part : `**${part.strong}**`)).join('');
const say = (
  more: Partial<Subject> = {},
  operation = 'registerEmployee',
  title = 'Dar de alta a un trabajador',
) => told(sentenceOf({ operation, title }, { ...subject, ...more }, TODAY));

test('a filing is described in a sentence with the person, the company and the day', () => {
  expect(say()).toBe(
    'Alta de **Begoña Muñoz Peña** (99999100E) en **Talleres Ruiz** (28\u00a09999011\u00a051), desde el **lunes 30 de noviembre**.',
  );
  expect(say({ date: '2027-01-04' }, 'deregisterEmployee')).toContain(', el **lunes 4 de enero de 2027**.');
  expect(say({}, 'updateCno', 'Variar la ocupación')).toMatch(
    /^Variar la ocupación: \*\*Begoña Muñoz Peña\*\*/,
  );
});

test('an unknown value is omitted from the sentence, and a number stands for a name', () => {
  const worker = { document: '99999100E', nss: null, name: null };
  expect(say({ worker, companyName: null, date: null })).toBe(
    'Alta de **99999100E** en la cuenta 28\u00a09999011\u00a051.',
  );
  expect(say({ worker: null, account: undefined, companyName: null, date: null }, 'x', 'Abrir')).toBe(
    'Abrir.',
  );
  expect(
    told(
      sentenceOf({ operation: 'recordUnpaidPlacement', title: 'Prácticas' }, subjectIn({ nss: '28' }), TODAY),
    ),
  ).toBe('Prácticas: **28**.');
});

test('an account is written as on paper, with its scheme if that is not the general one', () => {
  expect(showAccount('011128999901151')).toBe('28\u00a09999011\u00a051');
  expect(showAccount('016328999901353')).toBe('0163 · 28\u00a09999013\u00a053');
  expect(showAccount('28999901151')).toBe('28\u00a09999011\u00a051');
  expect(showAccount('otra')).toBe('otra');
});

const ruiz = { id: 4, name: 'Talleres Ruiz' };
const bar = { id: 5, name: 'Bar El Puerto' };

test.each<[string, Parameters<typeof placeWarning>[1], RegExp | undefined]>([
  ['of the chosen company', { chosen: ruiz, owners: [ruiz], has: 'several' }, undefined],
  [
    'of one of several companies, which is the chosen one',
    { chosen: bar, owners: [ruiz, bar], has: 'several' },
    undefined,
  ],
  ['of a company, and none is chosen', { chosen: undefined, owners: [ruiz], has: 'several' }, undefined],
  [
    'of another company',
    { chosen: bar, owners: [ruiz], has: 'several' },
    /es de Talleres Ruiz, y .* es Bar El Puerto/,
  ],
  [
    'of no company',
    { chosen: undefined, owners: [], has: 'several' },
    /no es de ninguna empresa de la asesoría/,
  ],
  ['of no company, and one is chosen', { chosen: bar, owners: [], has: 'several' }, /ninguna empresa/],
  ['where there are no companies', { chosen: undefined, owners: [], has: 'none' }, undefined],
  ['not of one’s own company', { chosen: undefined, owners: [], has: 'own' }, /no es de su empresa/],
])(
  'an account that is not the chosen company’s gets a warning, and no other does: %s',
  (_, where, expected) => {
    const found = placeWarning(subject, where);
    if (expected) expect(found).toMatch(expected);
    else expect(found).toBeUndefined();
  },
);

test('a filing without an account is compared by the company that the gateway found', () => {
  const of = { ...subject, account: undefined };
  const where = { owners: undefined, has: 'several' as const };
  expect(placeWarning(of, { ...where, chosen: ruiz })).toBeUndefined();
  expect(placeWarning(of, { ...where, chosen: bar })).toMatch(/^Es de Talleres Ruiz/);
  expect(placeWarning({ ...of, company: null }, { ...where, chosen: bar })).toBeUndefined();
});
