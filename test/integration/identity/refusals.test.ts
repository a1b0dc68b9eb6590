import { readFile } from 'node:fs/promises';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { newestKey } from '../../../shared/stores/identity/tokens.ts';
import { newAccount, newCompany } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';
import { Gateway } from '../../support/gateway.ts';

/** Tokens that are refused although the service signed them. */

test('a token without expiry is refused', async () => {
  const { gateway } = await newAccount(demo.baseUrl);
  const now = new Date();
  const { userId, accountId, sessionId } = (await stores.sessions.readToken(gateway.token, now))!;
  const { id, key } = await newestKey('session', now);
  const forever = await new SignJWT({ acc: accountId })
    .setProtectedHeader({ alg: 'HS256', kid: id })
    .setIssuer('pasarela')
    .setSubject(userId)
    .setJti(sessionId)
    .sign(key);
  const { status } = await new Gateway(demo.baseUrl, { Authorization: `Bearer ${forever}` }).get('/auth');
  expect(status).toBe(401);
});

test('a token that continues a list is valid for its user only, also within an account', async () => {
  const { gateway } = await newAccount(demo.baseUrl);
  const company = await newCompany(gateway);
  const { body: saved } = await gateway.upload(await readFile(demo.p12.file), {
    password: demo.p12.password,
    clientId: company.id,
  });
  const { regimen, ccc } = demo.company;
  const ask = (who: Gateway, continueToken?: string) =>
    who.acting(saved.data.cert_secret).call('GET', '/seg-social/employee-situations', {
      json: { regimen, ccc, dni: demo.manySituations.dni, ...(continueToken && { continueToken }) },
    });
  const { body } = await ask(gateway);
  expect(body.continueToken).toEqual(expect.any(String));
  expect((await ask(company.gateway, body.continueToken)).status).toBe(422);
  expect((await ask(gateway, body.continueToken)).status).toBe(200);
});
