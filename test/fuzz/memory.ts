import type { Services } from '../../shared/serving/services.ts';
import type { AllStores } from '../../shared/stores/stores.ts';

/** Services that keep in this process exactly the data that every request reads. */
export interface MemoryServices {
  services: Services;
  /** The answer to a call; `undefined` as soon as the call needs data that are not kept. One call at a time. */
  answered<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined>;
}

/**
 * Services that admit a request from memory. Tokens and callers' rows are read once from the real stores and kept; rates are
 * not counted; keys are read once, as always. Every other store, and every authority, is out of reach.
 */
export const inMemory = (real: Services): MemoryServices => {
  let end = (): void => {};
  // A promise that never settles: the call is abandoned, instead of ending with an error that no store would throw.
  const leave = (): never => {
    end();
    return new Promise(() => {}) as never;
  };
  const without = <Store extends object>(store: Store, kept: Partial<Store> = {}): Store =>
    // A proxy, because the function names of a store that is loaded later are not known yet.
    new Proxy({} as Store, {
      get: (_, name) => {
        const member = store[name as keyof Store];
        return kept[name as keyof Store] ?? (typeof member === 'function' ? leave : member);
      },
    });

  const { accounts, sessions, certificates, keys, tokenKeys, secrets } = real.stores;
  const claims = new Map<string, ReturnType<AllStores['sessions']['readToken']>>();
  const pairs = new Map<string, ReturnType<AllStores['secrets']['expectKeys']>>();
  const rows = new Map<string, ReturnType<AllStores['sessions']['loadCallerRows']>>();
  const kept: Partial<AllStores> = {
    accounts: without(accounts, { noteCall: () => undefined }),
    keys,
    tokenKeys,
    rateWindows: uncounted(real.stores),
    certificates: without(certificates, { readSecret: certificates.readSecret }),
    sessions: without(sessions, {
      readToken: (token, now) => once(claims, token, () => sessions.readToken(token, now)),
      loadCallerRows: (of, { secret }, now) =>
        once(rows, JSON.stringify([of, secret]), () => sessions.loadCallerRows(of, { secret }, now)),
    }),
    // Keys are read ahead of their use. The call ends when it then reaches for an authority.
    secrets: without(secrets, {
      expectKeys: (...of) => once(pairs, of.join(), () => secrets.expectKeys(...of)),
    }),
  };
  const stores = Object.fromEntries(
    Object.entries(real.stores).map(([name, store]) => [
      name,
      kept[name as keyof AllStores] ?? without(store),
    ]),
  ) as AllStores;
  return {
    services: { ...real, stores, openAuthority: leave },
    answered: (call) => {
      const left = new Promise<undefined>((resolve) => {
        end = () => resolve(undefined);
      });
      return Promise.race([left, call()]);
    },
  };
};

const once = <Value>(known: Map<string, Value>, name: string, make: () => Value): Value => {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
};

/** Admits all requests. Rate limits are not under test, and would refuse most requests. */
export const uncounted = ({ rateWindows }: AllStores): AllStores['rateWindows'] => ({
  ...rateWindows,
  countRequest: async (_scope, limit, now) => ({
    limit,
    remaining: limit,
    reset: Math.ceil(now.getTime() / 60_000) * 60,
    admitted: true,
    retryAfter: 0,
  }),
  giveBack: async () => {},
});
