import type { Exchange } from './exchange.ts';
import type { Access } from './sepe/access.ts';

/** Asks an authority. A question may be repeated if no answer comes. */
export interface ReadingPort {
  /** User and password for SEPE's services, where they are kept with the certificate. */
  access(): Promise<Access | undefined>;
  /**
   * Several at once wait for each other as far as the authority's setting says (`READINGS_AT_ONCE`).
   * @throws ServiceError: refused (422), error page (500), down (503), silent (504), unreadable (502)
   */
  read<In, Out>(exchange: Exchange<'reading', In, Out>, input: In): Promise<Out>;
}

/** Files at an authority. A filing is sent once and never repeated. */
export interface SubmittingPort extends ReadingPort {
  /**
   * Files. With `test=1` it ends where the authority asks to confirm, or before, and answers `undefined`.
   * @throws ServiceError as `read`, and unknown outcome (502)
   */
  submit<In, Out>(exchange: Exchange<'submission', In, Out>, input: In): Promise<Out | undefined>;
  /** Keeps the authority's own number of what is being filed, as soon as it is read: a look-up goes by it. */
  reference(text: string): void;
  /** True when the caller sent `test=1`. */
  readonly dry: boolean;
}
