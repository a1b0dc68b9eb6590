import { describe, expect, test } from 'vitest';
import { keyOf, stillRefused } from '../../../../../panel/src/gateway/filings/corrections.ts';
import { canBeAsked, guideFor, outcomeText } from '../../../../../panel/src/gateway/filings/outcomes.ts';
import { fileableUntil, stepsOf } from '../../../../../panel/src/gateway/filings/story.ts';
import type { ListedFiling, WholeFiling } from '../../../../../panel/src/shared/data.ts';
import type { Form } from '../../../../../panel/src/shared/fields.ts';

/** What a trámite has come to, in words. */

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
