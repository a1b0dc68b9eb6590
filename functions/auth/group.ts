import type { LazyGroup } from '../../shared/operation/operation.ts';

export const auth: LazyGroup = {
  name: 'auth',
  prefix: '/api/v4/auth',
  title: 'Sesiones',
  needs: [
    'accounts:read',
    'users:update',
    'sessions:write',
    'passwords:read',
    'second-factors:write',
    'api-tokens:write',
  ],
  operations: {
    'POST /login': async () => (await import('./operations/sign-in.ts')).signIn,
    'GET /': async () => (await import('./operations/get-session.ts')).getSession,
    'GET /logout': async () => (await import('./operations/sign-out.ts')).signOut,
    'POST /second-factor': async () =>
      (await import('./operations/begin-second-factor.ts')).beginSecondFactor,
    'PUT /second-factor': async () =>
      (await import('./operations/confirm-second-factor.ts')).confirmSecondFactor,
    'DELETE /second-factor': async () =>
      (await import('./operations/disable-second-factor.ts')).disableSecondFactor,
    'GET /tokens': async () => (await import('./operations/list-tokens.ts')).listTokens,
    'POST /tokens': async () => (await import('./operations/create-token.ts')).createToken,
    'DELETE /tokens/{tokenId}': async () => (await import('./operations/revoke-token.ts')).revokeToken,
  },
};
