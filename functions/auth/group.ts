import type { Group } from '../../shared/operation.ts';
import { createToken } from './operations/create-token.ts';
import { getSession } from './operations/get-session.ts';
import { listTokens } from './operations/list-tokens.ts';
import { revokeToken } from './operations/revoke-token.ts';
import { signIn } from './operations/sign-in.ts';
import { signOut } from './operations/sign-out.ts';

export const auth: Group = {
  name: 'auth',
  prefix: '/api/v4/auth',
  title: 'Sesiones',
  needs: ['passwords:read', 'api-tokens:write'],
  operations: [signIn, getSession, signOut, listTokens, createToken, revokeToken],
};
