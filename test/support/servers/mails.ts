/** A mail that the emulator took. */
export interface Sent {
  To: string[];
  Subject: string;
  BodyText: string;
}

/** Mails that the emulator which the environment names took for an address, oldest first. */
export const mailsTo = async (address: string, emulator = process.env.AWS_ENDPOINT_URL): Promise<Sent[]> => {
  const answer = await fetch(`${emulator}/_ministack/ses/messages`);
  const { messages } = (await answer.json()) as { messages: Record<string, Sent[]> };
  return Object.values(messages)
    .flat()
    .filter(({ To }) => To.includes(address));
};

/** The token of the link in a mail. */
export const tokenIn = (mail: Sent | undefined): string => {
  const token = /https?:\/\/\S+password\?token=([\w-]+)/.exec(mail?.BodyText ?? '')?.[1];
  if (!token) throw new Error('the mail has no link');
  return token;
};
