import { describe, expect, test } from 'vitest';
import { roles } from '../../support/iam/denied.ts';
import { lacks } from '../../support/iam/policies.ts';
import type { Call } from '../../support/iam/wire.ts';
import { functionsThat } from '../../support/of-capabilities.ts';

/**
 * What an attacker who controls a function could do, compared with the policies of both stages: not only with the calls that
 * the function makes, but with any call that its role allows.
 */

/** A write of a row whose partition key begins with this prefix, with these attributes. */
const write = (action: 'Put' | 'Update', on: string, row: string, ...attributes: string[]) => ({
  action: `dynamodb:${action}Item`,
  on,
  keys: { 'dynamodb:LeadingKeys': [row], 'dynamodb:Attributes': attributes.sort() },
});
const put = (row: string, ...attributes: string[]) =>
  write('Put', 'accounts', row, 'pk', 'sk', ...attributes);
const update = (row: string, ...attributes: string[]) =>
  write('Update', 'accounts', row, 'pk', 'sk', ...attributes);
const drop = (on: string, row: string) => ({
  action: 'dynamodb:DeleteItem',
  on,
  keys: { 'dynamodb:LeadingKeys': [row] },
});
type Tried = Omit<Call, 'by'>;

const account = ['id', 'name', 'email', 'createdAt', 'disabled'];
const user = ['id', 'accountId', 'name', 'email', 'createdAt', 'updatedAt', 'generation'];
const email = ['userId', 'accountId', 'generation'];

const FLAG: Record<string, Tried> = {
  'sets the flag of operators': update('account#', 'operator'),
  'puts an account with the flag': put('account#', ...account, 'operator'),
  'puts an account into the list of all': put('accounts', ...account, 'operator'),
};
const TOKENS: Record<string, Tried> = {
  'makes an API token': put('api-tokens#', 'userId', 'generation', 'expires', 'role'),
  'gives an API token another role': update('api-tokens#', 'role'),
  'makes a session': write('Put', 'windows', 'session#', 'id', 'userId', 'generation', 'expires'),
  'brings revoked tokens of a user back': update('user#', 'generation'),
  'brings revoked tokens of an account back': update('account#', 'generation'),
};
const ROLES: Record<string, Tried> = {
  'makes a user an owner': update('user#', 'role'),
  'makes a user of another account': update('user#', 'accountId'),
  'makes the user of a client company one of the account': update('user#', 'clientId'),
  'puts a user of an account': put('user#', ...user),
  'puts an owner': put('user#', ...user, 'role', 'clientId'),
  'has an e-mail sign in as a user of an account': put('email#', ...email),
  'has another e-mail sign in as a user': update('email#', 'userId', 'accountId'),
  'lists owners': update('account#', 'owners', 'users'),
  'puts members': put('account#', 'owners', 'users'),
};
const ACCESS: Record<string, Tried> = {
  'gives a user a second factor of its own': write(
    'Put',
    'passwords',
    'second-factor#',
    'userId',
    'clientId',
    'secret',
  ),
  'takes a second factor off a user': update('user#', 'hasSecondFactor'),
  'gives a user of an account a password': write('Put', 'passwords', '*', 'userId', 'hash'),
  'makes a link for a user of an account': write(
    'Put',
    'windows',
    'link#',
    'id',
    'userId',
    'generation',
    'expires',
  ),
  'lets an account in again': update('account#', 'disabled'),
  'demands no dry run': update('account#', 'previews'),
  'demands no second factor': update('account#', 'secondFactor'),
};
const EVERYTHING = { ...FLAG, ...TOKENS, ...ROLES, ...ACCESS };

/** Functions that write accounts, certificates or client companies, and what else they try. */
const TRIED: Record<string, Record<string, Tried>> = {
  customer: EVERYTHING,
  'customer-legacy': EVERYTHING,
  certificate: {
    ...EVERYTHING,
    'changes a client company': update('clients#', 'accounts'),
    'removes an API token': drop('accounts', 'api-tokens#'),
    'removes a user': drop('accounts', 'user#'),
  },
  users: {
    ...FLAG,
    'makes an API token': TOKENS['makes an API token']!,
    'makes a session': TOKENS['makes a session']!,
    'brings revoked tokens of an account back': TOKENS['brings revoked tokens of an account back']!,
    'makes a user of another account': ROLES['makes a user of another account']!,
    'makes the user of a client company one of the account':
      ROLES['makes the user of a client company one of the account']!,
    'has another e-mail sign in as a user': ROLES['has another e-mail sign in as a user']!,
    'puts members in place of an account': ROLES['puts members']!,
    'gives a user a password': ACCESS['gives a user of an account a password']!,
    'lets an account in again': ACCESS['lets an account in again']!,
    'puts a certificate': put('account#', 'certificateId', 'fingerprint'),
    'changes a client company': update('clients#', 'accounts'),
    'removes an account': drop('accounts', 'account#'),
  },
  password: {
    ...FLAG,
    'makes an API token': TOKENS['makes an API token']!,
    'makes a session': TOKENS['makes a session']!,
    ...ROLES,
    'gives a user a second factor of its own': ACCESS['gives a user a second factor of its own']!,
  },
  auth: { ...FLAG, ...ROLES },
};

describe.each(Object.entries(TRIED))('the function %s in the hands of an attacker', (by, tried) => {
  test.each(Object.entries(tried))('the function has no right to %s', (_, call) => {
    for (const [stage, of] of Object.entries(roles)) {
      if (!of.arnOf(call.on) || !of.statements.has(by)) continue;
      expect(lacks({ by, ...call }, of), stage).not.toEqual([]);
    }
  });
});

test.each(Object.entries(roles))(
  'the reader of strangers’ files may write only its log and its traces on %s',
  (_, of) => {
    const actions = of.statements.get('sheets')!.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => !/^(logs|xray):Put|^logs:CreateLogStream$/.test(action))).toEqual([]);
  },
);

test.each(Object.entries(roles))(
  'only what reads files of callers may call the reader of files on %s',
  (_, of) => {
    const may = [...of.statements.keys()].filter(
      (by) => lacks({ by, action: 'lambda:InvokeFunction', on: 'function sheets' }, of).length === 0,
    );
    expect(may.sort()).toEqual(functionsThat('readsFiles').sort());
  },
);

/** The functions that may seal queued requests: the ones that queue something for a caller, and the ones that carry it out. */
test.each(Object.entries(roles))(
  'only functions that queue requests or make them may seal queued requests on %s',
  (_, of) => {
    const may = [...of.statements.keys()].filter(
      (by) => lacks({ by, action: 'secretsmanager:GetSecretValue', on: 'filing-key' }, of).length === 0,
    );
    const groups = ['seg-social', 'sepe', 'aeat', 'dehu'];
    expect(may.sort()).toEqual(
      [
        ...groups,
        ...groups.map((group) => `${group}-consumer`),
        'due-filings',
        ...functionsThat('queuesRequests'),
      ].sort(),
    );
  },
);
