import { describe, expect, test } from 'vitest';
import { createClient, PasarelaError, UnknownOutcome } from '../../support/client/client.ts';
import { scriptedGateway } from '../../support/servers/scripted-gateway.ts';

const login = { email: 'nominas@example.com', password: 'una contraseña larga' };
const worker = { regimen: '0111', ccc: '28000000097', nss: '280000000097', dni: '12345678Z' };
const cno = { ...worker, fecha_real: '2026-12-01', cno: '2611' };

/** A gateway that accepts only the newest token. `end` makes it invalid. */
const withSessions = async () => {
  let number = 0;
  let isEnded = false;
  const gateway = await scriptedGateway(({ path, headers }) => {
    if (path === '/api/v4/auth/login') {
      number++;
      isEnded = false;
      return { data: { access_token: `token-${number}`, token_type: 'bearer', expires_in: '' } };
    }
    const isGood = !isEnded && headers.authorization === `Bearer token-${number}`;
    return isGood ? { data: { name: 'Ana' } } : { status: 401 };
  });
  const paths = () => gateway.seen.map(({ path }) => path.replace('/api/v4', ''));
  const end = () => {
    isEnded = true;
    gateway.seen.length = 0;
  };
  return { ...gateway, paths, end };
};

describe('the client with e-mail and password', () => {
  test('the client signs in before the first call, and not again', async () => {
    const { baseUrl, paths, seen } = await withSessions();
    const client = createClient({ baseUrl, ...login });
    await client.getSession();
    await client.getSession();
    expect(paths()).toEqual(['/auth/login', '/auth', '/auth']);
    expect(seen[0]!.json).toEqual(login);
    expect(seen[0]!.headers.authorization).toBeUndefined();
  });

  test('one of many first calls at once signs in, and the others wait', async () => {
    const { baseUrl, paths } = await withSessions();
    const client = createClient({ baseUrl, ...login });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.getSession()));
    expect(answers.map(({ data }) => data.name)).toEqual(Array(20).fill('Ana'));
    expect(paths().filter((path) => path === '/auth/login')).toHaveLength(1);
    expect(paths()[0]).toBe('/auth/login');
  });

  test('the client signs in once for all calls when the token has ended, and sends each call again', async () => {
    const { baseUrl, paths, end } = await withSessions();
    const client = createClient({ baseUrl, ...login });
    await client.getSession();
    end();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.getSession()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(paths().filter((path) => path === '/auth/login')).toHaveLength(1);
  });

  test('a submission that was refused for its token is sent again with the same key', async () => {
    const { baseUrl, seen, paths, end } = await withSessions();
    const client = createClient({ baseUrl, ...login, certificate: 'secret' });
    await client.getSession();
    end();
    await client.updateCno(cno);
    expect(paths()).toEqual(['/seg-social/cno', '/auth/login', '/seg-social/cno']);
    expect(seen[2]!.headers['idempotency-key']).toBe(seen[0]!.headers['idempotency-key']);
    expect(seen[2]!.json).toEqual(cno);
  });

  test('a new token that is refused, too, is an error and no loop', async () => {
    const { baseUrl, seen } = await scriptedGateway(({ path }) =>
      path.endsWith('/login') ? { data: { access_token: 'x' } } : { status: 401 },
    );
    const error = await createClient({ baseUrl, ...login })
      .getSession()
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PasarelaError);
    expect(error.status).toBe(401);
    expect(seen).toHaveLength(4);
  });

  test('a wrong password is an error for all calls that waited, and the next call tries again', async () => {
    const { baseUrl, seen } = await scriptedGateway(() => ({
      status: 401,
      body: { message: 'No son correctos.' },
    }));
    const client = createClient({ baseUrl, ...login });
    const all = await Promise.allSettled([client.getSession(), client.updateCno(cno)]);
    for (const { reason } of all as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ name: 'PasarelaError', status: 401, message: 'No son correctos.' });
    }
    expect(seen).toHaveLength(1);
    await expect(client.getSession()).rejects.toThrow('No son correctos.');
    expect(seen.map(({ path }) => path)).toEqual(['/api/v4/auth/login', '/api/v4/auth/login']);
  });

  test('a sign-in without an answer is no unknown outcome of the submission that was to follow', async () => {
    const { baseUrl } = await scriptedGateway(() => (response) => response.destroy());
    const error = await createClient({ baseUrl, ...login })
      .updateCno(cno)
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PasarelaError);
    expect(error).not.toBeInstanceOf(UnknownOutcome);
  });

  test('clients with other certificates share the session', async () => {
    const { baseUrl, paths, seen } = await withSessions();
    const client = createClient({ baseUrl, ...login });
    await Promise.all([
      client.withCertificate('one').getLifeReport(worker),
      client.withCertificate('other').getLifeReport(worker),
    ]);
    expect(paths().filter((path) => path === '/auth/login')).toHaveLength(1);
    expect(
      seen
        .slice(1)
        .map(({ headers }) => headers['x-cert-secret'])
        .toSorted(),
    ).toEqual(['one', 'other']);
  });
});

test('an API token is sent as it is, and the client does not sign in when it has ended', async () => {
  const { baseUrl, seen } = await scriptedGateway(() => ({ status: 401 }));
  const error = await createClient({ baseUrl, token: 'of-a-program' })
    .getSession()
    .catch((thrown) => thrown);
  expect(error.status).toBe(401);
  expect(seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/api/v4/auth', 'Bearer of-a-program'],
  ]);
});

test('the client refuses an address that is not the address of the interface', () => {
  for (const baseUrl of ['https://example.com', 'https://example.com/api/v4/auth'])
    expect(() => createClient({ baseUrl, token: 'x' })).toThrow('/api/v4');
  for (const who of ['ana:clave', ':clave', 'clave'])
    expect(() => createClient({ baseUrl: `https://${who}@example.com/api/v4`, token: 'x' })).toThrow(
      /^baseUrl no lleva usuario ni contraseña$/,
    );
  createClient({ baseUrl: 'https://example.com/api/v4/', token: 'x' });
});
