import { authorityPort, type PortOptions } from '../../../shared/authorities/authority-port.ts';
import { CA, credentialOf, juan, soon } from './mutual-tls.ts';

/** A port to the authority that a server here is, with more time than anything takes; `more` says what is otherwise. */
export const portTo = (baseUrl: string, more: Partial<PortOptions> = {}) =>
  authorityPort({
    authority: 'tgss',
    baseUrl,
    ca: CA,
    credential: async () => credentialOf(juan),
    dry: false,
    deadline: new Date(soon()),
    log: () => {},
    ...more,
  });
