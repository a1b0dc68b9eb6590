import { describe, expect, test } from 'vitest';
import { reference } from '../../../../../client/build/reference.ts';
import { compareAccount } from '../../../../../functions/capabilities/reconciliation/compare.ts';
import { KIND_TEXT } from '../../../../../functions/capabilities/reconciliation/difference.ts';
import type { Believed, Records } from '../../../../../functions/capabilities/reconciliation/facts.ts';
import { foundText, openOnes } from '../../../../../panel/src/capabilities/reconciliation/comparisons.ts';
import {
  byWorker,
  type Comparison,
  costText,
  type Difference,
  gapsOf,
  type Imported,
  importText,
  listsFor,
  mayImport,
  progressText,
  showDifference,
  showImported,
  verdictOf,
  waitFor,
} from '../../../../../panel/src/capabilities/reconciliation/reconciliation.ts';
import { formsOf, type OpenApi } from '../../../../../panel/src/shared/fields.ts';
import { givenIn, requestOf } from '../../../../../panel/src/shared/filled.ts';
import { readRoute } from '../../../../../panel/src/shared/route.ts';
import {
  COMPARED,
  DOCUMENT,
  found,
  left,
  listed,
  NSS,
  row,
  situation,
} from '../../../../support/reconciliation/compared.ts';

/** The workforce of a company against what the authorities have, as the panel shows it. */

const forms = formsOf(reference() as unknown as OpenApi);

/** The only difference that the comparison itself finds, as the interface shows it. */
const differenceOf = (believed: Believed[], answers: Records): Difference => {
  const { differences } = compareAccount(COMPARED, believed, answers);
  expect(differences).toHaveLength(1);
  const [{ document, mends, ...one }] = differences as [(typeof differences)[number]];
  return {
    ...one,
    key: 'a key',
    accepted: false,
    new: false,
    account: '011128999901134',
    dni: document,
    mends: mends && { ...mends, lacks: [] },
  };
};

const CASES: [string, Believed[], Records, title: string, here: string, there: string][] = [
  [
    'a worker who was never registered',
    [row()],
    found({ registered: [], contracts: [], situations: new Map([[DOCUMENT, null]]) }),
    ...(['No está de alta', 'De alta desde el 02/03/2026', 'No está de alta'] as const),
  ],
  [
    'a worker whose registration ended there',
    [row()],
    left({ cause: '51' }),
    ...(['No está de alta', 'De alta desde el 02/03/2026', 'De baja desde el 31/10/2026'] as const),
  ],
  [
    'a worker whom the list does not have',
    [],
    found(),
    'Está de alta y no está en la plantilla',
    'No está en la plantilla',
    'De alta desde el 02/03/2026',
  ],
  [
    'a worker who left and is registered still',
    [row({ until: '2026-10-31' })],
    found(),
    ...(['Ya no trabaja y sigue de alta', 'De baja desde el 31/10/2026', 'Sigue de alta'] as const),
  ],
  [
    'another day of the registration',
    [row({ since: '2026-03-01' })],
    found(),
    ...(['Otra fecha de alta', '01/03/2026', '02/03/2026'] as const),
  ],
  [
    'an end that the list does not have',
    [row()],
    found({ situations: new Map([[DOCUMENT, situation({ until: '2026-12-31' })]]) }),
    ...(['Otra fecha de baja', 'Sin baja', '31/12/2026'] as const),
  ],
  [
    'another contract',
    [row({ contract: '200' })],
    found(),
    ...(['Otro tipo de contrato', '200 · Indefinido parcial', '100 · Indefinido'] as const),
  ],
  [
    'full time in the list alone',
    [row({ coefficient: '' })],
    found(),
    ...(['Otra jornada', 'A tiempo completo', '50 % (500)'] as const),
  ],
  [
    'another group, written without its zero',
    [row({ group: '5' })],
    found(),
    ...(['Otro grupo de cotización', '05 · Oficiales', '07'] as const),
  ],
  ['another occupation', [row({ cno: '4111' })], found(), 'Otra ocupación (CNO)', '4111', '4309'],
  [
    'a registration without a contract',
    [row()],
    found({ contracts: [] }),
    'Falta el contrato en el SEPE',
    'De alta desde el 02/03/2026',
    'Ningún contrato que empiece ese día',
  ],
  [
    'a contract without a registration',
    [],
    found({ registered: [], situations: new Map([[DOCUMENT, null]]) }),
    ...(['Hay un contrato sin su alta', 'Ningún alta de esos días', 'Contrato desde el 02/03/2026'] as const),
  ],
  [
    'another document of the same number',
    [row({ document: 'X1234567L' })],
    found(),
    ...(['Otro documento', 'X1234567L', DOCUMENT] as const),
  ],
  [
    'another number of the same document',
    [row({ nss: '080000000029' })],
    found(),
    ...(['Otro número de la Seguridad Social', '080000000029', NSS] as const),
  ],
  [
    'another name of the same document',
    [row({ name: 'Luis Ruiz' })],
    found({ registered: [listed({ name: 'RUIZ GIL, LUISA' })] }),
    ...(['Otro nombre', 'Luis Ruiz', 'RUIZ GIL, LUISA'] as const),
  ],
  [
    'a termination without a company certificate',
    [row({ until: '2026-10-31' })],
    { ...left(), certificates: new Map([[DOCUMENT, []]]) },
    'Falta el certificado de empresa en el SEPE',
    'De baja desde el 31/10/2026',
    'Ningún certificado de esa baja',
  ],
];
const TEXTS = {
  contracts: { '100': '100 · Indefinido', '200': '200 · Indefinido parcial' },
  groups: { '05': '05 · Oficiales' },
};

test('the cases have all kinds of differences', () => {
  const kinds = CASES.map(([, believed, answers]) => differenceOf(believed, answers).kind);
  expect(new Set(kinds)).toEqual(new Set(Object.keys(KIND_TEXT)));
});

describe.each(CASES)('the difference %s', (_, believed, answers, title, here, there) => {
  const one = differenceOf(believed, answers);

  test('the difference is shown with both sides', () => {
    const shown = showDifference(one, TEXTS);
    expect([shown.title, ...shown.sides.map(([, value]) => value)]).toEqual([title, here, there]);
    const isOfSepe = /SEPE|contrato sin/.test(title);
    expect(shown.sides.map(([side]) => side)).toEqual(
      isOfSepe
        ? ['Consta en la Seguridad Social', 'Consta en el SEPE']
        : ['Consta aquí', 'Consta en la Seguridad Social'],
    );
    expect(shown.since).toMatch(/^\d\d\/\d\d\/2026$/);
  });

  test('the difference leads to a form with the whole request that mends it, or says what to look at', () => {
    const { address, advice } = showDifference(one);
    if (!one.mends || !address) {
      expect([address, advice]).toEqual([undefined, expect.stringMatching(/\.$/)]);
      return;
    }
    const { page, id, query } = readRoute(address);
    expect([page, id]).toEqual(['tramitar', one.mends.operation]);
    const form = forms.find(({ operation }) => operation === id)!;
    expect(requestOf(form.fields, givenIn(form.fields, query))).toEqual(one.mends.body);
  });
});

test('the values of an address reach groups and the first element of a list, and no field that the form lacks', () => {
  const field = { label: '', required: false, sent: 'string' } as const;
  const text = { ...field, name: 'dni', kind: 'text' } as const;
  const fields = [
    text,
    { ...field, name: 'group', kind: 'group', fields: [text] } as const,
    { ...field, name: 'list', kind: 'list', fields: [text] } as const,
  ] as never;
  const given = { dni: '1', 'group.dni': '2', 'list.0.dni': '3', 'list.1.dni': '4', causa: '5', group: '6' };
  expect(givenIn(fields, given)).toEqual({ dni: '1', 'group.dni': '2', 'list.0.dni': '3' });
});

test('differences are grouped by worker and account, and need the lists of their codes alone', () => {
  const group = differenceOf([row({ group: '05' })], found());
  const other = { ...group, dni: '00000002W', nss: null };
  const elsewhere = { ...group, account: '011128999901235' };
  const workers = byWorker([group, other, { ...group, field: 'cno' }, elsewhere]);
  expect(
    workers.map(({ document, account, differences }) => [document, account, differences.length]),
  ).toEqual([
    [DOCUMENT, group.account, 2],
    [other.dni, group.account, 1],
    [DOCUMENT, elsewhere.account, 1],
  ]);
  expect(listsFor([group, { ...group, field: 'coeficiente' }, group])).toEqual(['groups']);
  expect(listsFor([differenceOf([], found())])).toEqual([]);
});

const comparison = (more: Partial<Comparison> = {}): Comparison => ({
  id: '01KAQ3C6D8Q2Z5R7T9V1W3X5Y7',
  customerID: 1,
  state: 'ended',
  from: '2025-11-23',
  today: '2026-11-23',
  readings: { asked: 3, answered: 3, failed: 0 },
  waits_for: null,
  message: null,
  nightly: false,
  for_import: false,
  stoppable: false,
  counts: { differences: 0, accepted: 0, new: 0, not_compared: 0 },
  not_compared: [],
  created_at: '2026-11-23T08:00:00Z',
  ended_at: '2026-11-23T08:02:00Z',
  ...more,
});
const gap = {
  about: 'situation',
  account: '011128999901134',
  dni: DOCUMENT,
  name: null,
  because: 'No responde.',
} as const;

describe('a comparison that has ended', () => {
  test('a comparison is equal only if everything was compared', () => {
    expect(verdictOf(comparison())).toMatchObject({ tone: 'good' });
    const readings = { asked: 3, answered: 2, failed: 1 };
    for (const partly of [{ not_compared: [gap] }, { message: 'Se tardó demasiado.' }, { readings }]) {
      const { text, tone } = verdictOf(comparison(partly));
      expect([tone, text]).toEqual(['warn', expect.stringContaining('que no es todo')]);
    }
    const counts = { differences: 1, accepted: 0, new: 0, not_compared: 0 };
    expect(verdictOf(comparison({ counts })).text).toBe('1 diferencia.');
    const three = { ...counts, differences: 3, accepted: 1 };
    expect(verdictOf(comparison({ counts: three, not_compared: [gap] }))).toEqual({
      text: '2 diferencias.',
      tone: 'warn',
    });
  });

  test('a comparison has nothing left to look at if every difference was accepted', () => {
    const counts = { differences: 2, accepted: 2, new: 0, not_compared: 0 };
    const { text, tone } = verdictOf(comparison({ counts }));
    expect([tone, text]).toEqual(['good', expect.stringContaining('2 aceptadas')]);
    expect(verdictOf(comparison({ counts, not_compared: [gap] })).tone).toBe('warn');
  });

  test('a comparison without data says that nothing was compared, and an import says what it read', () => {
    const readings = { asked: 0, answered: 0, failed: 0 };
    expect(verdictOf(comparison({ readings, not_compared: [gap] })).text).toBe('No se ha comparado nada.');
    expect(verdictOf(comparison({ for_import: true })).text).toMatch(/impórtelo/);
  });

  test('a comparison says once for all workers what was not compared and why', () => {
    const whole = { ...gap, about: 'contracts', dni: null } as const;
    expect(
      gapsOf({
        not_compared: [
          gap,
          whole,
          { ...gap, dni: '00000002W', name: 'LUISA RUIZ GIL' },
          { ...gap, because: 'Otra causa.' },
        ],
      }),
    ).toMatchObject([
      {
        about: 'Los datos del alta',
        because: 'No responde.',
        workers: [DOCUMENT, 'LUISA RUIZ GIL (00000002W)'],
      },
      { about: 'Los contratos en el SEPE', workers: [] },
      { about: 'Los datos del alta', because: 'Otra causa.', workers: [DOCUMENT] },
    ]);
  });
});

test('a comparison is polled until it has ended, also after errors that pass by themselves', () => {
  const asking = comparison({ state: 'asking' });
  const problem = { passes: true } as never;
  const lasting = { passes: false } as never;
  expect([
    waitFor(asking, { retryAfter: 9, problem: undefined }),
    waitFor(asking, { retryAfter: undefined, problem: undefined }),
    waitFor(undefined, { retryAfter: undefined, problem }),
    waitFor(undefined, { retryAfter: undefined, problem: lasting }),
    waitFor(comparison(), { retryAfter: undefined, problem: undefined }),
  ]).toEqual([9, 5, 5, undefined, undefined]);
});

test('numbers of questions are written in whole sentences', () => {
  expect(costText(1)).toBe('Se hará al menos 1 consulta a los organismos');
  expect(costText(23)).toBe('Se harán al menos 23 consultas a los organismos');
  const readings = { asked: 1, answered: 0, failed: 0 };
  expect(progressText(comparison({ readings }))).toBe('1 consulta hecha, 0 respondidas.');
  expect(progressText(comparison({ readings: { asked: 9, answered: 1, failed: 2 } }))).toBe(
    '9 consultas hechas, 1 respondida, 2 sin respuesta.',
  );
});

describe('a comparison in a list', () => {
  const counts = { differences: 3, accepted: 1, new: 2, not_compared: 4 };
  const none = { differences: 0, accepted: 0, new: 0, not_compared: 0 };

  test('the list says what the comparison found, and never that nothing differs if not everything was compared', () => {
    expect(foundText({ counts })).toBe('2 diferencias, 2 nuevas, 1 aceptada, no se ha podido comparar todo');
    expect(foundText({ counts: { ...none, differences: 1, new: 1 } })).toBe('1 diferencia, 1 nueva');
    expect(foundText({ counts: none })).toBe('sin diferencias');
    expect(foundText({ counts: { ...none, not_compared: 1 } })).toBe('no se ha podido comparar todo');
    expect(foundText({ counts: null })).toBe('consultándose');
  });

  test('a comparison needs a look if a difference is not accepted, or something was not compared', () => {
    const accepted = { ...none, differences: 2, accepted: 2 };
    const open = [counts, { ...accepted, accepted: 1 }, { ...accepted, not_compared: 1 }];
    const all = [...open, accepted, none, null].map((each) => ({ counts: each }));
    expect(openOnes(all).map((one) => one.counts)).toEqual(open);
  });
});

describe('an import from a comparison', () => {
  const worker: Imported['after'] = {
    regimen: '0111',
    ccc: '28999901134',
    dni: DOCUMENT,
    nss: '289999900188',
    nombre: null,
    fecha_alta: '2026-03-02',
    fecha_baja: null,
    tipo_contrato: '100',
    coeficiente: '',
    grupo_cotizacion: '5',
    cno: null,
  };

  test('the import shows all data of new workers, and old and new values of others', () => {
    expect(showImported({ before: null, after: worker, partly: false }, TEXTS)).toEqual([
      'alta: 02/03/2026',
      'contrato: 100 · Indefinido',
      'jornada: A tiempo completo',
      'grupo: 05 · Oficiales',
    ]);
    const before = { ...worker, fecha_baja: '2026-10-31', coeficiente: null, cno: '4309' };
    expect(showImported({ before, after: { ...worker, cno: '4111' }, partly: false })).toEqual([
      'baja: 31/10/2026 → Sin baja',
      'jornada: sin decir → A tiempo completo',
      'ocupación (CNO): 4309 → 4111',
    ]);
  });

  test('the import is described in whole words', () => {
    expect(importText({ added: 1, changed: 0, kept: 0 })).toBe('Entra 1 trabajador');
    expect(importText({ added: 4, changed: 2, kept: 1 })).toBe(
      'Entran 4 trabajadores, cambian 2, queda 1 como está',
    );
    expect(importText({ added: 0, changed: 0, kept: 0 })).toBe('No entra ni cambia nadie');
  });

  test('the import is offered for a day after the comparison began', () => {
    const at = (hours: number) => new Date(Date.parse('2026-11-23T08:00:00Z') + hours * 3_600_000);
    expect([mayImport(comparison(), at(23)), mayImport(comparison(), at(25))]).toEqual([true, false]);
    expect(mayImport(comparison({ state: 'asking' }), at(1))).toBe(false);
  });
});
