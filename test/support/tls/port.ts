import { authorityPort, type PortOptions } from '../../../shared/authorities/authority-port.ts';
import { CA, credentialOf, juan, soon } from './mutual-tls.ts';

/** A port to an authority that is served here, with generous deadlines. @param more overrides its options */
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
