import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { issueP12 } from '../../support/certificates.ts';
import { contractMaker } from '../../support/contracts.ts';
import { caller, demo } from '../../support/demo.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** Some holders have a user and a password for SEPE's services, which check them in addition to the certificate. */

const authorities = atAuthorities(demo.authorities.control);
const { holder, accounts, company } = seed.other;
const { user, password } = seed.state.sepe.users.find(({ nif }) => nif === holder.nif)!;
const WRONG = 'Otra0Clave0';

let p12: Buffer;
beforeAll(async () => {
  await authorities.reset();
  p12 = await issueP12({ person: holder });
});
afterAll(() => authorities.reset());

const upload = (fields: Record<string, string> = {}) =>
  caller.upload(p12, { password: 'clave', type: '2', ...fields });

test('a user and password of SEPE are stored with the certificate, sent when needed, and asked for if they are missing', async () => {
  const contract = {
    ...JSON.parse(
      JSON.stringify(contractMaker(demo)())
        .replaceAll(demo.company.ccc, accounts.general.ccc)
        .replaceAll(demo.company.cif, company.cif),
    ),
  };
  const first = await upload();
  expect(first.body.data.sepe_user).toBeNull();
  const gateway = caller.acting(first.body.data.cert_secret);
  const missing = await gateway.post('/sepe/contrata', contract);
  expect(missing).toMatchObject({
    status: 422,
    body: {
      message: expect.stringMatching(/usuario y contraseña.*guárdelo otra vez con ellos/),
      errors: { 'X-Cert-Secret': [expect.any(String)], sepe: [expect.stringMatching(/claves/)] },
    },
  });

  // The same certificate has the same `cert_secret`.
  const second = await upload({ sepe_user: user, sepe_password: WRONG });
  expect(second.body.data).toEqual({ ...first.body.data, sepe_user: user });
  const refused = await gateway.post('/sepe/contrata', contract);
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { sepe: [expect.stringMatching(/claves/)] } },
  });
  expect(refused.body.message).toBe(refused.body.errors.sepe[0]);

  expect((await upload({ sepe_user: user, sepe_password: password })).status).toBe(200);
  expect((await upload()).body.data.sepe_user).toBe(user);
  const filed = await gateway.post('/sepe/contrata', contract);
  expect(filed).toMatchObject({ status: 200, body: { success: true } });
  const list = await caller.get('/certificate', { perPage: 50 });
  for (const answered of [filed, list]) expect(JSON.stringify(answered.body)).not.toContain(password);
});

test.each<[string, Record<string, string>, string]>([
  ['one without the other', { sepe_user: user }, 'sepe_password'],
  [
    'a password that SEPE cannot have given',
    { sepe_user: user, sepe_password: 'contraseña' },
    'sepe_password',
  ],
  [
    'a certificate of another authority',
    { sepe_user: user, sepe_password: password, type: '1' },
    'sepe_user',
  ],
])('a user or password of SEPE is refused: %s', async (_, fields, field) => {
  const { status, body } = await upload(fields);
  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
});
