import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommitForbidden } from '../../../shared/authorities/channel/failure.ts';
import { file } from '../../support/portals/examples.ts';
import { serve, soon } from '../../support/tls/mutual-tls.ts';
import { portTo } from '../../support/tls/port.ts';

/** Handlers that continue after their time, because their process was frozen and continues with the next request. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Files at a portal. @param written runs while the record is written, before the step that commits */
const filing = async (written: () => void) => {
  const { baseUrl, seen } = await serve((_, response) => response.end('ok'));
  const port = portTo(baseUrl, {
    deadline: new Date(soon(60_000)),
    filing: {
      begin() {},
      send: async (send) => {
        written();
        return send();
      },
      accept() {},
      reference() {},
    },
  });
  const ended = await port.submit(file, '/x').then(
    () => 'filed',
    (error: { effect?: string }) => error.effect ?? 'not filed',
  );
  return { ended, asked: seen };
};
const OPENED = ['GET /x/open'];

it('a handler that stood still while its record was written sends nothing that commits', async () => {
  expect(await filing(() => vi.setSystemTime(Date.now() + 61_000))).toEqual({
    ended: 'not filed',
    asked: OPENED,
  });
});

it('a handler whose record was ended meanwhile sends nothing that commits', async () => {
  const ended = () => {
    throw new CommitForbidden(new Error('the record is not its own any more'));
  };
  expect(await filing(ended)).toEqual({ ended: 'not filed', asked: OPENED });
});

it('a handler that has time left sends the step that commits', async () => {
  expect((await filing(() => {})).asked).toContain('POST /x/file?nss=280000000097');
});
