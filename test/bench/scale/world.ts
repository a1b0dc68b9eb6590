import { type Authority, BREAKER, CERTIFICATES, KEPT, type Phase, SKEW } from './model.ts';

/** An environment of a function: it serves one request at a time, and keeps in memory what it has used. */
export class Environment {
  /** When the secret of a certificate was read, and when each authority was asked with it last. */
  readonly #secrets = new Map<number, number>();
  readonly #asked = new Map<number, number>();
  readonly #logIns = new Set<number>();
  readonly #breakers = new Map<Authority, { failed: number; openUntil: number }>();

  /** Whether the secret has to be read; from now on it is kept. */
  needsSecret(certificate: number, now: number): boolean {
    const read = this.#secrets.get(certificate);
    if (read !== undefined && now - read < KEPT.secretMs) return false;
    this.#secrets.delete(certificate);
    this.#secrets.set(certificate, now);
    if (this.#secrets.size > KEPT.secrets) {
      const oldest = this.#secrets.keys().next().value!;
      this.#secrets.delete(oldest);
      this.#logIns.delete(oldest);
    }
    return true;
  }

  needsHandshake(authority: Authority, certificate: number, now: number): boolean {
    const asked = this.#asked.get(askedKey(authority, certificate));
    return now - (asked ?? Number.NEGATIVE_INFINITY) > KEPT.connectionMs;
  }

  wasAsked(authority: Authority, certificate: number, now: number): void {
    const key = askedKey(authority, certificate);
    this.#asked.delete(key);
    this.#asked.set(key, now);
    if (this.#asked.size > KEPT.secrets) this.#asked.delete(this.#asked.keys().next().value!);
  }

  hasLogIn(certificate: number): boolean {
    return this.#logIns.has(certificate);
  }

  keepLogIn(certificate: number): void {
    this.#logIns.add(certificate);
  }

  isOpen(authority: Authority, now: number): boolean {
    return now < (this.#breakers.get(authority)?.openUntil ?? 0);
  }

  note(authority: Authority, isFailing: boolean, now: number): void {
    if (!isFailing) {
      this.#breakers.delete(authority);
      return;
    }
    const breaker = this.#breakers.get(authority) ?? { failed: 0, openUntil: 0 };
    breaker.failed += 1;
    if (breaker.failed >= BREAKER.failures) breaker.openUntil = now + BREAKER.openMs;
    this.#breakers.set(authority, breaker);
  }
}

const NUMBERS: Record<Authority, number> = { tgss: 0, sepe: 1, aeat: 2 };
const askedKey = (authority: Authority, certificate: number) => certificate * 3 + NUMBERS[authority];

/** A bucket of tokens that fills up again. Times are in milliseconds. */
export class Bucket {
  #tokens: number;
  #at = 0;
  readonly #perSecond: number;
  readonly #most: number;

  constructor(perSecond: number, most: number) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#tokens = most;
  }

  take(now: number): boolean {
    this.#tokens = Math.min(this.#most, this.#tokens + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** Who calls: accounts by rank, the first with most requests, and with certificates as it has requests. */
export class Callers {
  /** Sums of the shares up to each account. */
  readonly #upTo: Float64Array;
  /** The first certificate of each account; one more than the last at the end. */
  readonly #first: Uint32Array;

  constructor(accounts: number) {
    this.#upTo = new Float64Array(accounts);
    this.#first = new Uint32Array(accounts + 1);
    let sum = 0;
    for (let rank = 1; rank <= accounts; rank++) {
      sum += rank ** -SKEW;
      this.#upTo[rank - 1] = sum;
    }
    for (let account = 0; account < accounts; account++) {
      const share = (account + 1) ** -SKEW / sum;
      const certificates = Math.max(1, Math.round(share * accounts * CERTIFICATES));
      this.#first[account + 1] = this.#first[account]! + certificates;
      this.#upTo[account]! /= sum;
    }
  }

  get certificates(): number {
    return this.#first.at(-1)!;
  }

  /** A certificate, as often as its account calls. */
  pick(random: () => number): number {
    const wanted = random();
    let [low, high] = [0, this.#upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#upTo[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    const first = this.#first[low]!;
    return first + Math.floor(random() * (this.#first[low + 1]! - first));
  }
}

/** What is so at a time, in milliseconds. */
export const phaseAt = (phases: Phase[], now: number): Phase =>
  phases.findLast(({ from }) => from * 1_000 <= now) ?? phases[0]!;
