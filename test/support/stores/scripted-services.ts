import { hooks } from '../../../functions/hooks.ts';
import { parts } from '../../../functions/services.ts';
import { sealOf } from '../../../shared/serving/filing/seal.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';

type Answer = (...args: never[]) => unknown;

/** Calls of stores, log and metrics, in order: name and arguments. */
type Asked = [name: string, ...args: unknown[]];

/** Results of functions that only build keys. */
const KEYS: Record<string, string> = { evidenceFolder: 'evidence/', documentKey: 'documents/k' };

/**
 * Services whose stores return a test's answers, and record their calls.
 * @param now the time in all of them
 * @param answers by name of the store's function; any other function answers as if all went well
 */
export const scriptedServices = (now: Date, answers: Record<string, Answer> = {}) => {
  const seen: Asked[] = [];
  const store = (usual: Record<string, unknown> = {}) =>
    new Proxy(usual, {
      get: (_, name: string) => {
        const key = KEYS[name];
        if (key) return () => key;
        return async (...args: unknown[]) => {
          seen.push([name, ...args]);
          const answer = answers[name] as ((...args: unknown[]) => unknown) | undefined;
          return answer ? answer(...args) : usual[name];
        };
      },
    });
  const services = {
    hooks,
    filingPorts: parts.filingPorts,
    stores: {
      accounts: store({ findAccount: {} }),
      certificates: store({
        findCertificate: { id: 'c1', notAfter: new Date(now.getTime() + 1).toISOString() },
      }),
      clients: store({ findClientBrief: { active: true }, clientsWithAccount: [], clientsWithCif: [] }),
      documents: store(),
      evidence: store({ listEvidence: [] }),
      filings: store({
        claimFiling: { made: true },
        countWaiting: 0,
        endFiling: true,
        getAct: { open: [] },
        listEntries: [],
        readQueue: { waiting: [], held: [] },
        queueAgain: true,
        takeSlot: 'taken',
      }),
      health: store(),
      mails: store({ digestsQueued: Number.POSITIVE_INFINITY }),
      keys: store({ serviceKey: new Uint8Array(32), serviceKeyMadeAt: new Date(0) }),
      secrets: store(),
      sessions: store({
        callerStill: { role: 'owner', user: { name: 'Lucía', email: 'lucia@example.com' } },
      }),
      tokenKeys: store(),
      workQueues: store(),
    },
    metrics: { add: (...values: unknown[]) => seen.push(['metric', ...values]) },
    log: {
      info: (...line: unknown[]) => seen.push(['info', ...line]),
      error: (...line: unknown[]) => seen.push(['log', ...line]),
    },
    now: () => now,
    newId: () => 'new',
    openAuthority: (...args: unknown[]) => {
      seen.push(['openAuthority', ...args]);
      const open = answers.openAuthority as ((...args: unknown[]) => unknown) | undefined;
      return open ? open(...args) : 'authority';
    },
  } as unknown as Services;
  /** The arguments of each call of a store function. */
  const asked = (name: string) => seen.filter(([one]) => one === name).map(([, ...args]) => args);
  return { services, seen, asked };
};

/** A filing with the seal that scripted services expect of queued work. */
export const sealed = async <Row extends Filing>(filing: Row): Promise<Row> => ({
  ...filing,
  seal: await sealOf(scriptedServices(new Date(0), {}).services, filing, filing.request ?? ''),
});
