/**
 * What is kept of one worker of an account (GDPR, articles 15 and 17). Each part of the service says what it keeps, and erases it
 * within what the law makes the employer keep; `functions/hooks.ts` lists the parts.
 */

/**
 * Why something is not erased. `law`: it was or may have been communicated, and employers must be able to prove it for four years
 * (Real Decreto Legislativo 5/2000, article 21.1; GDPR, article 17.3.b). `unknown`: what became of it is looked up still.
 * `underWay`: it has not ended. `open`: the law demands that it is done.
 */
export const KEPT_BECAUSE = ['law', 'unknown', 'underWay', 'open'] as const;

/** Something that stays. */
export interface KeptOfWorker {
  id: string;
  because: (typeof KEPT_BECAUSE)[number];
  /** ISO instant from which on it can be erased; absent where nobody knows. */
  until?: string;
}

/** Ids of what a part has erased now, and what stays. */
export interface ErasedOfWorker {
  erased: string[];
  kept: KeptOfWorker[];
}

/** The data of one worker of an account, by the part that keeps them. `mac` is that of the worker's document, as of `listMac`. */
export interface WorkerDataPort {
  show(mac: string): Promise<Record<string, unknown[]>>;
  erase(mac: string): Promise<Record<string, ErasedOfWorker>>;
}
