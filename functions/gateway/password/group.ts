import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Web pages on which people make a password with a link from a mail, and request such a link. */
export const password: LazyGroup = {
  name: 'password',
  prefix: '/api/v4/password',
  title: 'Contraseñas',
  needs: [
    'users:update',
    'wrong-tries:forget',
    'counts:write',
    'known-networks:read',
    'links:send',
    'links:use',
    'passwords:write',
    'joined:ownerJoined',
    'mail:send',
  ],
  operations: {
    'GET /': async () => (await load()).showPage,
    'POST /': async () => (await load()).makePassword,
    'POST /forgotten': async () => (await load()).askLink,
  },
};
