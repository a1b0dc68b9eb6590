import type { Group } from '../../shared/operation.ts';
import { askLink } from './operations/ask-link.ts';
import { makePassword } from './operations/make-password.ts';
import { showPage } from './operations/show-page.ts';

/** Web pages on which people make a password with a link from a mail, and request such a link. */
export const password: Group = {
  name: 'password',
  prefix: '/api/v4/password',
  title: 'Contraseñas',
  needs: ['records:write', 'passwords:write', 'mail:send'],
  operations: [showPage, makePassword, askLink],
};
