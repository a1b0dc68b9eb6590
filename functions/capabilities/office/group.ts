import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');
const loadCompanies = () => import('./companies.ts');

export const office: LazyGroup = {
  name: 'office',
  prefix: '/api/v4/office',
  title: 'Despacho',
  needs: [
    'accounts:read',
    'clients:write',
    'wrong-tries:forget',
    'passwords:delete',
    'certificate-secrets:delete',
    'sheets:ask',
  ],
  operations: {
    'GET /configuration/certificates': async () => (await load()).listOfficeCertificates,
    'POST /companies': async () => (await loadCompanies()).importCompanies,
  },
};
