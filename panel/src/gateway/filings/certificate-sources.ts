import type { Shared } from '../../shared/context.ts';
import type { WholeFiling } from '../../shared/data.ts';
import type { Filled } from '../../shared/filled.ts';
import { first } from '../../shared/first.ts';
import { listedWorker } from '../workers/listed-worker.ts';
import { type CertificateSources, COMPANY_CERTIFICATE } from './certificate-values.ts';

/** The most trámites of a worker that are looked through. */
const MOST = 100;

const ADDRESSES = {
  alta: 'POST /api/v4/seg-social/alta',
  contract: 'POST /api/v4/sepe/contrata',
};

/**
 * Reads what the office has for a company certificate. What cannot be read is left out.
 * @param given what the address of the form says: the account and the worker
 */
export const certificateSources = async (
  { session: { gateway, role }, capabilities }: Pick<Shared, 'session' | 'capabilities'>,
  { regimen = '', ccc = '', dni: document, nss = '' }: Filled,
  termination: WholeFiling | undefined,
): Promise<CertificateSources> => {
  const orNothing = () => undefined;
  const account = regimen + ccc;
  const company = termination?.company ?? undefined;
  const [filings, earlier, client, workforce] = await Promise.all([
    document ? first(gateway.listFilings.each({ worker: document, dry: false, perPage: 50 }), MOST) : [],
    company === undefined
      ? []
      : first(
          gateway.listFilings.each({ company, operation: COMPANY_CERTIFICATE, state: 'accepted' }),
          1,
        ).catch(() => []),
    company === undefined || role === null
      ? undefined
      : gateway.getClient({ customerID: company }).then(({ data }) => data, orNothing),
    listedWorker({ gateway, capabilities }, { company, worker: document }),
  ]);
  const accepted = filings.filter(
    (filing) => filing.state === 'accepted' && `${filing.regimen}${filing.ccc}` === account,
  );
  const last = (operation: string) => accepted.find((filing) => filing.operation === operation);
  const read = async (id: string | undefined) =>
    id === undefined ? undefined : gateway.getFiling({ id }).then(({ data }) => data, orNothing);
  const alta = last(ADDRESSES.alta);
  const [registration, contract, certificate] = await Promise.all([
    read(alta?.id),
    read(last(ADDRESSES.contract)?.id),
    read(earlier[0]?.id),
  ]);
  return {
    account: account || undefined,
    cif: client?.profile.dni,
    worker: { document: document ?? null, nss: nss || null },
    termination,
    registration,
    contract,
    changes: accepted
      .filter((filing) => !alta || filing.created_at > alta.created_at)
      .map(({ operation }) => operation),
    listed: workforce?.data.find(({ regimen, ccc }) => regimen + ccc === account),
    earlier: certificate,
    representative: client?.profile.parameters.representativeData,
  };
};
