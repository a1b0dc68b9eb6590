import { describe, expect, test } from 'vitest';
import {
  accessMissing,
  authorityDown,
  errorPage,
  notWhatWasAsked,
  refused,
  unknownOutcome,
} from '../../../../shared/kernel/authority-errors.ts';
import { invalid, ServiceError } from '../../../../shared/kernel/errors.ts';
import { messagesOf } from '../../../../shared/serving/filing/answer.ts';

const error = () => new ServiceError(422, 'Error.', { errors: { tgss: ['uno', 'dos'] } });

describe('the words of an answer in the record', () => {
  test('the record has the authority’s messages, twenty at most, and otherwise ours', () => {
    expect(messagesOf('tgss', error())).toEqual({ message: 'Error.', messages: ['uno', 'dos'] });
    expect(messagesOf('sepe', error())).toEqual({ message: 'Error.', messages: ['Error.'] });
    const many = new ServiceError(422, 'x', { errors: { tgss: new Array(21).fill('m') } });
    expect(messagesOf('tgss', many).messages).toHaveLength(20);
    expect(messagesOf('tgss', {})).toEqual({ message: 'OK' });
    expect(messagesOf('tgss', { message: 'Hecho.' })).toEqual({ message: 'Hecho.' });
  });

  test.each<[string, ServiceError, true | undefined]>([
    ['its own refusal', refused('tgss', ['3408* NO']), true],
    ['that it wants a user and a password', accessMissing(['Usuario']), undefined],
    ['what this service finds', notWhatWasAsked('No existe.'), undefined],
    ['a field that is wrong', invalid({ ccc: ['No.'] }), undefined],
    ['an error page', errorPage('tgss', 500), undefined],
    ['that it is down', authorityDown('tgss', 1), undefined],
  ])('messages count as a refusal or not: %s', (_, failure, refusal) => {
    expect(messagesOf('tgss', failure).refusal).toBe(refusal);
    expect(messagesOf('sepe', accessMissing(['Usuario'])).refusal).toBe(true);
  });

  test('the record has no messages while the effect of the filing is not known', () => {
    expect(messagesOf('tgss', unknownOutcome('tgss'))).toEqual({
      message: expect.stringContaining('compruébela'),
    });
  });
});
