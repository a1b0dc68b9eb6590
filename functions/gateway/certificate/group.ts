import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

export const certificate: LazyGroup = {
  name: 'certificate',
  prefix: '/api/v4/certificate',
  title: 'Certificados digitales',
  needs: ['accounts:read', 'certificates:write', 'certificate-secrets:write'],
  operations: {
    'GET /': async () => (await load()).listCertificates,
    'POST /': async () => (await load()).saveCertificate,
    'PUT /{cert_secret}/notifications': async () => (await load()).watchNotifications,
    'DELETE /{cert_secret}': async () => (await load()).deleteCertificate,
  },
};
