/**
 * Data kept about one worker of an account (GDPR, articles 15 and 17). Each part of the service exports its data,
 * and erases them as far as the law does not oblige the employer to keep them. Each capability names its parts.
 */

/**
 * Why a record is not erased. `law`: it was or may have been communicated, and employers must be able to prove it
 * for four years (Real Decreto Legislativo 5/2000, article 21.1; GDPR, article 17.3.b). `unknown`: its outcome is
 * still being looked up. `underWay`: it has not ended. `open`: an obligation that must still be met. `expires`: stored content,
 * which the service deletes at its time, and no function earlier.
 */
export const KEPT_BECAUSE = ['law', 'unknown', 'underWay', 'open', 'expires'] as const;

/** Something that stays. */
export interface KeptOfWorker {
  id: string;
  because: (typeof KEPT_BECAUSE)[number];
  /** ISO instant from which it can be erased; absent if that is unknown. */
  until?: string;
}

/** Ids of the records that a part has erased now, and of those that stay. */
export interface ErasedOfWorker {
  erased: string[];
  kept: KeptOfWorker[];
}

/** The data of one worker of an account, by part. `mac` is the MAC of the worker's document, as of `listMac`. */
export interface WorkerDataPort {
  show(mac: string): Promise<Record<string, unknown[]>>;
  erase(mac: string): Promise<Record<string, ErasedOfWorker>>;
}
