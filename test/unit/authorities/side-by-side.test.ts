import { describe, expect, it, vi } from 'vitest';
import { OPEN_SECONDS } from '../../../shared/authorities/channel/breaker.ts';
import type { ServiceError } from '../../../shared/kernel/errors.ts';
import { sideBySide } from '../../../shared/kernel/side-by-side.ts';
import { ask } from '../../support/portals/examples.ts';
import { credentialOf, juan, serve } from '../../support/tls/mutual-tls.ts';
import { portTo } from '../../support/tls/port.ts';

/** Simultaneous readings of one request. */

/**
 * A server that counts the readings under way. A reading counts from when it takes its certificate, which all readings that may
 * begin together do before any of them is answered. `arrived` is called with each path, and its result is awaited before the
 * answer.
 */
const countingServer = async (arrived: (path: string) => unknown = () => {}) => {
  const state = { now: 0, most: 0, status: 200 };
  const { baseUrl, seen } = await serve(async ({ url }, response) => {
    await arrived(url!);
    state.now -= 1;
    response.writeHead(url!.includes('bad') ? 500 : state.status).end(url);
  });
  const port = (readingsAtOnce?: number) =>
    portTo(baseUrl, {
      credential: async () => {
        state.now += 1;
        state.most = Math.max(state.most, state.now);
        return credentialOf(juan);
      },
      ...(readingsAtOnce && { readingsAtOnce }),
    });
  return { state, seen, port };
};

const five = ['/1', '/2', '/3', '/4', '/5'];

describe('readings side by side', () => {
  it.each([
    [undefined, 1],
    [1, 1],
    [3, 3],
  ])('readings are made at the same time as the setting says: %s', async (setting, most) => {
    const { state, port } = await countingServer();
    const one = port(setting);
    expect(await sideBySide(...five.map((path) => one.read(ask, path)))).toEqual(five);
    expect(state.most).toBe(most);
  });

  it('readings have all ended when one of them has failed, and the first error in order is thrown', async () => {
    const last = Promise.withResolvers<void>();
    const { state, seen, port } = await countingServer((path) => {
      if (path === '/4') last.resolve();
      // The first one is under way until both have failed and the last one has begun in their place.
      return path === '/1' ? last.promise : undefined;
    });
    const one = port(3);
    const readings = ['/1', '/bad?1', '/bad?2', '/4'].map((path) => one.read(ask, path));
    await expect(sideBySide(...readings)).rejects.toMatchObject({ status: 500 });
    expect(state.now).toBe(0);
    expect(seen).toHaveLength(4);
  });

  it('readings are made one at a time while it is unclear whether the authority is up again', async () => {
    const { state, port } = await countingServer();
    vi.useFakeTimers({ toFake: ['Date'] });
    state.status = 503;
    for (let time = 0; time < 10; time++)
      await port(1)
        .read(ask, `/bad?${time}`)
        .catch((error: ServiceError) => expect(error.status).toBeGreaterThanOrEqual(500));
    state.status = 200;
    vi.setSystemTime(Date.now() + OPEN_SECONDS * 1000 + 1);
    state.most = 0;
    const one = port(3);
    expect(await sideBySide(...five.map((path) => one.read(ask, path)))).toEqual(five);
    expect(state.most).toBe(1);
  });
});
