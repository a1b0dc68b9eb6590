import { aboutOf } from '../../operation/about.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';

/**
 * The client company that a request is about: the one that has its contribution account or its tax id, whoever's the
 * certificate is; of several, and of none, that of the certificate. And what its caller should look at: a contribution
 * account of another client company than the certificate, which may be meant. That this cannot be read changes nothing
 * else.
 */
export const companyOf = async (
  { stores: { clients }, log }: Services,
  { caller, certificate, operation, input, requestId }: Acting,
): Promise<Pick<Filing, 'companyId' | 'warnings'>> => {
  const { regimen, ccc, cif } = aboutOf(operation, input);
  const { accountId } = caller;
  const find = async (): Promise<number[]> => {
    if (ccc) return clients.clientsWithAccount(accountId, { regimen, ccc });
    return cif ? clients.clientsWithCif(accountId, cif) : [];
  };
  const found = await find().catch((error: Error): number[] => {
    log.error('the client company of a request could not be read', { requestId, error });
    return [];
  });
  const own = certificate.clientId || (caller.clientId ?? 0);
  const companyId = found.includes(own) ? own : (found[0] ?? own);
  const isOthers = ccc !== undefined && certificate.clientId !== 0 && companyId !== certificate.clientId;
  return {
    ...(companyId !== 0 && { companyId }),
    ...(isOthers && { warnings: [othersAccount(companyId, own)] }),
  };
};

const othersAccount = (companyId: number, own: number): string =>
  `La cuenta de cotización es del cliente ${companyId}, y el certificado, del cliente ${own}.`;
