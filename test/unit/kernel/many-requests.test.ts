import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** Log and metrics where Lambda gives a process many requests at the same time. */

const moduleOf = (path: string) => JSON.stringify(new URL(`../../../shared/${path}`, import.meta.url).href);
const program = (runtime: string) => `
  ${runtime}
  const { logger } = await import(${moduleOf('kernel/log.ts')});
  const { metrics } = await import(${moduleOf('metrics/emit.ts')});
  logger.info('a line', { requestId: 'r-1' });
  metrics.add('Defects', 1, { facts: { requestId: 'r-2' } });
`;

/** What a thread of such a process writes. */
const written = async (runtime: string) => {
  const { AWS_LAMBDA_MAX_CONCURRENCY: _, ...env } = process.env;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program(runtime))}`), {
    env: {
      ...env,
      ...{ AWS_LAMBDA_MAX_CONCURRENCY: '64', STAGE: 'production' },
      ...{ POWERTOOLS_METRICS_DISABLED: 'false', POWERTOOLS_LOG_LEVEL: 'INFO' },
    },
    stdout: true,
  });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  const lines = (await Promise.race([text(worker.stdout), failed])).trim().split('\n');
  return lines.map((line) => JSON.parse(line).requestId);
};

test.each([
  ['the runtime has made no store of its own', ''],
  [
    'it has, and no request is under way',
    'globalThis.awslambda = { InvokeStore: { hasContext: () => false, getXRayTraceId: () => undefined } };',
  ],
])('lines are written where %s', async (_, runtime) => {
  expect(await written(runtime)).toEqual(['r-1', 'r-2']);
});
