import { describe, expect, test } from 'vitest';
import { alreadyFiled } from '../../../../../panel/src/gateway/filings/repeated.ts';

describe('the text about an act that was accepted before', () => {
  const now = new Date('2026-11-28T23:10:00Z');
  test.each([
    ['2026-11-28T23:05:00Z', 'Ana', 'Ya lo presentó Ana hoy a las 00:05'],
    ['2026-11-28T22:59:00Z', 'Ana', 'Ya lo presentó Ana ayer a las 23:59'],
    ['2026-11-01T09:32:00Z', 'Ana', 'Ya lo presentó Ana el 01/11/2026 a las 10:32'],
    ['2026-11-28T23:05:00Z', null, 'Ya se presentó hoy a las 00:05'],
  ])('the text has the day in Madrid: at %s by %s', (ended_at, name, text) => {
    const user = { id: 'u2', name, email: null };
    expect(alreadyFiled({ user, ended_at, created_at: ended_at }, { me: 'u1', now })).toBe(text);
  });

  test('the text tells the person who filed the act so', () => {
    const user = { id: 'u1', name: 'Ana', email: null };
    const created_at = '2026-11-28T23:05:00Z';
    expect(alreadyFiled({ user, ended_at: null, created_at }, { me: 'u1', now })).toBe(
      'Ya lo presentó usted hoy a las 00:05',
    );
  });
});
