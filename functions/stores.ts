import type { OfUsers } from '../shared/stores/identity/users.ts';
import { type CapabilityStores, gatewayStores } from '../shared/stores/stores.ts';
import { capabilities } from './capabilities/list.ts';

/** What capabilities keep of users, together. */
const ofUsers: OfUsers = {
  rows: async () => {
    const rows = await Promise.all(capabilities.map((capability) => capability.ofUsers?.rows?.()));
    return (user) => rows.flatMap((rowsOf) => rowsOf?.(user) ?? []);
  },
  ownerJoined: async (user, at) => {
    for (const capability of capabilities) await capability.ofUsers?.ownerJoined?.(user, at);
  },
};

/** The stores of the gateway and of its capabilities. A capability's store is loaded when it is first used. */
export const stores = {
  ...gatewayStores(ofUsers),
  ...(Object.fromEntries(
    capabilities.flatMap(({ name, store }) => (store ? [[name, store]] : [])),
  ) as unknown as CapabilityStores),
};
