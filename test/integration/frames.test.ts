import { expect, test } from 'vitest';
import { realServices } from '../../functions/services.ts';
import { connect } from '../../shared/authorities/channel/channel.ts';
import { ownService } from '../support/setup/own-service.ts';

/** The depth of our own code in the stack when the filing request is sent, which matters to anybody who debugs it. */

const stacks: string[] = [];
const { requests, tgss } = await ownService({
  openAuthority: (options) =>
    realServices.openAuthority({
      ...options,
      connect: (...all) => {
        const channel = connect(...all);
        return {
          ...channel,
          send: (request, by) => {
            if (request.commits) stacks.push(new Error('where it is sent').stack!);
            return channel.send(request, by);
          },
        };
      },
    }),
});

test('a registration is filed fewer than 20 functions below its handler', async () => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const { request } = requests['POST /seg-social/alta']!;
  const { status } = await tgss.call('POST', '/seg-social/alta', { json: request });
  Error.stackTraceLimit = stackTraceLimit;
  expect(status).toBe(200);
  expect(stacks).toHaveLength(1);
  const own = stacks[0]!.split('\n').filter((line) => /\/(functions|shared)\//.test(line));
  expect(own.some((line) => line.includes('once.ts'))).toBe(true);
  expect(own.length).toBeGreaterThan(5);
  expect(own.length, own.join('\n')).toBeLessThan(20);
});
