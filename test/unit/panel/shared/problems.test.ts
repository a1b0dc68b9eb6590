import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PasarelaError, UnknownOutcome } from '../../../../client/src/errors.ts';
import { meaningsElsewhere, meaningsIn, meaningsOf } from '../../../../panel/src/gateway/filings/refusals.ts';
import {
  mistakesOf,
  problemOf,
  withoutMistakes,
  withoutName,
} from '../../../../panel/src/shared/problems.ts';
import { DIL } from '../../../../sandbox/tgss/messages.ts';
import {
  accessMissing,
  authorityDown,
  authorityPaused,
  authoritySilent,
  errorPage,
  tooManyAtOnce,
  unknownOutcome,
  unreadable,
} from '../../../../shared/kernel/authority-errors.ts';
import {
  inProgress,
  notYetOffered,
  onlyOperators,
  sameAct,
  secondFactorDue,
  tooManyQueued,
  undoing,
} from '../../../../shared/kernel/errors.ts';

/** Failures, as they are explained to a person. */

const lost = { message: 'No se ha recibido respuesta: TypeError: Failed to fetch' };
const inquiry = {
  check: () => Promise.reject(new Error('not asked for')),
  resolve: () => Promise.reject(new Error('not asked for')),
};

test.each([
  [new UnknownOutcome({ ...lost, status: 502 }, inquiry), 'No se sabe si se ha presentado', 'compruébelo'],
  [new UnknownOutcome(lost, inquiry), 'No se sabe si se ha presentado', 'compruébelo'],
  [{ status: 422, message: 'x', errors: { tgss: ['x'] } }, 'El organismo lo rechaza', 'x'],
  [{ status: 503, message: 'x', retryAfter: 61 }, 'No está disponible ahora', 'dentro de 2 minutos'],
  [{ status: 500, message: 'x' }, 'El servicio no ha podido hacerlo', 'número de referencia'],
  [{ status: 403, message: 'x' }, 'No tiene permiso', 'titular'],
])('a person learns what failed and what to do: %o', (failure, title, text) => {
  const problem = problemOf(failure, true);
  expect(problem.title).toBe(title);
  expect(problem.text.join(' ')).toContain(text);
});

test('mistakes of a form are shown at its fields, and not again below it by the names for programs', () => {
  const taken = { 'access.email': ['access.email: El e-mail ya existe en el servicio.'] };
  const failure = { status: 422, message: taken['access.email'][0], errors: taken, requestId: 'r1' };
  const paths = { 'access.email': 'email', 'profile.dni': 'cif' };
  const mistakes = mistakesOf(failure, paths);
  expect(mistakes).toEqual({ email: ['El e-mail ya existe en el servicio.'] });
  const problem = withoutMistakes(problemOf(failure, true), paths);
  expect(problem).toMatchObject({ text: ['Corrija lo que está marcado.'], fields: [], reference: 'r1' });
  expect([problem.title, ...problem.text].join(' ')).not.toContain('access');
});

test('a mistake in no field of the form is shown below the form, and so is a failure without mistakes', () => {
  const errors = { 'access.email': ['Sobra.'], profile: ['profile: Demasiadas cuentas.'] };
  const both = withoutMistakes(problemOf({ status: 422, message: 'x', errors }, true), {
    'access.email': 'email',
  });
  expect(both.fields).toEqual([['profile', ['Demasiadas cuentas.']]]);
  const down = problemOf({ status: 503, message: 'x' }, true);
  expect(withoutMistakes(down, {})).toEqual(down);
  expect(mistakesOf(new TypeError('x'), {})).toEqual({});
});

describe('the page about a lost answer', () => {
  test('the page says that nothing was changed only if nothing can have been changed', () => {
    const texts = [false, true].map((mayChange) => problemOf(new PasarelaError(lost), mayChange).text.join());
    expect(texts[0]).toContain('No se ha cambiado ni presentado nada');
    expect(texts[1]).toContain('No se sabe si ha llegado');
    expect(texts[1]).not.toContain('No se ha cambiado');
    expect(texts.join()).not.toContain('TypeError');
  });
});

describe('a defect of the panel itself', () => {
  test.each([true, false])(
    'the defect is called a defect, without words of a program: may change %s',
    (mayChange) => {
      const problem = problemOf(new TypeError('Cannot read properties'), mayChange);
      expect(problem).toMatchObject({ title: 'El panel ha fallado', isOwn: true });
      expect(problem.text.join()).not.toMatch(/Cannot|conexión|No se ha cambiado/);
      expect(problemOf(new PasarelaError(lost), mayChange).isOwn).toBe(false);
    },
  );
});

test('a mistake of a field is shown at the field, without the name for programs', () => {
  const errors = { cno: ['cno: Debe tener 4 dígitos.'], ccc: ['ccc: Este campo es obligatorio.'] };
  const problem = problemOf({ status: 422, message: 'cno: Debe tener 4 dígitos.', errors }, true);
  expect(problem.fields).toEqual([['ccc', ['Este campo es obligatorio.']]]);
  expect(withoutName('cno', errors.cno)).toEqual(['Debe tener 4 dígitos.']);
});

test.each([
  [89, 'dentro de 2 minutos'],
  [2 * 60 * 60, 'a las 16:20.'],
  [24 * 60 * 60, 'el 28/11/2026 a las 14:20.'],
])('a person learns to try again after %i seconds: %s', (retryAfter, when) => {
  vi.useFakeTimers({ now: new Date('2026-11-27T13:20:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { text } = problemOf({ status: 429, message: 'x', retryAfter }, false);
  expect(text.at(-1)).toContain(`Vuelva a intentarlo ${when}`);
});

/** The gateway's failures, whose texts are also written for programs. */
const FAILURES = {
  accessMissing: accessMissing(['x']),
  unknownOutcome: unknownOutcome('tgss', undefined, '01K'),
  errorPage: errorPage('sepe', 500),
  authorityDown: authorityDown('aeat', 5),
  authorityPaused: authorityPaused('dehu', 'mantenimiento.', 5),
  tooManyAtOnce: tooManyAtOnce('sepe'),
  unreadable: unreadable('tgss'),
  authoritySilent: authoritySilent('sepe'),
  sameAct: sameAct({ became: 'unknown', other: '01K', own: '01M' }),
  justAccepted: sameAct({ became: 'accepted', other: '01K', own: '01M', hasOtherDetails: true }),
  undoing: undoing({ isUnderWay: false, other: '01K', own: '01M' }),
  inProgress: inProgress({ id: '01K', authority: 'tgss' }),
  secondFactorDue: secondFactorDue(),
  onlyOperators: onlyOperators(),
  notYetOffered: notYetOffered('no es público cómo', 'del SEPE'),
  tooManyQueued: tooManyQueued(5),
};

test.each(Object.entries(FAILURES))(
  'the failure %s is described without addresses, and authorities have their article',
  (_, failure) => {
    const { text } = problemOf(failure, true);
    expect(text.join(' ')).not.toMatch(/(?:GET|POST|PUT|DELETE)|\/\w|[a-z]_\w|[a-z][A-Z]/);
    expect(text.join(' ')).not.toMatch(
      /(?<!\b(?:[Ee]l|del|al) )SEPE\b|(?<!\b[Ll]a )(?:Seguridad Social|Agencia Tributaria|DEHú)/,
    );
  },
);

test('each field is named once, and the number by which it can be found', () => {
  const errors = { ccc: ['No'], tgss: ['Mal'] };
  const problem = problemOf({ status: 422, message: 'Mal', errors, requestId: 'r' }, true);
  expect(problem).toMatchObject({ fields: [['ccc', ['No']]], reference: 'r', text: ['Mal'] });
});

test('a required second factor is not shown as a missing right, and without POST and PUT', () => {
  const problem = problemOf(secondFactorDue(), false);
  expect(problem).toMatchObject({ title: 'Falta su segundo factor', needsSecondFactor: true });
  expect(problem.text.join()).not.toMatch(/POST|titular/);
  expect(problemOf({ status: 403, message: 'x' }, false).needsSecondFactor).toBeUndefined();
});

test('a refusal is shown with the meaning of its code, and not of a code of another authority', () => {
  const meanings = (authority: string, ...messageCodes: string[]) => meaningsOf({ authority, messageCodes });
  expect(meanings('tgss', '3462', '9999')).toEqual([expect.stringContaining('no está autorizado')]);
  expect(meanings('sepe', '3462')).toEqual([]);
  expect(meanings('aeat', 'CCT0026')).toEqual([]);
  // A form shows meanings at its fields, and the others above its button; a row of a batch has only texts.
  const refused = { authority: 'tgss', messageCodes: ['2204', '3001', '3462'] };
  const field = (name: string) => ({ name }) as Parameters<typeof meaningsElsewhere>[1][number];
  expect(meaningsElsewhere(refused, [field('dni')])).toEqual(meanings('tgss', '3001', '3462'));
  const texts = ['3820* NUMERO DE AFILIACION INEXISTENTE', 'OTRA COSA'];
  expect(meaningsIn(texts, { tag: 'seg-social' })).toEqual(meanings('tgss', '3820'));
  expect([meaningsIn(texts, { tag: 'aeat' }), meaningsIn(texts, undefined)]).toEqual([[], []]);
});

test('the refusals of the stand-in of TGSS, and those that a clerk corrects at SEPE, have a meaning', () => {
  const refusals = Object.values(DIL).filter((text) =>
    /ERROR|ERRONE|NO (?:EXISTE |ESTA |AUTORIZADA)|OBLIGATORIO|INEXIST/.test(text),
  );
  const codes = refusals.map((text) => text.slice(0, 4)).filter((code) => !['4879'].includes(code));
  expect(
    codes.filter((code) => meaningsOf({ authority: 'tgss', messageCodes: [code] }).length === 0),
  ).toEqual([]);
  const sepe = [
    'CCT0027',
    'CCT0137',
    'CCT0138',
    'CCT0142',
    'CCT0143',
    'CCT0259',
    'CCT4035',
    'CCT4069',
    'CCT4084',
  ];
  expect(meaningsOf({ authority: 'sepe', messageCodes: sepe })).toHaveLength(sepe.length);
});

test('a refusal for an act that was accepted before has the words of the authority, and names the trámite for a link', () => {
  const [refusal, repeated] = ['4359* MOVIMIENTO PREVIO ERRONEO', '01KAJ5Z3W8Q2N6T4R0M9XCVB7D'];
  const message = `${refusal}. Lo mismo ya se aceptó el 29/11/2026 a las 00:13 (trámite ${repeated}).`;
  const { text, fields, ...problem } = problemOf(
    { status: 422, message, errors: { tgss: [refusal] }, repeated },
    false,
  );
  expect([text, fields]).toEqual([[refusal], []]);
  expect(problem.repeated).toBe(repeated);
});
