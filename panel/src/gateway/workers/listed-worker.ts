import type { ListedWorker } from '../../capabilities/capability.ts';
import type { Session } from '../../session.ts';
import type { Shared } from '../../shared/context.ts';

/** A worker in the list of a company, where a capability keeps one; what cannot be read is not known. */
export const listedWorker = async (
  { gateway, capabilities }: Pick<Shared, 'capabilities'> & Pick<Session, 'gateway'>,
  { company, worker }: { company: number | undefined; worker: string | undefined },
): Promise<ListedWorker | undefined> => {
  if (company === undefined || !worker) return undefined;
  const find = capabilities.find(({ listedWorker }) => listedWorker)?.listedWorker;
  return find?.(gateway, { company, worker }).catch(() => undefined);
};
