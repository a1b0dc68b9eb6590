import { expect, test } from 'vitest';
import { toOfficeCertificate } from '../../../functions/capabilities/office/fields.ts';
import { toResource } from '../../../functions/gateway/certificate/fields.ts';
import type { CertificateRow } from '../../../shared/stores/certificate-row.ts';

test('a certificate that ends after midnight in Madrid, and before it in UTC, ends on the same day wherever it is shown', async () => {
  const row = {
    id: '0',
    accountId: 'account',
    clientId: 0,
    name: 'Uno',
    dni: '12345678Z',
    givenName: '',
    surname: '',
    issuer: '',
    fingerprint: '',
    chainHash: '',
    createdAt: '2026-06-30T22:30:00.000Z',
    notBefore: '2024-06-30T22:30:00.000Z',
    notAfter: '2026-06-30T22:30:00.000Z',
  } satisfies CertificateRow;
  const ports = {
    stores: { certificates: { issueSecret: async () => 'secret' } },
    authorityNow: new Date('2026-06-30T22:29:59Z'),
  };
  const { expired, active } = await toResource(row, true, ports as never);
  const { expiracion, creacion, activo } = toOfficeCertificate(row, true, ports.authorityNow);
  expect({ expired, active }).toEqual({ expired: '2026-07-01', active: 1 });
  expect({ expiracion, creacion, activo }).toEqual({ expiracion: expired, creacion: expired, activo: true });
});
