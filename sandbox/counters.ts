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

/** The counts without the methods. */
type Counted = Pick<Counters, 'handshakes' | 'forbidden' | 'requests' | 'submissions' | 'accepted'>;

export class Counters {
  /** Completed TLS handshakes of connections with at least one request. */
  handshakes = 0;
  /** Requests refused because of their certificate. */
  forbidden = 0;
  /** Requests by authority and transaction, such as `tgss.ATR01`. */
  requests: Counts = {};
  /** Requests that file something, by authority and kind, such as `tgss.alta`; also refused ones. */
  submissions: Counts = {};
  /** The `submissions` that took effect. */
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

  /** The sum of both. */
  plus(other: Counted): Counters {
    const all = new Counters();
    all.handshakes = this.handshakes + other.handshakes;
    all.forbidden = this.forbidden + other.forbidden;
    all.requests = sum(this.requests, other.requests);
    all.submissions = sum(this.submissions, other.submissions);
    all.accepted = sum(this.accepted, other.accepted);
    return all;
  }

  /** Whether all counts are zero. Filings count as requests, too. */
  get isEmpty(): boolean {
    return this.handshakes + this.forbidden + Object.keys(this.requests).length === 0;
  }
}
