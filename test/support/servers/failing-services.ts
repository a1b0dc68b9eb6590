import { stores } from '../../../functions/stores.ts';
import { authorityPort, type PortOptions } from '../../../shared/authorities/authority-port.ts';
import { authorityDown } from '../../../shared/kernel/authority-errors.ts';
import type { Services } from '../../../shared/serving/services.ts';

export type Filings = Services['stores']['filings'];

/** The faults of a test: replaced functions of the store of filings, and an offset of the clock in milliseconds. */
export interface Faults {
  now?: number;
  stores?: Partial<Filings>;
}

/**
 * A store with some of its functions replaced. It is a proxy, because a store that is loaded at first use has no functions to
 * copy yet.
 */
export const replaced = <Store extends object>(store: Store, functions: () => Partial<Store>): Store =>
  new Proxy(store, {
    get: (real, name) => Reflect.get(functions(), name) ?? Reflect.get(real, name),
  });

/** Real services with the current faults. */
export const failingServices = (faults: () => Faults): Pick<Services, 'stores' | 'now'> => ({
  stores: { ...stores, filings: replaced(stores.filings, () => faults().stores ?? {}) },
  now: () => new Date(Date.now() + (faults().now ?? 0)),
});

/** Limits so high that nothing that is due is left out. */
export const ANY = { lookUp: 10_000, queued: 10_000, prepared: 10_000, evidence: 10_000 };

/**
 * The store of filings, limited to the filings of this test file. The table also has other files' filings, which the schedule
 * would find.
 * @returns replacements for functions of the store, and the ids of this file's filings
 */
export const ownFilings = () => {
  const own = new Set<string>();
  const ofThisFile: Partial<Filings> = {
    claimFiling: async (filing, how) => {
      own.add(filing.id);
      return stores.filings.claimFiling(filing, how);
    },
    unknownFilings: async () => (await stores.filings.unknownFilings()).filter(({ id }) => own.has(id)),
    dueFilings: async (now) => (await stores.filings.dueFilings(now, ANY)).filter(({ id }) => own.has(id)),
  };
  return { ofThisFile, own };
};

/**
 * The store of batches, whose due batches are limited to some. The table also has other files' batches, whose certificates this
 * file's stand-ins do not accept.
 */
export const ownBatches = (isOwn: (id: string) => boolean): typeof stores.batches =>
  replaced(stores.batches, () => ({
    dueBatches: async (now) => (await stores.batches.dueBatches(now)).filter(({ id }) => isOwn(id)),
  }));

/** Opens authorities that do not answer look-ups while `isDown` returns true. */
export const withoutLookUps = (isDown: () => boolean) => (options: PortOptions) => {
  const port = authorityPort(options);
  if (!options.bypassesBreaker) return port;
  return {
    ...port,
    read: (async (exchange, input) => {
      if (isDown()) throw authorityDown(options.authority, 60);
      return port.read(exchange, input);
    }) as typeof port.read,
  };
};
