/** Longest time for a running emulator to identify itself, in milliseconds. */
const ANSWER_TIMEOUT = 10_000;

/** Whether an address answers with a success status. */
export const answersOk = async (address: string): Promise<boolean> => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) }).catch(() => undefined);
  // The body too: a connection whose answer was not read is not closed.
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
};

/** A mail that an emulator accepted in place of SES. */
export interface Mail {
  to: string[];
  subject: string;
  text: string;
  html: string;
}

/** Differences between emulators of AWS. Everything else is requested as from AWS. */
export interface Emulator {
  name: 'MiniStack' | 'LocalStack';
  /** Context for the CDK app: how the stack has to differ from the one in AWS. */
  context: Record<string, string>;
  /** Whether the API takes the keys of usage plans from its authorizer, as in AWS. */
  hasKeys: boolean;
  /** Whether the API has an authorizer. */
  hasAuthorizer: boolean;
  /** Whether the API takes a caller's address from `X-Forwarded-For`. Otherwise all callers have the same address. */
  hasAddresses: boolean;
  /**
   * All sent mails, oldest first, without custom headers, which no emulator shows. Missing if the emulator sends none.
   */
  mails?: (endpoint: string) => Promise<Mail[]>;
  /** Path of a page that shows them as JSON. */
  mailbox?: string;
  /** Changes a link in a mail to an address that opens on this machine. */
  openable: (link: string) => string;
}
