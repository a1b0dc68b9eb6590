import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseFile } from '../../../../panel/src/shared/chosen-file.ts';

/** The file of a field, which is compressed while the person goes on. */

type File = Pick<Blob, 'stream'>;
/** A file that is read only when its test says so. */
const heldFile = (text: string) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const file: File = {
    stream: () =>
      new ReadableStream({
        start: async (controller) => {
          await promise;
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      }),
  };
  return { file, release: resolve };
};
const field = () => {
  const values: string[] = [];
  const latest: { current: File | undefined } = { current: undefined };
  return {
    values,
    choose: (file: File | undefined) => chooseFile(file, latest, (value) => void values.push(value)),
    text: () => gunzipSync(Buffer.from(values.at(-1)!, 'base64')).toString(),
  };
};

test('a field has no value while its new file is being compressed', async () => {
  const { values, choose, text } = field();
  await choose(new Blob(['the first one']));
  const second = heldFile('the second one');
  const choice = choose(second.file);
  expect(values.at(-1)).toBe('');
  second.release();
  await choice;
  expect(text()).toBe('the second one');
});

test('a file that becomes ready after another choice is dropped', async () => {
  const { values, choose, text } = field();
  const large = heldFile('a large one');
  const older = choose(large.file);
  await choose(new Blob(['a small one']));
  large.release();
  await older;
  expect(text()).toBe('a small one');
  const again = heldFile('a large one');
  const last = choose(again.file);
  await choose(undefined);
  again.release();
  await last;
  expect(values.at(-1)).toBe('');
});
