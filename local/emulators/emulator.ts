/** Longest time for a running emulator to identify itself, in milliseconds. */
const ANSWER_TIMEOUT = 10_000;

/** Whether an address answers, with a status of success. */
export const answersOk = async (address: string): Promise<boolean> => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) }).catch(() => undefined);
  // The body too: a connection whose answer was not read is not closed.
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
};

/** A mail that an emulator took in place of SES. */
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
  /** The API takes the keys of usage plans from its authorizer, as in AWS. */
  hasKeys: boolean;
  /** The API has an authorizer. */
  hasAuthorizer: boolean;
  /** The API takes the address of a caller from `X-Forwarded-For`. Else all callers have one address. */
  hasAddresses: boolean;
  /**
   * All mails that were sent, oldest first, without headers of their own, which no emulator shows. Missing if none can be sent.
   */
  mails?: (endpoint: string) => Promise<Mail[]>;
  /** The path at which a person sees them, as JSON. */
  mailbox?: string;
  /** The address at which a link in a mail can be opened here. */
  openable: (link: string) => string;
}
