import type { Group } from '../../shared/operation.ts';
import { deleteCertificate } from './operations/delete-certificate.ts';
import { listCertificates } from './operations/list-certificates.ts';
import { saveCertificate } from './operations/save-certificate.ts';

export const certificate: Group = {
  name: 'certificate',
  prefix: '/api/v4/certificate',
  title: 'Certificados digitales',
  needs: ['records:write', 'certificate-secrets:write'],
  operations: [listCertificates, saveCertificate, deleteCertificate],
};
