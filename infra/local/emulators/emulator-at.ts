import { CommandError } from '../../commands/command-error.ts';
import type { Emulator, Mail } from './emulator.ts';
import { LOCALSTACK } from './localstack.ts';
import { MINISTACK } from './ministack.ts';

/** How long an emulator that runs may take to say what it is, in milliseconds. */
const ANSWER_TIMEOUT = 10_000;

/** Whether an address answers, with a status of success. */
export const answersOk = async (address: string): Promise<boolean> => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) }).catch(() => undefined);
  // The body too: a connection whose answer was not read is not closed.
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
};

/**
 * Asks an endpoint which emulator it is.
 * @throws CommandError if it is none that is known here
 */
export const emulatorAt = async (endpoint: string): Promise<Emulator> => {
  // MiniStack answers at LocalStack's address as well, so it is asked first.
  if (await answersOk(`${endpoint}/_ministack/health`)) return MINISTACK;
  if (await answersOk(`${endpoint}/_localstack/health`)) return LOCALSTACK;
  throw new CommandError(`Neither MiniStack nor LocalStack answers at ${endpoint}.`);
};

/** Mails that the emulator at an endpoint took for an address, oldest first. */
export const mailsTo = async (endpoint: string, address: string): Promise<Mail[]> =>
  (await (await emulatorAt(endpoint)).mails(endpoint)).filter(({ to }) => to.includes(address));
