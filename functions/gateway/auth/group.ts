import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

export const auth: LazyGroup = {
  name: 'auth',
  prefix: '/api/v4/auth',
  title: 'Sesiones',
  needs: [
    'accounts:read',
    'users:update',
    'users:rename',
    'sessions:write',
    'passwords:read',
    'second-factors:write',
    'api-tokens:write',
  ],
  operations: {
    'POST /login': async () => (await load()).signIn,
    'GET /': async () => (await load()).getSession,
    'PATCH /': async () => (await load()).changeMe,
    'GET /logout': async () => (await load()).signOut,
    'POST /second-factor': async () => (await load()).beginSecondFactor,
    'PUT /second-factor': async () => (await load()).confirmSecondFactor,
    'DELETE /second-factor': async () => (await load()).disableSecondFactor,
    'GET /tokens': async () => (await load()).listTokens,
    'POST /tokens': async () => (await load()).createToken,
    'DELETE /tokens/{tokenId}': async () => (await load()).revokeToken,
  },
};
