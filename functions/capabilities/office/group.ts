import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

export const office: LazyGroup = {
  name: 'office',
  prefix: '/api/v4/office',
  title: 'Despacho',
  needs: ['accounts:read'],
  operations: {
    'GET /configuration/certificates': async () => (await load()).listOfficeCertificates,
  },
};
