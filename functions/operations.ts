import type { Group } from '../shared/operation.ts';
import { auth } from './auth/group.ts';
import { certificate } from './certificate/group.ts';
import { reference } from './reference/group.ts';
import { segSocial } from './seg-social/group.ts';

/**
 * Every group of the service. The routes, grants and throttles of the deployment, the reference and the tests over all
 * operations are derived from this list.
 */
export const groups: Group[] = [segSocial, certificate, auth, reference];
