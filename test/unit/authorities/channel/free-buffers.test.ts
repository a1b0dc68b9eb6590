import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** A thread in which V8 flags do not last, because something else resets them each time. */
const program = `
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  import { parentPort } from 'node:worker_threads';
  const set = v8.setFlagsFromString;
  let isKept = false;
  v8.setFlagsFromString = (flag) => {
    set(flag);
    if (!isKept) set('--no-expose-gc');
  };
  syncBuiltinESMExports();
  const { freeBuffers } = await import(${JSON.stringify(new URL('../../../../shared/authorities/channel/body.ts', import.meta.url).href)});
  freeBuffers();
  isKept = true;
  freeBuffers();
  parentPort.postMessage('went on');
`;

it('buffers are not collected if another thread has taken the flag back, and nothing fails', async () => {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  expect(await once(worker, 'message')).toEqual(['went on']);
  await worker.terminate();
});
