import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** The users of an account. Users of client companies belong to the group of client companies. */
export const users: LazyGroup = {
  name: 'users',
  prefix: '/api/v4/users',
  title: 'Usuarios',
  needs: [
    'accounts:read',
    'users:write',
    'links:send',
    'wrong-tries:forget',
    'passwords:delete',
    'mail:send',
  ],
  operations: {
    'GET /': async () => (await load()).listUsers,
    'POST /': async () => (await load()).inviteUser,
    'PATCH /{userId}': async () => (await load()).changeUser,
    'DELETE /{userId}': async () => (await load()).removeUser,
    'DELETE /{userId}/second-factor': async () => (await load()).resetSecondFactor,
    'DELETE /clients/{clientId}/second-factor': async () => (await load()).resetClientSecondFactor,
    'PUT /preview': async () => (await load()).demandPreview,
    'PATCH /': async () => (await load()).demandSecondFactor,
  },
};
