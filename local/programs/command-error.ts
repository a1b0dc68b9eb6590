/** A failure that a command shows to its user by the message alone, without a stack trace. */
export class CommandError extends Error {
  /** Shown below the message, such as the end of a log. */
  readonly details: string | undefined;

  constructor(message: string, details?: string) {
    super(message);
    this.name = 'CommandError';
    this.details = details;
  }
}
