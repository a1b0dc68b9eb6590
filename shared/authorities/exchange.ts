import type { AuthorityName } from '../kernel/errors.ts';
import type { Answer } from './channel/channel.ts';
import type { Credential } from './channel/connections.ts';
import { CannotSign, ChannelFailure } from './channel/failure.ts';

/**
 * The conversation between the gateway and an authority, as data. A script says what to send next and reads the answer.
 * It does no I/O itself, so that it can be tested against any bytes. `run-script.ts` runs a script;
 * `authority-port.ts` runs it against an authority.
 */

/** One request of a script, at the authority's own address. */
export interface Step {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /**
   * Writes the body with the acting certificate, in place of `body`, for signed messages. A script never gets the
   * key. Called each time the step is sent, so a repeated step has a new date.
   */
  sealed?: (credential: Credential) => string;
  /** Headers that name the holder of the acting certificate, in addition to `headers`. */
  signer?: (credential: Credential) => Record<string, string>;
  /**
   * This request may take effect at the authority. A dry run ends before it. It is never repeated. Without a readable
   * answer to it the outcome is unknown.
   */
  commits?: boolean;
  /**
   * Of a step that commits: the authority's numbers of what its list had before. The record keeps them, because only then does a
   * look-up know that what it finds in the list was not there before. Absent if there was no such list.
   */
  listedBefore?: string[];
  /** Of a step that commits: the authority's own number of what it files. The record has it before it is sent. */
  reference?: string;
  /**
   * It takes no effect, but is sent only on the way to a step that commits, where too little is known of it for a question:
   * a dry run ends before it, and no reading may send it.
   */
  onlyToFile?: boolean;
  /**
   * The script does not need the answer, for example a document after an acceptance. If none comes, it receives
   * `undefined`. Not for a step that commits.
   */
  optional?: boolean;
  /** Milliseconds to wait before it is sent. If there is too little time for that, it fails as if no answer came. */
  after?: number;
  /**
   * The script already has a result. For more it needs so many answers, including this one. If time does not suffice
   * for all of them, nothing is sent and the script gets `OutOfTime`. Only in a reading.
   */
  needs?: number;
  /**
   * Name of the application that this request enters: it logs in, or leads from the log-in to a menu. If an earlier
   * exchange entered the same with the same certificate, the request is not sent and the script gets the earlier
   * answer. Not for a step that commits.
   */
  logIn?: string;
  /** The name of the worker, first names first, as the page has it on which the request is made; for who looks at a dry run. */
  worker?: string;
}

/**
 * A step as it is sent, with its body written where it is signed, and its signer named.
 * @throws CannotSign where the certificate cannot sign it
 */
export const written = ({ sealed, signer, ...step }: Step, credential: Credential): Step => {
  try {
    return {
      ...step,
      ...(sealed && { body: sealed(credential) }),
      ...(signer && { headers: { ...step.headers, ...signer(credential) } }),
    };
  } catch {
    // Without the cause, which may quote the request.
    throw new CannotSign();
  }
};

/**
 * A conversation: it yields requests, receives answers (`undefined` only for an optional step that failed) and returns
 * a result. It throws `Refusal`, `OutOfService` or `Unreadable`, and nothing else, whatever the answers are.
 *
 * If a request of a reading fails, the failure is thrown into the script. A script that may answer a part can catch it
 * (`isOutOfTime`); all others end with it.
 */
export type Script<Out> = Generator<Step, Out, Answer | undefined>;

/** How well an exchange is known. The table in docs/authorities.md is made from it. */
export interface Standing {
  /** `confirmed`: seen in code or documents made for the real system. `assumed`: plausible, not seen. */
  state: 'confirmed' | 'assumed';
  /** Source of the knowledge, and the exact assumptions. */
  note: string;
  /**
   * Which button presses could take effect at the authority if we are wrong about the screen? The text begins with
   * `Nothing:` and says why, or it names each such press, which must then be marked `commits`. Presses that it does
   * not name only find the worker, account or contract. A reading's text always begins with `Nothing:`.
   */
  ifWrong: string;
}

/** One thing that can be filed or asked at an authority. */
export interface Exchange<Kind extends 'reading' | 'submission', In, Out> {
  readonly kind: Kind;
  readonly authority: AuthorityName;
  /** For logs and docs/authorities.md: transaction and purpose, such as `ATR01 alta`. */
  readonly name: string;
  readonly standing: Standing;
  /**
   * The exchange is off on a stage until its operator switches it on, after somebody with a certificate has seen
   * that the screens are as assumed.
   */
  readonly offUntilSeen?: true;
  /** Its result is only a receipt: the authority accepts or refuses later. */
  readonly answersLater?: true;
  /** Form of a reading's pages, for the log, if the authority has several. */
  shownForm?(result: Out): string | undefined;
  script(input: In): Script<Out>;
}

/** The authority understood the request and refuses it, with its own messages. Nothing took effect. */
export class Refusal extends Error {
  readonly messages: string[];
  constructor(messages: string[]) {
    // Without the messages: they may name persons, and the message of an error may be logged.
    super('refused by the authority');
    this.name = 'Refusal';
    this.messages = messages;
  }
}

/**
 * The gateway itself finds that the authority's page does not match the request. The answer has the gateway's own
 * text, outside the authority's messages.
 */
export class NothingFound extends Refusal {
  /** The field that is wrong, with the interface's name, where it is known. */
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super([message]);
    this.name = 'NothingFound';
    this.field = field;
  }
}

/**
 * The authority does not admit the certificate, or asks to log in first. It says so in place of an answer, so that
 * after a step that commits it is not known whether that step took effect.
 */
export class AccessDenied extends Refusal {}

/** Words by which any authority says that a session has ended, or asks to log in. */
const SESSION_ENDED =
  /sesi\S{1,2}n\s(?:ha\s|est\S{1,2}\s)?(?:caducad|expirad|finalizad|terminad)|identif\S{1,2}quese|inici(?:e|ar) sesi\S{1,2}n/i;

/** The error for the messages of a page: a refusal of what was sent, or, if they ask to log in, a denied access. */
export const refusalIn = (messages: string[]): Refusal =>
  messages.some((message) => SESSION_ENDED.test(message))
    ? new AccessDenied(messages)
    : new Refusal(messages);

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

/** There is no time for the answers that a reading needs for more. */
export class OutOfTime extends Error {
  constructor() {
    super('out of time');
    this.name = 'OutOfTime';
  }
}

/** A reading can come no further in this request: time is over, or an answer did not come. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof OutOfTime || (error instanceof ChannelFailure && error.kind === 'silent');

/** The script does not know this answer. The message must not contain personal data. */
export class Unreadable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unreadable';
  }
}

/** The authority's form does not offer a value that the caller wants, such as a scheme. It was not sent. */
export class NotOffered extends Unreadable {
  readonly value: string;
  /** @param field of the form */
  constructor(value: string, field: string) {
    super(`page without the wanted choice in ${field}`);
    this.name = 'NotOffered';
    this.value = value;
  }
}
