import { answersOk, type Emulator } from './emulator.ts';
import { MAILS, MINISTACK } from './ministack.ts';

/** Mails as LocalStack shows them at its own address. */
interface Messages {
  messages: {
    Destination: { ToAddresses?: string[] };
    Subject: string;
    Body: { text_part?: string | null; html_part?: string | null };
  }[];
}

/** The address at an emulator where LocalStack shows mails. */
const MAILBOX = '/_aws/ses';

const COMMON = {
  name: 'LocalStack',
  // It takes the called host for the domain of the API, and links to a domain begin with https.
  openable: (link: string) => link.replace(/^https:/, 'http:'),
} as const;

/** [LocalStack](https://docs.localstack.cloud), already running, with everything that the stack needs. */
export const LOCALSTACK: Emulator = {
  ...COMMON,
  context: {},
  hasKeys: true,
  hasAuthorizer: true,
  hasAddresses: true,
  mails: async (endpoint) => {
    // Some versions with SES version 2 added show mails at the same address as MiniStack.
    if (await answersOk(endpoint + MAILS)) return MINISTACK.mails!(endpoint);
    const { messages } = (await (await fetch(endpoint + MAILBOX)).json()) as Messages;
    return messages.map(({ Destination, Subject, Body }) => ({
      to: Destination.ToAddresses ?? [],
      subject: Subject,
      text: Body.text_part ?? '',
      html: Body.html_part ?? '',
    }));
  },
  mailbox: MAILBOX,
};

/**
 * LocalStack's free edition. Its CloudFormation creates no authorizers, so the API gets no keys from one; it lacks version 2 of
 * SES, and each caller has the address 127.0.0.1.
 */
export const FREE_LOCALSTACK: Emulator = {
  ...COMMON,
  context: { emulator: 'no-authorizer', mailSender: 'none' },
  hasKeys: false,
  hasAuthorizer: false,
  hasAddresses: false,
};
