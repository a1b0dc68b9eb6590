import type { LazyGroup } from '../../shared/operation/operation.ts';

export const certificate: LazyGroup = {
  name: 'certificate',
  prefix: '/api/v4/certificate',
  title: 'Certificados digitales',
  needs: ['accounts:read', 'certificates:write', 'certificate-secrets:write'],
  operations: {
    'GET /': async () => (await import('./operations/list-certificates.ts')).listCertificates,
    'POST /': async () => (await import('./operations/save-certificate.ts')).saveCertificate,
    'PUT /{cert_secret}/notifications': async () =>
      (await import('./operations/watch-notifications.ts')).watchNotifications,
    'DELETE /{cert_secret}': async () =>
      (await import('./operations/delete-certificate.ts')).deleteCertificate,
  },
};
