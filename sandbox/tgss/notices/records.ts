/** A notification of TGSS, at the stand-in. */
export interface TgssNotice {
  code: number;
  /** The role in which it is received: 1 own, 2 authorised user, 3 proxy. */
  role: 1 | 2 | 3;
  /** NIF of the holder whose certificate receives it. */
  nif: string;
  recipient: string;
  name: string;
  description: string;
  procedure: string;
  /** Instant at which it was made available, ISO 8601. */
  available: string;
  /** Set when it was opened: instant. */
  opened?: string;
}
