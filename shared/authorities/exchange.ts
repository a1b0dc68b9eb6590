import type { AuthorityName } from '../errors.ts';

/**
 * What passes between the gateway and an authority, as data. A script says what to send next and reads what came
 * back; it does no I/O itself, so that it can be tested against any bytes. `conversation.ts` carries scripts out, and
 * `converse.ts` does so against an authority.
 */

/** One request of a script, at the authority's own address. */
export interface Step {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /**
   * This request may take effect at the authority. A dry run ends before it; it is never repeated; and when it gets no
   * readable answer the outcome is unknown.
   */
  commits?: boolean;
  /**
   * The script can do without the answer (a document after an acceptance): when none comes it receives `undefined`.
   * Not for a step that commits.
   */
  optional?: boolean;
  /** Milliseconds to wait before it is sent. Where time is too short for that, it fails as if no answer came. */
  after?: number;
}

/** What an authority answered. */
export interface Answer {
  status: number;
  /** As sent, with parameters. */
  contentType: string;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
}

/**
 * A conversation: yields requests, receives answers (`undefined` only for a failed optional step), ends in a result.
 * It throws `Refusal`, `OutOfService` or `Unreadable`, and nothing else whatever the answers are.
 */
export type Script<Out> = Generator<Step, Out, Answer | undefined>;

/** How well an exchange is known; the README's table is made from these. */
export interface Standing {
  /** `confirmed`: seen in code or documents made for the real system. `assumed`: plausible, not seen. */
  state: 'confirmed' | 'assumed';
  /** Where it is known from, or what exactly is assumed. */
  note: string;
}

/** One thing that can be done or asked at an authority. */
export interface Exchange<Kind extends 'reading' | 'submission', In, Out> {
  readonly kind: Kind;
  readonly authority: AuthorityName;
  /** For logs and the README: transaction and purpose, such as `ATR01 alta`. */
  readonly name: string;
  readonly standing: Standing;
  script(input: In): Script<Out>;
}

/** The authority understood and refuses; its own messages. Nothing took effect. */
export class Refusal extends Error {
  readonly messages: string[];
  constructor(messages: string[]) {
    // Not the messages: they may name persons, and an error's own message may come into a log.
    super('refused by the authority');
    this.name = 'Refusal';
    this.messages = messages;
  }
}

/** The authority answered with an error or maintenance page. */
export class OutOfService extends Error {
  /** HTTP status of the page. */
  readonly status: number;
  /** True when the authority announces maintenance, rather than just failing. */
  readonly announced: boolean;
  constructor(status: number, announced: boolean) {
    super(`authority page not operational (${status})`);
    this.name = 'OutOfService';
    this.status = status;
    this.announced = announced;
  }
}

/** The answer is none that the script knows. The message must hold no data of persons. */
export class Unreadable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unreadable';
  }
}
