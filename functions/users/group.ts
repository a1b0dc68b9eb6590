import type { LazyGroup } from '../../shared/operation/operation.ts';

/** The people of an account. Those of client companies are with the companies. */
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
    'GET /': async () => (await import('./operations/list-users.ts')).listUsers,
    'POST /': async () => (await import('./operations/invite-user.ts')).inviteUser,
    'PATCH /{userId}': async () => (await import('./operations/change-user.ts')).changeUser,
    'DELETE /{userId}': async () => (await import('./operations/remove-user.ts')).removeUser,
    'DELETE /{userId}/second-factor': async () =>
      (await import('./operations/reset-second-factor.ts')).resetSecondFactor,
    'DELETE /clients/{clientId}/second-factor': async () =>
      (await import('./operations/reset-client-second-factor.ts')).resetClientSecondFactor,
    'PUT /preview': async () => (await import('./operations/demand-preview.ts')).demandPreview,
    'PATCH /': async () => (await import('./operations/demand-second-factor.ts')).demandSecondFactor,
  },
};
