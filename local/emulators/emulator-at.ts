import { CommandError } from '../programs/command-error.ts';
import { answersOk, type Emulator, type Mail } from './emulator.ts';
import { FREE_LOCALSTACK, LOCALSTACK } from './localstack.ts';
import { MINISTACK } from './ministack.ts';

/**
 * Asks an endpoint which emulator it is.
 * @throws CommandError if it is an unknown one
 */
export const emulatorAt = async (endpoint: string): Promise<Emulator> => {
  // MiniStack answers at LocalStack's address as well, so it is asked first.
  if (await answersOk(`${endpoint}/_ministack/health`)) return MINISTACK;
  if (await answersOk(`${endpoint}/_localstack/health`))
    return (await hasSesV2(endpoint)) ? LOCALSTACK : FREE_LOCALSTACK;
  throw new CommandError(`Neither MiniStack nor LocalStack answers at ${endpoint}.`);
};

/** LocalStack lists its services. A LocalStack to which version 2 of SES was added also has authorizers. */
const hasSesV2 = async (endpoint: string): Promise<boolean> => {
  const { services } = (await (await fetch(`${endpoint}/_localstack/health`)).json()) as {
    services?: Record<string, string>;
  };
  return services?.sesv2 !== undefined;
};

/**
 * Mails to an address that the emulator at an endpoint accepted, oldest first.
 * @throws Error if it accepts none
 */
export const mailsTo = async (endpoint: string, address: string): Promise<Mail[]> => {
  const { name, mails } = await emulatorAt(endpoint);
  if (!mails) throw new Error(`this ${name} accepts no mails`);
  return (await mails(endpoint)).filter(({ to }) => to.includes(address));
};
