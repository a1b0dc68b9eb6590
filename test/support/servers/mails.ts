import { beforeEach } from 'vitest';
import type { Mail } from '../../../local/emulators/emulator.ts';
import { emulatorAt, mailsTo as mailsAt } from '../../../local/emulators/emulator-at.ts';

/** The mails to an address that the emulator of the environment accepted, oldest first. */
export const mailsTo = (address: string): Promise<Mail[]> => mailsAt(process.env.AWS_ENDPOINT_URL!, address);

/** Skips the tests of a file or group if the emulator sends no mails. */
export const needsMails = (): void =>
  beforeEach(async ({ skip }) => {
    const { mails } = await emulatorAt(process.env.AWS_ENDPOINT_URL!);
    skip(!mails, 'this emulator sends no mails');
  });

/** The token of the link in a mail. */
export const tokenIn = (mail: Mail | undefined): string => {
  const token = /https?:\/\/\S+password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('the mail has no link');
  return token;
};
