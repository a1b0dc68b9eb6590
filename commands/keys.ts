/** `npm run keys`: rotates the keys with which the service signs and encrypts. */

import { CommandError } from '../local/programs/command-error.ts';
import { API_TOKEN_DAYS } from '../shared/kernel/roles.ts';
import { readTokenKeys } from '../shared/stores/identity/tokens.ts';
import { inUse } from '../shared/stores/service-keys.ts';
import { helpHint } from './line/failure.ts';
import { printMessage, printRow, runCommands } from './operator.ts';
import {
  aloneFrom,
  finishRotation,
  generationsOf,
  reseal,
  rotateSecret,
  SECRETS,
  type SecretName,
} from './service-keys.ts';
import { removeTokenKey, rotateTokenKeys } from './token-keys.ts';

const USAGE = `npm run keys -- <command> [--stage sandbox]

  list               print all keys of tokens, one per line: id, start of its use, and the time until which its tokens are valid
  rotate             add a key, which is used after a minute, retire the previous one, and print the id of the new one. This
                     signs no one out: tokens of a retired key stay valid until they expire
  remove --id <key>  remove a retired key that may have leaked: within five minutes all its tokens are refused

If ServiceKey or CertificateKey may have leaked (docs/operations.md). Nothing is written without --confirm, which repeats the
word of --key:

  list --key service|certificate  print its generations, one per line: id, start of its use, and purpose
  rotate --key service|certificate --confirm <the same>
                                  add a generation, which is used after six minutes; values of the previous one stay valid
  reseal --key service --confirm service
                                  after eleven minutes: encrypt stored secrets with the new generation; can be repeated
  finish --key service|certificate --confirm <the same>
                                  drop the previous generation: within five minutes its values are refused`;

const named = (key: string): SecretName => {
  if (!Object.hasOwn(SECRETS, key))
    throw new CommandError(`--key ${key} is not known: it is service or certificate.\n${helpHint(USAGE)}`);
  return key as SecretName;
};

interface Asked {
  key?: string;
  confirm?: string;
}

/** The secret to work on, and whether to write. */
const asked = ({ key, confirm }: Asked): { name: SecretName; isWriting: boolean } => {
  if (!key) throw new CommandError(`--key is missing.\n${helpHint(USAGE)}`);
  if (confirm !== undefined && confirm !== key)
    throw new CommandError('--confirm must repeat the word of --key. Nothing was written.');
  return { name: named(key), isWriting: confirm !== undefined };
};

const notWritten = ({ key }: Asked): void => {
  printMessage(`Nothing was written: add --confirm ${key}.`);
};

const listGenerations = async (name: SecretName) => {
  const all = await generationsOf(name);
  const current = inUse(all, new Date());
  for (const one of all.keys) {
    const isLater = one.from > current.from;
    printRow(one.id, one.from, one === current ? 'in use' : isLater ? 'in use later' : 'read only');
  }
  const alone = aloneFrom(all);
  if (alone) printMessage(`A rotation is under way; it can be finished from ${alone.toISOString()} on.`);
};

/** Consequences of finishing a rotation, by secret. */
const ENDS: Record<SecretName, string> = {
  service: 'unsubscribe links in earlier mails, and cursors of events that client companies have stored',
  certificate: 'every earlier cert_secret; integrators read the new ones with GET /certificate',
};

const rotateGeneration = async (given: Asked) => {
  const { name, isWriting } = asked(given);
  printMessage(
    `When the rotation is finished, these stop working: ${ENDS[name]}. Until then everything works.`,
  );
  if (name === 'service')
    printMessage(
      'Once the new generation is used, counts of failed sign-ins and known networks start again.',
    );
  if (!isWriting) return notWritten(given);
  const { id, from } = await rotateSecret(name, new Date());
  printMessage(`The new generation, which is used from ${from} on:`);
  process.stdout.write(`${id}\n`);
};

await runCommands(USAGE, ['id', 'key', 'confirm'], {
  list: async ({ key }) => {
    if (key) return listGenerations(named(key));
    for (const { id, from, until } of await readTokenKeys()) printRow(id, from, until ?? 'in use');
  },
  rotate: async (given) => {
    if (given.key) return rotateGeneration(given);
    // Without `--key`, a key other than the intended one would be rotated.
    if (given.confirm !== undefined) throw new CommandError(`--key is missing.\n${helpHint(USAGE)}`);
    const id = await rotateTokenKeys(API_TOKEN_DAYS, new Date());
    printMessage('The new key, which is used in a minute:');
    process.stdout.write(`${id}\n`);
  },
  remove: async ({ id }) => {
    if (!id) throw new CommandError(`--id is missing.\n${helpHint(USAGE)}`);
    await removeTokenKey(id);
    printMessage(`The key ${id} is removed: within five minutes all its tokens are refused.`);
  },
  reseal: async (given) => {
    const { name, isWriting } = asked(given);
    if (name !== 'service')
      throw new CommandError('Nothing is encrypted with the key certificate: only service is resealed.');
    const { done, due, unreadable } = await reseal(isWriting, new Date());
    printMessage(
      `Secrets: ${due} ${isWriting ? 'encrypted again' : 'to be encrypted again'}, ${done} that are already` +
        `${unreadable > 0 ? `, ${unreadable} that no key opens and that are left as they are` : ''}.`,
    );
    if (!isWriting) notWritten(given);
  },
  finish: async (given) => {
    const { name, isWriting } = asked(given);
    await finishRotation(name, isWriting, new Date());
    printMessage(`${isWriting ? 'Within five minutes these' : 'These'} stop working: ${ENDS[name]}.`);
    if (!isWriting) notWritten(given);
  },
});
