import { beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import { covers, ROLES, type Role } from '../../../shared/kernel/roles.ts';
import { roleFor } from '../../../shared/operation/operation.ts';
import { newAccount, newCompany } from '../../support/accounts.ts';
import { newUser, sessionWithCode, switchOnSecondFactor } from '../../support/callers/users.ts';
import { demo } from '../../support/demo.ts';
import { Gateway } from '../../support/gateway.ts';
import { groups } from '../../support/infra/groups.ts';
import { testRows } from '../../support/of-capabilities.ts';

/** Access rights: all operations with all roles, a client company and an API token, through the handlers. */

/** Operations on the gateway's own data that need more than the role `reads`. */
const NEEDS: Record<string, Role> = {
  'POST /auth/tokens': 'owner',
  'POST /certificate': 'owner',
  'DELETE /certificate/{cert_secret}': 'owner',
  'PUT /certificate/{cert_secret}/notifications': 'owner',
  'POST /customer': 'owner',
  'PATCH /customer/{customerID}': 'owner',
  'DELETE /customer/{customerID}/accounts/{account}': 'owner',
  'DELETE /customer/{customerID}': 'owner',
  'PUT /customer/{customerID}/activate': 'owner',
  'POST /api/web/v3/customer': 'owner',
  'DELETE /api/web/v3/customer/{customerID}': 'owner',
  'PUT /api/web/v3/customer/{customerID}/activate': 'owner',
  'GET /tramites/worker-data': 'owner',
  'POST /tramites/worker-data/erase': 'owner',
  'DELETE /tramites/{id}': 'files',
  'POST /tramites/{id}/resolve': 'files',
  'POST /tramites/{id}/evidence': 'files',
  'POST /seg-social/anotaciones-causa-peculiaridades': 'files',
  'POST /seg-social/convenios-colectivos-por-trabajador': 'files',
  'PUT /sepe/authorization-management/enterprise-data': 'files',
  'POST /sandbox/workers': 'files',
  'POST /sandbox/companies': 'files',
  'POST /sandbox/by-hand': 'files',
  'POST /sandbox/clock': 'owner',
  'POST /sandbox/reset': 'owner',
  'POST /sandbox/certificate': 'owner',
  'GET /users': 'owner',
  'POST /users': 'owner',
  'PATCH /users/{userId}': 'owner',
  'DELETE /users/{userId}': 'owner',
  'DELETE /users/{userId}/second-factor': 'owner',
  'DELETE /users/clients/{clientId}/second-factor': 'owner',
  'PATCH /users': 'owner',
  'PUT /users/preview': 'owner',
  ...Object.assign({}, ...testRows.map(({ needs }) => needs)),
};
/** Further operations that are refused to a client company. */
const NOT_FOR_CLIENTS = [
  / \/users/,
  /^PATCH \/auth$/,
  /^(POST|PUT|PATCH|DELETE) \S*\/customer/,
  /^POST \/sandbox\/(reset|workers|companies|by-hand|clock)$/,
  / \/tramites\/worker-data/,
  ...testRows.flatMap(({ notForClients = [] }) => notForClients),
];
/** Operations that are refused to an API token, whatever its role. */
const NOT_FOR_TOKENS = [
  / \/users/,
  / \/auth\/(tokens|second-factor)/,
  /^PATCH \/auth$/,
  / \/tramites\/worker-data/,
  ...testRows.flatMap(({ notForTokens = [] }) => notForTokens),
];

const LAST = 'GET /auth/logout';
const operations = groups.flatMap((group) =>
  group.operations
    .filter((operation) => roleFor(operation) !== 'anonymous')
    .map((operation) => {
      const address = addressOf(group, operation);
      const { method } = operation;
      return { name: `${method} ${address.replace(/^\/api\/v4(?=\/)/, '')}`, method, address, operation };
    }),
);
// Last, because it ends the session or token with which it is called.
operations.sort((a, b) => Number(a.name === LAST) - Number(b.name === LAST));

test('every operation needs its expected role: filing needs files, and everything else reads', () => {
  expect(Object.keys(NEEDS).filter((name) => !operations.some((one) => one.name === name))).toEqual([]);
  for (const { name, operation } of operations)
    expect(roleFor(operation), `${name}: in NEEDS of this file`).toBe(
      NEEDS[name] ?? (operation.kind === 'submission' ? 'files' : 'reads'),
    );
});

const isOf = (patterns: RegExp[], name: string) => patterns.some((pattern) => pattern.test(name));
const origin = new URL(demo.baseUrl).origin;
const missing: Record<string, string> = {
  customerID: '999999999999999',
  id: '01K00000000000000000000000',
  n: '1',
  authority: 'ninguno',
  cert_secret: 'inventado',
};
const pathOf = (address: string) => address.replace(/\{(\w+)\}/g, (_, field) => missing[field] ?? 'nadie');

interface Caller {
  role: Role;
  session: Gateway;
  program: Gateway;
}
/** Users of an account, one of each role. */
const usersOf = (accountId: string, hasSecondFactor = false): Promise<Caller[]> =>
  Promise.all(
    ROLES.map(async (role) => {
      const { user, email, gateway } = await newUser(origin, accountId, role);
      const session = hasSecondFactor
        ? await sessionWithCode(origin, email, await switchOnSecondFactor(user))
        : gateway;
      const made = await stores.apiTokens.createApiToken(user, { name: role, days: 1 }, new Date());
      const program = new Gateway(origin, { Authorization: `Bearer ${made.token}` });
      return { role, session, program };
    }),
  );

let callers: Caller[];
let operators: Caller[];
let company: Gateway;
beforeAll(async () => {
  const { accountId, gateway } = await newAccount(origin);
  const service = await newAccount(origin);
  await stores.accounts.setAccountChoice(service.accountId, { operator: 'on' });
  [callers, operators] = await Promise.all([usersOf(accountId), usersOf(service.accountId, true)]);
  company = (await newCompany(gateway.movedTo(demo.baseUrl))).gateway.movedTo(origin);
});

describe.each(operations)('$name', ({ name, method, address, operation }) => {
  const needed = roleFor(operation) as Role;
  const call = (who: Gateway) => who.call(method, pathOf(address));

  test('the operation is refused to lower roles before its request is read, and to no others', async () => {
    const isForOperators = operation.kind === 'resource' && operation.isForOperators;
    for (const { role, session, program } of isForOperators ? operators : callers) {
      const { status, body } = await call(session);
      if (covers(role, needed)) expect(status, `${role}: ${body.message}`).not.toBe(403);
      else
        expect(body).toMatchObject({
          status: 403,
          message: expect.stringMatching(`necesita el rol ${needed} \\(.*; el suyo es ${role}`),
        });
      const ofProgram = await call(program);
      const isRefused = !covers(role, needed) || isOf(NOT_FOR_TOKENS, name);
      expect(ofProgram.status === 403, `token, ${role}: ${ofProgram.body.message}`).toBe(isRefused);
    }
    if (isForOperators)
      for (const { role, session } of callers) {
        const { status, body } = await call(session);
        expect(status, `${role}: ${body.message}`).toBe(403);
      }
    const ofCompany = await call(company);
    expect(ofCompany.status === 403, ofCompany.body.message).toBe(isOf(NOT_FOR_CLIENTS, name));
  });
});
