import { describe, expect, test } from 'vitest';
import { registerEmployee } from '../../../../functions/seg-social/operations/register-employee.ts';
import { updateCno } from '../../../../functions/seg-social/operations/update-cno.ts';
import type { Submission } from '../../../../shared/operation/operation.ts';
import { draftOf } from '../../../../shared/serving/filing/draft.ts';
import type { Acting } from '../../../../shared/serving/stages.ts';
import type { CertificateRow } from '../../../../shared/stores/certificate-row.ts';

/** Which submissions are the same: they have the same name in the table of those under way. */

const certificate = { id: 'c1', fingerprint: 'f1', dni: '12345678Z', clientId: 0 } as CertificateRow;
const caller = { accountId: 'account', userId: 'user', sessionId: 'session' };
const input: Record<string, unknown> = {
  nss: '280000000097',
  dni: '12345678Z',
  duplicate: true,
  test: false,
};

interface Request {
  call?: Partial<Acting>;
  operation?: Submission;
  address?: string;
  key?: string | undefined;
}

const draft = ({ call, operation, address = '/api/v4/seg-social/alta', key = 'k' }: Request = {}) =>
  draftOf(
    {
      requestId: 'r1',
      now: new Date('2026-11-04T11:00:00Z'),
      dry: false,
      caller,
      certificate,
      input,
      operation: operation ?? registerEmployee,
      ...call,
    } as unknown as Acting,
    address,
    key,
  );

const usual = draft();
const withCertificate = (given: Partial<CertificateRow>) => ({
  call: { certificate: { ...certificate, ...given } },
});
const withInput = (given: Record<string, unknown>) => ({ call: { input: { ...input, ...given } } });

describe('the content', () => {
  test.each<[string, Request]>([
    ['sent again, later', { call: { requestId: 'r2', now: new Date('2026-11-05T11:00:00Z') } }],
    [
      'with its fields in another order',
      { call: { input: Object.fromEntries(Object.entries(input).reverse()) } },
    ],
    ['with another certificate of the same person', withCertificate({ id: 'c2', fingerprint: 'f2' })],
    ['of another user of the account', { call: { caller: { ...caller, userId: 'other' } } }],
    ['with another idempotency key', { key: 'l' }],
    ['that asks for other documents', withInput({ duplicate: false, obtener_idc: true })],
  ])('of a submission is the same %s', (_, request) => {
    expect(draft(request).guards?.content).toBe(usual.guards?.content);
  });

  test.each<[string, Request]>([
    ['certificate of another person', withCertificate({ dni: '87654321X' })],
    ['account', { call: { caller: { ...caller, accountId: 'other' } } }],
    ['value', withInput({ nss: '280000000194' })],
    ['field', withInput({ cno: '4122' })],
    ['method', { operation: updateCno as unknown as Submission }],
    ['address', { address: '/api/v4/seg-social/cno' }],
    ['world of the account at the sandbox authorities', { call: { world: 1 } }],
  ])('of a submission is another one with another %s', (_, request) => {
    expect(draft(request).guards?.content).not.toBe(usual.guards?.content);
  });

  test('is of the certificate itself where this names no person', () => {
    const [one, same, other] = [
      { id: 'c1', fingerprint: 'f1' },
      { id: 'c2', fingerprint: 'f1' },
      { id: 'c1', fingerprint: 'f2' },
    ].map((given) => draft(withCertificate({ dni: '', ...given })).guards?.content);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});

describe('the idempotency key', () => {
  test('is one within a user, and within a world of the account', () => {
    const names = [
      usual,
      draft(withInput({ nss: '280000000194' })),
      draft({ key: 'l' }),
      draft({ call: { caller: { ...caller, userId: 'other' } } }),
      draft({ call: { world: 1 } }),
      draft({ call: { world: 2 } }),
    ].map(({ guards }) => guards?.key);
    expect(names[1]).toBe(names[0]);
    expect(new Set(names).size).toBe(5);
  });

  test.each<[string, Request]>([
    ['other documents', withInput({ duplicate: false })],
    ['another value', withInput({ nss: '280000000194' })],
    ['the certificate of another person', withCertificate({ dni: '87654321X' })],
    ['another method', { operation: updateCno as unknown as Submission }],
    ['another address', { address: '/api/v4/seg-social/cno' }],
  ])('does not fit a request with %s', (_, request) => {
    expect(draft(request).requestHash).not.toBe(usual.requestHash);
  });

  test('fits the same request', () => {
    const reversed = Object.fromEntries(Object.entries(input).reverse());
    expect(draft({ call: { requestId: 'r2', input: reversed } }).requestHash).toBe(usual.requestHash);
  });
});

test('a dry run stands in no other’s way', () => {
  expect(draft({ call: { dry: true } }).guards).toBeUndefined();
});
