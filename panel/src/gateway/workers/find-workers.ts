import type { Gateway } from '../../../../client/src/client.ts';
import type { Capability, FoundWorker } from '../../capabilities/capability.ts';

/** The workers whom the capabilities find by a name or number. */
export const findWorkers = async (
  capabilities: readonly Capability[],
  gateway: Gateway,
  text: string,
): Promise<FoundWorker[]> =>
  (await Promise.all(capabilities.map((capability) => capability.findWorkers?.(gateway, text) ?? []))).flat();
