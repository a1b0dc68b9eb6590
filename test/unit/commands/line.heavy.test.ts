import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenAddress } from '../../../commands/line/address.ts';
import { failureText } from '../../../commands/line/failure.ts';
import { lengthOf, momentOf } from '../../../commands/line/times.ts';
import { unknownByAge } from '../../../commands/line/unknown-outcomes.ts';
import { CommandError } from '../../../local/programs/command-error.ts';
import { conflict, invalid } from '../../../shared/kernel/errors.ts';
import { startCommands, withoutAws } from '../../support/programs/commands.ts';

/** What all operator commands have in common: help, and messages about wrong usage. */

let commands: ReturnType<typeof startCommands>;
beforeAll(() => {
  commands = startCommands(withoutAws);
});
afterAll(() => commands.end());

const COMMANDS = [
  ...[
    'accounts',
    'authorities',
    'capture',
    'doctor',
    'keys',
    'logs',
    'preflight',
    'remove',
    'tables',
    'trace',
  ],
];

test.each(COMMANDS)('npm run %s -- --help prints its usage, and calls nothing at AWS', async (command) => {
  const { code, stdout, stderr } = await commands.run(command, ['--help']);
  expect(stdout).toMatch(new RegExp(`^npm run ${command} -- `));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

describe('a command line with a mistake', () => {
  test.each<[string, string, string[], RegExp]>([
    [
      'a command',
      'accounts',
      ['lst'],
      /^There is no command lst\. Did you mean list\? There are: create, .*\n.*--help\n$/,
    ],
    [
      'a command of another name',
      'keys',
      ['delete'],
      /^There is no command delete\. There are: list, rotate, /,
    ],
    ['an authority', 'authorities', ['pause', 'tgs'], /^There is no authority tgs\. Did you mean tgss\? /],
    ['no authority', 'authorities', ['resume'], /^The authority is missing: tgss, sepe, aeat, dehu\.\n$/],
    ['a further word', 'authorities', ['list', 'sepe'], /^Unexpected words: sepe\.\n$/],
    ['a word where none is taken', 'doctor', ['production'], /^Unexpected words: production\.\n$/],
    [
      'an option',
      'accounts',
      ['list', '--stge', 'sandbox'],
      /^Unknown option '--stge'\.\n.*npm run accounts -- --help\n$/,
    ],
    ['an option of preflight', 'preflight', ['--stag', 'production'], /^Unknown option '--stag'\.\n/],
    ['what is no id', 'logs', ['17'], /^17 is neither an X-Request-Id nor an X-Tramite-Id\.\n/],
    ['a function', 'trace', ['seg-socia'], /^There is no function seg-socia\. Did you mean seg-social\? /],
    ['what to capture', 'capture', [], /^--only readings is missing: /],
    [
      'a value to capture with',
      'capture',
      ['--only', 'readings', '--ccc', '12'],
      /^--ccc is wrong\. It takes: that contribution account, 11 digits\.\n$/,
    ],
    [
      'a P12 that is none',
      'capture',
      ['--only', 'readings', '--p12', import.meta.filename, '--password-file', import.meta.filename],
      /line\.heavy\.test\.ts: it is not a P12 or PFX file, or it is damaged\.\n$/,
    ],
    [
      'a password without its P12',
      'capture',
      ['--only', 'readings', '--password-file', import.meta.filename],
      /^--password-file is for a P12, and --p12 is missing\. Nothing was asked\.\n$/,
    ],
    [
      'a file of a password that is not there',
      'capture',
      ['--only', 'readings', '--p12', import.meta.filename, '--password-file', '/none'],
      /^There is no \/none\.\n$/,
    ],
    [
      'a demo that is not there',
      'capture',
      ['--only', 'readings', '--demo', '/none.json'],
      /^There is no \/none\.json\.\n$/,
    ],
    [
      'a stage of preflight',
      'preflight',
      ['--stage', 'producton'],
      /^There is no stage producton\. Did you mean production\? There are: sandbox, /,
    ],
  ])('the mistake is named in a line without a stack trace if it is %s', async (_, command, args, said) => {
    const failed = await commands.run(command, args);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(said);
    expect(failed.stderr).not.toMatch(/^\s+at /m);
  });
});

describe('an option that belongs to another command', () => {
  test.each<[string, string, string[], string]>([
    [
      'the id of one token, where all would be revoked',
      'accounts',
      ['revoke', '--email', 'a@example.com', '--id', 'token'],
      'revoke takes no --id.',
    ],
    [
      'where none is taken',
      'accounts',
      ['list', '--id', 'a', '--role', 'reads'],
      'list takes no --id, --role.',
    ],
    ['the key of a rotation that takes none', 'keys', ['rotate', '--id', 'first'], 'rotate takes no --id.'],
    ['a period of a comparison', 'tables', ['compare', '--since', '2h'], 'compare takes no --since.'],
    ['the end of a pause', 'authorities', ['resume', 'sepe', '--until', '2h'], 'resume takes no --until.'],
  ])('the option is refused, and nothing is done: %s', async (_, command, args, said) => {
    const failed = await commands.run(command, args);
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${said}\nFor its usage: npm run ${command} -- --help\n`,
    });
  });
});

describe('the text of a failure', () => {
  test('a failure of the gateway is a sentence, and shows its stack only with DEBUG', () => {
    expect(failureText(new RangeError('no such thing'), '')).toBe(
      'It failed: RangeError: no such thing. With DEBUG=1 it shows where.',
    );
  });

  test('a failure that the service describes in Spanish is described in English', () => {
    expect(failureText(invalid({ email: ['El e-mail ya existe en el servicio.'] }), '')).toBe(
      'Another user of the service has this e-mail.',
    );
    expect(failureText(conflict('La cuenta necesita al menos un usuario con el rol owner.'), '')).toBe(
      'The account needs at least one user with the role owner: give that role to another user first.',
    );
  });
});

describe('a point in time on a command line', () => {
  const now = new Date('2026-11-27T08:00:00Z');
  const at = (text: string, towards: 'future' | 'past') =>
    momentOf('until', text, now, towards).toISOString();

  test('a point in time may be a length of time from now, or back from now', () => {
    expect(at('8h', 'future')).toBe('2026-11-27T16:00:00.000Z');
    expect(at('30m', 'past')).toBe('2026-11-27T07:30:00.000Z');
    expect(lengthOf('2d')).toBe(2 * 24 * 60 * 60 * 1000);
  });

  test('a point in time may be an instant with its offset', () => {
    expect(at('2026-11-27T12:00:00+01:00', 'future')).toBe('2026-11-27T11:00:00.000Z');
    for (const wrong of ['2026-11-27T12:00', '2026-11-27', '8', '8 h', '-8h', 'tomorrow'])
      expect(() => at(wrong, 'future'), wrong).toThrow(CommandError);
  });
});

test('the address of a stage is accepted as integrators write it: host, /api or /api/v4', () => {
  for (const end of ['', '/', '/api', '/api/', '/api/v4', '/api/v4/'])
    expect(givenAddress(`https://api.example.com${end}`)).toBe('https://api.example.com/api');
  const emulated = 'http://127.0.0.1:4566/restapis/one/api/_user_request_';
  expect(givenAddress(`${emulated}/v4`)).toBe(emulated);
  expect(() => givenAddress('api.example.com')).toThrow(CommandError);
});

test('unknown outcomes are counted by how long they have been unknown', () => {
  const now = new Date('2026-11-27T08:00:00Z');
  const ago = (minutes: number) => ({ claimedAt: new Date(now.getTime() - minutes * 60_000).toISOString() });
  expect(unknownByAge([], now)).toBe('unknown: none');
  expect(unknownByAge([ago(-1), ago(14), ago(15), ago(60), ago(1440), ago(9_000)], now)).toBe(
    'unknown: 2 under 15m, 1 15m to 1h, 1 1h to 8h, 2 over 24h',
  );
});
