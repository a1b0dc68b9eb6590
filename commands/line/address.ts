import { CommandError } from '../../local/programs/command-error.ts';

/**
 * Where the API answers, without the version and without a slash at the end, of an address under which integrators call. They
 * write the host alone, or with `/api` or `/api/v4` after it.
 * @throws CommandError if it is no address of HTTP
 */
export const givenAddress = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CommandError(`--url ${text} is no address. It is like https://api.example.com.`);
  const address = text.replace(/\/+$/, '').replace(/\/v4$/, '');
  // A bare host lacks the stage; an emulator has it elsewhere in its addresses.
  return new URL(address).pathname === '/' ? `${address}/api` : address;
};
