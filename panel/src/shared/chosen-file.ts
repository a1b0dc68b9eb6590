import { base64 } from '../../../client/src/batches.ts';

const compressed = async (file: Pick<Blob, 'stream'>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer());

/**
 * Gives the file that was chosen as the value of a field: compressed, in base64. There is no value until it is ready, so that an
 * older file is not sent under the name of this one. What becomes ready after another choice is dropped.
 * @param latest the newest choice of the field, which this changes
 */
export const chooseFile = async <F extends Pick<Blob, 'stream'>>(
  file: F | undefined,
  latest: { current: F | undefined },
  onChange: (value: string) => void,
): Promise<void> => {
  latest.current = file;
  onChange('');
  if (!file) return;
  const value = base64(await compressed(file));
  if (latest.current === file) onChange(value);
};
