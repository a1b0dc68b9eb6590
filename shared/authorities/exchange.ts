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
  /**
   * Which of its presses could take effect at the authority if we are wrong about the screen? It begins with `Nothing:`
   * and says why, or it names each such press, which then must be marked `commits`. A reading has nothing else to say.
   */
  ifWrong: string;
}

/** One thing that can be done or asked at an authority. */
export interface Exchange<Kind extends 'reading' | 'submission', In, Out> {
  readonly kind: Kind;
  readonly authority: AuthorityName;
  /** For logs and the README: transaction and purpose, such as `ATR01 alta`. */
  readonly name: string;
  readonly standing: Standing;
  /**
   * Not used on a stage before its operator has switched it on: somebody with a certificate has to see first that the
   * screens are those that the script assumes.
   */
  readonly offUntilSeen?: true;
  script(input: In): Script<Out>;
}

/** The authority understood and refuses, on its own screen for that; its own messages. Nothing took effect. */
export class Refusal extends Error {
  readonly messages: string[];
  constructor(messages: string[]) {
    // Not the messages: they may name persons, and an error's own message may come into a log.
    super('refused by the authority');
    this.name = 'Refusal';
    this.messages = messages;
  }
}

/**
 * The authority does not let the certificate in, or wants it to log in first. It says so in place of an answer, so that
 * after a step that commits it tells nothing of what became of that step.
 */
export class TurnedAway extends Refusal {}

/** Words in which every authority says that a session ended, and that one must log in again. */
const SESSION_ENDED =
  /sesi\S{1,2}n\s(?:ha\s|est\S{1,2}\s)?(?:caducad|expirad|finalizad|terminad)|identif\S{1,2}quese|inici(?:e|ar) sesi\S{1,2}n/i;

/** The refusal that messages of a page stand for: of what was sent, or, where they ask to log in, of the session. */
export const refusalIn = (messages: string[]): Refusal =>
  messages.some((message) => SESSION_ENDED.test(message)) ? new TurnedAway(messages) : new Refusal(messages);

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
