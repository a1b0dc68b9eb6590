import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: ((options: { type: 'minor' }) => void) | undefined;

/**
 * Frees the buffers of connections that are no longer used. By itself V8 lets about 40 MB of them pile up while a large
 * answer comes. Takes a few milliseconds; only for large answers.
 */
export const freeBuffers = (): void => {
  if (!collect) {
    // The only way to V8's collector in a process that was started without this option.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as typeof collect;
  }
  collect?.({ type: 'minor' });
};
