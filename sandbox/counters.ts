/** Counts what reaches the stand-ins, so that tests can check how often the authorities are called. */

type Counts = Record<string, number>;

const add = (counts: Counts, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

export class Counters {
  /** TLS handshakes completed: connections opened, not requests. */
  handshakes = 0;
  /** Requests refused because of their certificate. */
  forbidden = 0;
  /** Requests by authority and transaction, such as `tgss.ATR01`. */
  readonly requests: Counts = {};
  /** Posts that file something, by authority and kind, such as `tgss.alta`; also refused ones. */
  readonly submissions: Counts = {};
  /** Those of `submissions` that took effect. */
  readonly accepted: Counts = {};

  countRequest(key: string) {
    add(this.requests, key);
  }

  countSubmission(key: string) {
    add(this.submissions, key);
  }

  countAccepted(key: string) {
    add(this.accepted, key);
  }
}
