import { describe, expect, test, vi } from 'vitest';
import { xmlUpload } from '../../../functions/gateway/sepe/xml-file.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { yardstick } from '../../support/cpu-time.ts';
import { readSent } from '../../support/hostile/read-sent.ts';
import { operations } from '../../support/infra/groups.ts';

/** Bodies made to be as expensive as possible to parse, within the size that an operation accepts. */

vi.stubEnv('STRICT_IDENTIFIERS', 'true');

const read = async (name: string, body: string): Promise<unknown> => {
  const { operation } = operations.find((one) => one.name === name)!;
  const outcome = await readSent(operation, { body });
  return outcome instanceof ServiceError ? outcome.status : 'accepted';
};

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join(',');

const xml = (content: string) => JSON.stringify({ file: xmlUpload(Buffer.from(content, 'latin1')) });

/** The least CPU time of three runs, in milliseconds, because compilation and other work of the machine would add to it. */
const leastTime = async (act: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage();
    await act();
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
};

describe('the time to check a body', () => {
  test.each<[what: string, operation: string, body: string]>([
    [
      '85,000 empty accounts',
      'POST /api/v4/customer',
      `{"profile":{"account":[${many(85_000, () => '{}')}]}}`,
    ],
    [
      '9,900 accounts, as a list of lists',
      'POST /api/v4/customer',
      `{"alternativo":[${many(9_900, () => '[]')}]}`,
    ],
    ['20,000 unknown names', 'POST /api/v4/seg-social/alta', `{${many(20_000, (n) => `"x${n}":1`)}}`],
    ['9,900 names near test', 'POST /api/v4/seg-social/alta', `{${many(9_900, (n) => `"te${n}":1`)}}`],
    ['test 28,000 times', 'POST /api/v4/seg-social/alta', `{${many(28_000, () => '"test":1')}}`],
    [
      '95,000 XML tags',
      'POST /api/v4/sepe/contrata/xml',
      xml(`<CONTRATOS>${'<a/>'.repeat(95_000)}</CONTRATOS>`),
    ],
    [
      '30,000 contracts',
      'POST /api/v4/sepe/contrata/xml',
      xml(`<CONTRATOS>${'<CONTRATO_100></CONTRATO_100>'.repeat(30_000)}</CONTRATOS>`),
    ],
    ['a text of signs', 'POST /api/v4/customer', `{"name":"${'\u0301'.repeat(120_000)}"}`],
  ])('a body with %s takes little longer to check than to parse', async (what, operation, body) => {
    const bare = await leastTime(async () => JSON.parse(body));
    let outcome: unknown;
    const spent = await leastTime(async () => {
      outcome = await read(operation, body);
    });
    if (process.env.SHOW_COST)
      console.log(what, outcome, `${Math.round(spent)} ms, a bare parse ${Math.round(bare)} ms`);
    expect([400, 413, 422]).toContain(outcome);
    // The most expensive body takes half a yardstick; before bodies were bounded, it took six.
    expect(spent).toBeLessThan(yardstick() + 20 * bare);
  });
});
