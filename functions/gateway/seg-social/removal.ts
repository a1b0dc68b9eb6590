import type { SubmittingPort } from '../../../shared/authorities/authority-port.ts';
import type { Situation } from '../../../shared/authorities/tgss/jacada/situations/record.ts';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { sameCode, type WorkerWithDni } from '../../../shared/authorities/tgss/values.ts';
import { invalid } from '../../../shared/kernel/errors.ts';

/** Records to read for the one in force: a future one may come before it. */
const LATEST = 2;

/**
 * The latest records of a worker in an account, before one of them is removed. The authority's removal does not ask
 * for the worker's document, so it is compared here, if the authority shows one.
 * @throws ServiceError 422 if they belong to a person with another document
 */
export const recordsOf = async (
  { regimen, ccc, nss, dni }: WorkerWithDni,
  tgss: Pick<SubmittingPort, 'read'>,
): Promise<Situation[]> => {
  const { records } = await tgss.read(situations, { regimen, ccc, nss, offset: 0, limit: LATEST });
  if (records.some((shown) => shown.dni !== '' && !sameCode(shown.dni, dni)))
    throw invalid({ dni: ['No es el documento del trabajador de ese NSS.'] });
  return records;
};
