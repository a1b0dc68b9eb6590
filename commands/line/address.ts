import { CommandError } from '../../local/programs/command-error.ts';

/**
 * Base address of the API, without version and final slash, from an address that integrators use: the host alone, or
 * with `/api` or `/api/v4`.
 * @throws CommandError if it is not an HTTP address
 */
export const givenAddress = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CommandError(`--url ${text} is not an address such as https://api.example.com.`);
  const address = text.replace(/\/+$/, '').replace(/\/v4$/, '');
  // A bare host lacks the stage; an emulator has it elsewhere in its addresses.
  return new URL(address).pathname === '/' ? `${address}/api` : address;
};
