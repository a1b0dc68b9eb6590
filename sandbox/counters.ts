/** Counts of what reached the stand-ins, so that a test can tell how often the wire was used. */

type Counts = Record<string, number>;

const add = (counts: Counts, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

export class Counters {
  /** TLS handshakes completed: connections opened, not requests. */
  handshakes = 0;
  /** Requests turned away because of their certificate. */
  forbidden = 0;
  /** Requests by authority and transaction, such as `tgss.ATR01`. */
  readonly requests: Counts = {};
  /** Posts that would commit something, by authority and kind, such as `tgss.alta`; also those refused. */
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
