import { expect, test } from 'vitest';
import {
  authorityDown,
  authorityPaused,
  authoritySilent,
  errorPage,
  notSwitchedOn,
  refused,
  tlsFailed,
  tooLong,
  tooManyAtOnce,
  unknownOutcome,
  unreadable,
} from '../../../shared/kernel/authority-errors.ts';
import { inProgress } from '../../../shared/kernel/errors.ts';

test.each([
  ['a refusal', refused('sepe', ['CCT0137 NO'])],
  ['an error page', errorPage('sepe', 500)],
  ['an outage', authorityDown('sepe', 30)],
  ['a pause', authorityPaused('sepe', 'Mantenimiento.', 30)],
  ['silence', authoritySilent('sepe')],
  ['too many at once', tooManyAtOnce('sepe')],
  ['too long an answer', tooLong('sepe')],
  ['TLS', tlsFailed('sepe', 'x', { retryAfter: 30 })],
  ['what is switched off', notSwitchedOn('sepe')],
  ['what cannot be read', unreadable('sepe')],
  ['an unknown outcome', unknownOutcome('sepe', undefined, 'id')],
  ['an equal filing that is under way', inProgress({ id: 'id', authority: 'sepe' })],
])(
  'a failure that comes from an authority has its message under the name of the authority: %s',
  (_, { errors, message }) => {
    expect(errors).toEqual({ sepe: [message] });
  },
);
