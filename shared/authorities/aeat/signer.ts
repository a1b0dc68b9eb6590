import { X509Certificate } from 'node:crypto';
import { identify } from '../../certificates/holder.ts';
import type { Credential } from '../channel/connections.ts';

/** The holder of a certificate, by whom the agency knows who signs; of a representative's, the represented organisation. */
export const signerOf = ({ chain }: Credential): { FIRNIF: string; FIRNOMBRE: string } => {
  const { name, holder } = identify(new X509Certificate(chain).raw);
  const { organisation, dni, surname, givenName } = holder;
  return organisation
    ? { FIRNIF: organisation.cif, FIRNOMBRE: organisation.name || name }
    : { FIRNIF: dni, FIRNOMBRE: [surname, givenName].filter(Boolean).join(' ') || name };
};
