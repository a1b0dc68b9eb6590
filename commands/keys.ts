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

  list               print all keys of tokens, one per line: id, since when tokens are signed with it, and until when its
                     tokens are good
  rotate             add a key, which is used after a minute, and retire the one before; print the id of the new one. No one
                     is signed out: the tokens of a retired key are good until they end
  remove --id <key>  take a retired key away before its time, because it may be known to others: within five minutes all
                     its tokens are refused

ServiceKey and CertificateKey, where one may be known to others (docs/operations.md). Without --confirm, which repeats the
word of --key, nothing is written:

  list --key service|certificate    print its generations, one per line: id, since when it makes, and what it is for
  rotate --key service|certificate  add a generation, which makes after six minutes; what the one before made is still read
  reseal --key service              after eleven minutes: encrypt what is stored with the new generation; it can be repeated
  finish --key service|certificate  drop the generation before: within five minutes nothing that it made is accepted`;

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
  service:
    'links of earlier mails that end mails, and places (cursors) in events that client companies have kept',
  certificate:
    'every cert_secret that was given out before; integrators read the new ones with GET /certificate',
};

const rotateGeneration = async (given: Asked) => {
  const { name, isWriting } = asked(given);
  printMessage(`When the rotation is finished, these stop working: ${ENDS[name]}. Until then nothing does.`);
  if (name === 'service')
    printMessage('When the new generation is used, counts of wrong sign-ins and known networks begin anew.');
  if (!isWriting) return notWritten(given);
  const { id, from } = await rotateSecret(name, new Date());
  printMessage(`The new generation, which makes from ${from} on:`);
  process.stdout.write(`${id}\n`);
};

await runCommands(USAGE, ['id', 'key', 'confirm'], {
  list: async ({ key }) => {
    if (key) return listGenerations(named(key));
    for (const { id, from, until } of await readTokenKeys()) printRow(id, from, until ?? 'in use');
  },
  rotate: async (given) => {
    if (given.key) return rotateGeneration(given);
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
    if (name !== 'service') throw new CommandError(`Nothing is encrypted with ${name}: finish the rotation.`);
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
