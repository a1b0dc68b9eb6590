import type { ByHand } from '../../sandbox/by-hand.ts';
import type { Counters } from '../../sandbox/counters.ts';
import type { Outage } from '../../sandbox/scenario.ts';
import type { State } from '../../sandbox/state.ts';

const atReset = new Map<string, () => Promise<unknown>>();

/** Sets what else is done whenever these authorities are reset. */
export const whenReset = (control: string, then: () => Promise<unknown>): void => {
  atReset.set(control, then);
};

/** The sandbox authorities, accessed through their control server. */
export const atAuthorities = (control: string) => {
  const call = async <T>(path: string, method: 'GET' | 'POST' = 'GET', json?: unknown) => {
    const body = json === undefined ? null : JSON.stringify(json);
    const response = await fetch(control + path, { method, body });
    if (!response.ok)
      throw new Error(`${method} ${path} of the control server was answered ${response.status}`);
    return (await response.json()) as T;
  };
  const stats = () => call<Counters>('/stats');
  return {
    /** A hash of the whole state of the authorities. */
    digest: async () => (await call<{ digest: string }>('/digest')).digest,
    /** The whole state of the authorities. */
    state: () => call<State>('/state'),
    /** Counters of requests to the authorities. */
    stats,
    /** Number of requests that would file something, by authority and kind, such as `tgss.alta`; also refused ones. */
    submissions: async (kind: string) => (await stats()).submissions[kind] ?? 0,
    handshakes: async () => (await stats()).handshakes,
    requests: async () => Object.values((await stats()).requests).reduce((a, b) => a + b, 0),
    /** Adds columns to the FIE that the gateway does not know. */
    addFieColumns: () => call('/fie-columns', 'POST'),
    /** Simulates an outage: from now on, each request that names no scenario has this fault. */
    breakDown: (outage: Outage | 'none') => call(`/outage/${outage}`, 'POST'),
    /** Changes things as a person does in the portals. */
    changeByHand: (changes: ByHand[]) => call('/by-hand', 'POST', changes),
    /** Resets the authorities to their seed. To the accounts of the service that began with them, it is another world. */
    reset: async () => {
      await call('/reset', 'POST');
      await atReset.get(control)?.();
    },
  };
};
