/** `npm run keys`: rotates the keys with which the service signs its tokens. */

import { CommandError } from '../local/programs/command-error.ts';
import { API_TOKEN_DAYS } from '../shared/kernel/roles.ts';
import { readTokenKeys } from '../shared/stores/identity/tokens.ts';
import { printMessage, printRow, runCommands } from './operator.ts';
import { removeTokenKey, rotateTokenKeys } from './token-keys.ts';

const USAGE = `npm run keys -- <command> [--stage sandbox]

  list               print all keys of tokens, one per line: id, since when tokens are signed with it, and until when its
                     tokens are good
  rotate             add a key, which is used after a minute, and retire the one before; print the id of the new one. No one
                     is signed out: the tokens of a retired key are good until they end
  remove --id <key>  take a retired key away before its time, because it may be known to others: within five minutes all
                     its tokens are refused`;

await runCommands(USAGE, ['id'], {
  list: async () => {
    for (const { id, from, until } of await readTokenKeys()) printRow(id, from, until ?? 'in use');
  },
  rotate: async () => {
    const id = await rotateTokenKeys(API_TOKEN_DAYS, new Date());
    printMessage('The new key, which is used in a minute:');
    process.stdout.write(`${id}\n`);
  },
  remove: async ({ id }) => {
    if (!id) throw new CommandError(`--id is missing.\n\n${USAGE}`);
    await removeTokenKey(id);
  },
});
