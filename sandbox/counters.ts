/** Counts what reaches the stand-ins, so that tests can check how often the authorities are called. */

type Counts = Record<string, number>;

const add = (counts: Counts, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

const sum = (one: Counts, other: Counts): Counts => {
  const all = { ...one };
  for (const [key, count] of Object.entries(other)) all[key] = (all[key] ?? 0) + count;
  return all;
};

/** The counts alone. */
type Counted = Pick<Counters, 'handshakes' | 'forbidden' | 'requests' | 'submissions' | 'accepted'>;

export class Counters {
  /** TLS handshakes completed, of connections on which at least one request came. */
  handshakes = 0;
  /** Requests refused because of their certificate. */
  forbidden = 0;
  /** Requests by authority and transaction, such as `tgss.ATR01`. */
  requests: Counts = {};
  /** Posts that file something, by authority and kind, such as `tgss.alta`; also refused ones. */
  submissions: Counts = {};
  /** Those `submissions` that took effect. */
  accepted: Counts = {};

  countRequest(key: string) {
    add(this.requests, key);
  }

  countSubmission(key: string) {
    add(this.submissions, key);
  }

  countAccepted(key: string) {
    add(this.accepted, key);
  }

  /** Both together. */
  plus(other: Counted): Counters {
    const all = new Counters();
    all.handshakes = this.handshakes + other.handshakes;
    all.forbidden = this.forbidden + other.forbidden;
    all.requests = sum(this.requests, other.requests);
    all.submissions = sum(this.submissions, other.submissions);
    all.accepted = sum(this.accepted, other.accepted);
    return all;
  }

  /** Whether nothing was counted. Filings count as requests, too. */
  get isEmpty(): boolean {
    return this.handshakes + this.forbidden + Object.keys(this.requests).length === 0;
  }
}
