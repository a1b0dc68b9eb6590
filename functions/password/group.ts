import type { Group } from '../../shared/operation.ts';
import { askLink } from './operations/ask-link.ts';
import { makePassword } from './operations/make-password.ts';
import { showPage } from './operations/show-page.ts';

/** Pages for people: making a password with a link that came by mail, and asking for such a link. */
export const password: Group = {
  name: 'password',
  prefix: '/api/v4/password',
  title: 'Contraseñas',
  needs: ['records:write', 'mail:send'],
  operations: [showPage, makePassword, askLink],
};
