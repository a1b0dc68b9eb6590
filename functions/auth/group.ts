import type { Group } from '../../shared/operation.ts';
import { getSession } from './operations/get-session.ts';
import { signIn } from './operations/sign-in.ts';
import { signOut } from './operations/sign-out.ts';

export const auth: Group = {
  name: 'auth',
  prefix: '/api/v4/auth',
  title: 'Sesiones',
  needs: ['passwords:read'],
  operations: [signIn, getSession, signOut],
};
