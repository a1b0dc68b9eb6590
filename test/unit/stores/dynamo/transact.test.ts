import {
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { withRetries } from '../../../../shared/stores/dynamo/dynamo.ts';

describe('a write that conflicts with others', () => {
  const conflict = () => new TransactionConflictException({ message: '', $metadata: {} });
  const canceled = (...codes: string[]) =>
    new TransactionCanceledException({
      message: '',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    });
  const failing = (...errors: Error[]) => {
    let tries = 0;
    return {
      write: async () => (errors[tries++] ? Promise.reject(errors[tries - 1]) : 'done'),
      tries: () => tries,
    };
  };

  test('the write is repeated', async () => {
    const { write } = failing(
      conflict(),
      canceled('None', 'TransactionConflict'),
      canceled('ThrottlingError'),
      new TransactionInProgressException({ message: '', $metadata: {} }),
    );
    expect(await withRetries(write)).toBe('done');
  });

  test('the write is not repeated if a condition does not hold', async () => {
    const { write, tries } = failing(canceled('TransactionConflict', 'ConditionalCheckFailed'));
    await expect(withRetries(write)).rejects.toThrow(TransactionCanceledException);
    expect(tries()).toBe(1);
  });

  test('the write is not repeated after any other error', async () => {
    const { write, tries } = failing(new Error('other'), canceled('ValidationError'));
    await expect(withRetries(write)).rejects.toThrow('other');
    await expect(withRetries(write)).rejects.toThrow(TransactionCanceledException);
    expect(tries()).toBe(2);
  });
});
