import { describe, expect, test } from 'vitest';
import { RULES } from '../../../../../functions/capabilities/obligations/rules/index.ts';
import {
  type Authority,
  byUrgency,
  canBeAsked,
  companiesText,
  expiring,
  guideFor,
  inLines,
  type ListedFiling,
  lineText,
  type Obligation,
  outagesIn,
  outcomeText,
  stillRefused,
  together,
} from '../../../../../panel/src/capabilities/obligations/to-do.ts';
import { keyOf } from '../../../../../panel/src/gateway/filings/corrections.ts';
import { fileableUntil, stepsOf, type WholeFiling } from '../../../../../panel/src/gateway/filings/story.ts';
import { timelineOf } from '../../../../../panel/src/gateway/workers/timeline.ts';
import {
  daysBetween,
  plusDays,
  showDay,
  showDaysLeft,
  showMoment,
} from '../../../../../panel/src/shared/days.ts';
import type { Form } from '../../../../../panel/src/shared/fields.ts';
import { addressOf, readRoute } from '../../../../../panel/src/shared/route.ts';

/** How the panel interprets answers, apart from how it draws them. */

const due = (daysLeft: number | null, state: Obligation['state'] = 'open', certain = true) => ({
  daysLeft,
  state,
  certain,
});

test('the most urgent obligations come first, and those without a date last', () => {
  const doubtful = due(-2, 'late', false);
  const others = [due(null), due(8), due(0), due(-1, 'late'), due(7), due(-30, 'late'), due(1)];
  const found = byUrgency([doubtful, ...others]);
  expect(found.map(({ when, obligations }) => [when, obligations.map(({ daysLeft }) => daysLeft)])).toEqual([
    ['late', [-30, -1]],
    ['perhaps', [-2]],
    ['today', [0]],
    ['week', [1, 7]],
    ['later', [8, null]],
  ]);
});

test('a line names the companies with most, and counts the others', () => {
  const companies = Array.from({ length: 200 }, (_, index): [string, number] => [`Bar ${index}`, 9]);
  expect(companiesText({ companies: companies.slice(0, 2) })).toBe('Bar 0 9, Bar 1 9');
  expect(companiesText({ companies: companies.slice(0, 6) })).toMatch(/, Bar 5 9$/);
  expect(companiesText({ companies })).toBe('Bar 0 9, Bar 1 9, Bar 2 9, Bar 3 9, Bar 4 9 y 195 empresas más');
});

test('certificates of one holder that expire on one day are one line, with everything that the line declares done', () => {
  const one = (id: string, more: Partial<Obligation> = {}) => ({
    id,
    holder: null,
    due: '2027-01-14',
    ...more,
  });
  const ana = { holder: { document: '12345678Z', name: 'ANA' } };
  const all = [
    ...[one('a', { ...ana, company: 1 }), one('b'), one('c', { ...ana, company: 2 })],
    ...[one('d', { ...ana, due: '2027-01-15' }), one('e', { holder: { document: '87654321X', name: null } })],
    one('f'),
  ] as Obligation[];
  expect(together(all).map(({ ids }) => ids)).toEqual([['a', 'c'], ['b'], ['d'], ['e'], ['f']]);
});

describe('the lines of obligations', () => {
  const TODAY = '2026-11-27';
  const one = (companyName: string | null, daysLeft: number, more: object = {}) =>
    ({
      companyName,
      daysLeft,
      due: plusDays(TODAY, daysLeft),
      state: daysLeft < 0 ? 'late' : 'open',
      certain: true,
      rule: { id: 'contrato', title: 'Comunicar el contrato al SEPE', authority: 'sepe' },
      ...more,
    }) as Obligation;
  const say = (obligations: Obligation[]) =>
    inLines(obligations).map((line) => [lineText(line, TODAY), line.companies] as const);

  test('equal obligations are one line with its day and their number for each company', () => {
    const found = say([
      ...[one('Bar El Puerto', 6), one('Talleres Ruiz', 6), one('Talleres Ruiz', 6), one(null, 6)],
      one('Talleres Ruiz', 7),
    ]);
    expect(found).toEqual([
      [
        '4 contratos que vencen el jueves 3 de diciembre',
        [
          ['Talleres Ruiz', 2],
          ['Bar El Puerto', 1],
          ['Sin empresa', 1],
        ],
      ],
      ['1 contrato que vence el viernes 4 de diciembre', [['Talleres Ruiz', 1]]],
    ]);
  });

  test('a line says whether its day is over, today, or not known', () => {
    const of = (daysLeft: number, more: object = {}) =>
      say([one('A', daysLeft, more), one('A', daysLeft, more)])[0]![0];
    expect(of(-3, { certain: false })).toBe('2 contratos que pudieron vencer el martes 24 de noviembre');
    expect(of(-3)).toBe('2 contratos que vencieron el martes 24 de noviembre');
    expect(of(0)).toBe('2 contratos que vencen hoy');
    expect(of(0, { due: null, daysLeft: null })).toBe('2 contratos, sin fecha cierta');
    const other = { rule: { id: 'otra', title: 'Hacer algo', authority: 'tgss' } };
    expect(of(40, other)).toBe('2 × Hacer algo que vencen el miércoles 6 de enero de 2027');
  });

  test('obligations at an authority that is down are listed as blocked, the longest overdue first', () => {
    const state = (authority: string, how: string) =>
      ({
        authority,
        name: authority,
        state: how,
        since: null,
        until: null,
        message: 'No responde.',
      }) as Authority;
    const [late, soon, later, other] = [
      ...[one('A', -2), one('A', 3), one('A', 30)],
      one('A', 1, { rule: { id: 'alta', title: 'Alta', authority: 'tgss' } }),
    ] as [Obligation, Obligation, Obligation, Obligation];
    const outages = outagesIn(
      [state('tgss', 'up'), state('sepe', 'down'), state('aeat', 'slow'), state('dehu', 'maintenance')],
      [soon, other, later, late],
    );
    expect(outages.map(({ authority, blocks }) => [authority, blocks])).toEqual([
      ['sepe', [late, soon]],
      ['dehu', []],
    ]);
  });

  test('each rule that can have several obligations at once has a noun for them', () => {
    // A person, not an office, has these, or their own words say how many there are.
    const without = ['certificado-contratistas', 'certificado-digital', 'accidente'];
    for (const { id, title } of RULES.filter((rule) => !rule.id.startsWith('notificacion'))) {
      const text = lineText(
        inLines([one('A', 1, { rule: { id, title } }), one('A', 1, { rule: { id, title } })])[0]!,
        TODAY,
      );
      expect(text.includes('×'), id).toBe(without.includes(id));
    }
  });
});

const filing = (more: Partial<ListedFiling>) =>
  ({
    id: more.created_at,
    operation: 'POST /api/v4/seg-social/alta',
    ccc: '28000000097',
    worker: { document: '12345678Z', nss: null, name: null },
    documents: [],
    key: null,
    ...more,
  }) as ListedFiling;

describe('a refusal', () => {
  const refused = filing({ created_at: '2026-11-20T09:00:00Z' });

  test.each([
    ['accepted later', [], [filing({ created_at: '2026-11-20T10:00:00Z' })], false],
    ['accepted before', [], [filing({ created_at: '2026-11-20T08:00:00Z' })], true],
    ['refused again', [filing({ created_at: '2026-11-20T10:00:00Z' })], [], false],
    [
      'accepted for another worker',
      [],
      [
        filing({
          created_at: '2026-11-20T10:00:00Z',
          worker: { document: '87654321X', nss: null, name: null },
        }),
      ],
      true,
    ],
    ['another operation', [], [filing({ created_at: '2026-11-20T10:00:00Z', operation: 'other' })], true],
  ])('a refusal is shown as long as no later filing settled it: %s', (_, more, accepted, isShown) => {
    expect(stillRefused([refused, ...more], accepted).includes(refused)).toBe(isShown);
  });

  const id = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';
  const wrong = filing({ id, created_at: '2026-11-20T09:00:00Z', state: 'refused' });
  const right = (key: string, more: Partial<ListedFiling> = {}) =>
    filing({
      created_at: '2026-11-20T10:00:00Z',
      key,
      ccc: '28000000198',
      worker: { document: '87654321X', nss: null, name: null },
      ...more,
    });

  test('a refusal is corrected by a filing that says so, whatever was wrong in it', () => {
    const corrects = right(keyOf('random', id));
    expect(stillRefused([wrong], [corrects])).toEqual([]);
    expect(stillRefused([wrong, corrects], [])).toEqual([corrects]);
    expect(stillRefused([{ ...wrong, worker: null }], [{ ...corrects, worker: null }])).toEqual([]);
    expect(stillRefused([wrong], [right(keyOf('random', undefined))])).toEqual([wrong]);
    expect(stillRefused([wrong], [right(keyOf('random', id.replace('7', '8')))])).toEqual([wrong]);
  });

  test('a refusal without a worker is shown until it is corrected', () => {
    const of = { worker: null };
    const later = filing({ ...of, created_at: '2026-11-20T10:00:00Z' });
    expect(stillRefused([filing({ ...of, created_at: '2026-11-20T09:00:00Z' })], [later])).toHaveLength(1);
  });
});

test('certificates are shown from 30 days before their end, the first to end first', () => {
  const ends = ['2026-12-23', '2026-12-24', '2026-11-20', '2026-11-23 10:00:00'];
  const found = expiring(
    ends.map((expired) => ({ expired })),
    '2026-11-23',
  );
  expect(found.map(({ daysLeft }) => daysLeft)).toEqual([-3, 0, 30]);
});

test('the advice on an unknown outcome says first never to send it again, and then how to look it up', () => {
  const filing = {
    authority: 'tgss',
    worker: { document: '12345678Z', nss: null, name: null },
    reference: null,
    looks: 2,
  };
  const steps = guideFor(filing, true);
  expect(steps[0]).toMatch(/^No lo envíe otra vez/);
  expect(steps[1]).toContain('2 veces');
  expect(steps[2]).toContain('la sede de la Seguridad Social');
  expect(steps[2]).toContain('el documento 12345678Z.');
});

test('the advice on an outcome that no query can prove is to look at the authority itself', () => {
  const filing = { authority: 'tgss', worker: null, reference: null, looks: 0 };
  expect(guideFor(filing, false).join(' ')).not.toMatch(/Comprobar|preguntado/);
  expect(guideFor(filing, false)[1]).toMatch(/^Ninguna consulta lo muestra desde aquí: entre en la sede/);
  const found = (lookUp: Form['lookUp'], reference: string | null) => canBeAsked({ lookUp }, { reference });
  expect([found('query', null), found('by-reference', '1'), found('by-reference', null)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(found('none', '1')).toBe(false);
});

test('an outcome that became known says whether it is filed, and what may be done', () => {
  const said = (state: ListedFiling['state']) => outcomeText({ state, authority: 'sepe' });
  expect(said('accepted')).toBe('Está presentado: consta en el SEPE.');
  expect(said('refused')).toContain('No está presentado: el SEPE lo rechazó.');
  expect(said('declaredFiled')).toContain('presentado, porque usted lo ha declarado');
  expect(said('declaredNotFiled')).toContain('se puede presentar de nuevo');
});

test('days are counted in days of the calendar, also where clocks change', () => {
  expect(plusDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect([-6, -1].map((days) => showDaysLeft(days, false))).toEqual([
    'pudo vencer hace 6 días',
    'pudo vencer ayer',
  ]);
  expect([-6, -1, 0, 1, 15, null].map((days) => showDaysLeft(days))).toEqual([
    'venció hace 6 días',
    'venció ayer',
    'hoy',
    'mañana',
    'en 15 días',
    'sin fecha',
  ]);
  expect(showDay('2026-12-07')).toBe('07/12/2026');
  expect(showDay('2026-12')).toBe('12/2026');
  expect(showMoment('2026-11-23T23:30:00Z')).toBe('24/11/2026, 00:30');
  expect(showMoment('2025-12-31T22:59:00Z')).toBe('31/12/2025, 23:59');
});

test('addresses are read as they are written', () => {
  expect(readRoute('')).toEqual({ page: 'hoy', id: undefined, query: {} });
  const address = addressOf('tramites', 'a/b', { state: 'unknown', from: '' });
  expect(address).toBe('#/tramites/a%2Fb?state=unknown');
  expect(readRoute(address)).toEqual({ page: 'tramites', id: 'a/b', query: { state: 'unknown' } });
  // By hand.
  expect(readRoute('#/%')).toEqual({ page: '%', id: undefined, query: {} });
});

test('the history of a trámite is in the order in which it happened', () => {
  const user = { id: 'u', name: 'Ana', email: 'ana@example.com' };
  const whole = {
    user,
    authority: 'tgss',
    state: 'declaredFiled',
    started_at: null,
    created_at: '2026-11-23T09:00:00Z',
    committing_at: '2026-11-23T09:00:02Z',
    ended_at: '2026-11-23T09:00:30Z',
    preview: { id: 'p', at: '2026-11-23T08:00:00Z', user: { ...user, name: 'Luis' } },
    stated: { filed: true, note: 'Consta', at: '2026-11-23T10:00:00Z', user },
  } as unknown as WholeFiling;
  expect(stepsOf(whole).map(({ text }) => text)).toEqual([
    'Luis lo probó antes de presentarlo',
    'Ana lo pidió',
    'Se envió a la Seguridad Social',
    'Ana declaró que consta en el organismo: «Consta»',
  ]);
});

test('a dry run that passed can be filed for two hours', () => {
  const tried = { dry: true, result: 'passed', ended_at: '2026-11-23T09:00:00.000Z' } as const;
  const at = (time: string) => new Date(`2026-11-23T${time}Z`);
  expect(fileableUntil(tried, at('10:59:59'))).toBe('2026-11-23T11:00:00.000Z');
  expect(fileableUntil(tried, at('11:00:00'))).toBeUndefined();
  expect(fileableUntil({ ...tried, result: 'refused' }, at('10:00:00'))).toBeUndefined();
  expect(fileableUntil({ ...tried, dry: false }, at('10:00:00'))).toBeUndefined();
});

test('one timeline has trámites and obligations, without withdrawn ones', () => {
  const obligation = (state: string, day: string, id = 'contrato') =>
    ({
      id: day,
      state,
      due: day,
      of: day,
      opens: '2026-11-20',
      rule: { id, title: 'Contrato' },
      worker: null,
    }) as unknown as Obligation;
  const entries = timelineOf(
    [filing({ created_at: '2026-11-23T09:00:00Z' })],
    [
      obligation('open', '2026-12-01'),
      // A renewal that is planned is in two of the lists that are asked for.
      obligation('open', '2026-12-01'),
      obligation('withdrawn', '2026-12-02'),
      obligation('closed', '2026-11-01'),
      obligation('open', '2026-11-30', 'notificacion-dehu'),
    ],
  );
  expect(entries.map(({ kind, at }) => [kind, at])).toEqual([
    ['obligation', '2026-12-01'],
    ['filing', '2026-11-23T09:00:00Z'],
    // By the day on which it was sent.
    ['notification', '2026-11-20'],
    ['obligation', '2026-11-01'],
  ]);
});
