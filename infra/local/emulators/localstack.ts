import type { Emulator } from './emulator.ts';

/** Mails as LocalStack shows them, at an address of its own. */
interface Messages {
  messages: {
    Destination: { ToAddresses?: string[] };
    Subject: string;
    Body: { text_part?: string | null };
  }[];
}

/** [LocalStack](https://docs.localstack.cloud), already running. */
export const LOCALSTACK: Emulator = {
  name: 'LocalStack',
  context: {},
  mails: async (endpoint) => {
    const { messages } = (await (await fetch(`${endpoint}/_aws/ses`)).json()) as Messages;
    return messages.map(({ Destination, Subject, Body }) => ({
      to: Destination.ToAddresses ?? [],
      subject: Subject,
      text: Body.text_part ?? '',
    }));
  },
  // It takes the host that was called for the domain of the API, and links to a domain begin with https.
  openable: (link) => link.replace(/^https:/, 'http:'),
};
