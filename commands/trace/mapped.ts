import { SourceMap } from 'node:module';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, type Entry } from '../../infra/bundle.ts';

/** Where a line of a stack is, in a file of a bundle: `…/name.mjs:1:2345`. */
const PLACE = /[\w.-]+\.mjs:\d+:\d+/g;

/**
 * What maps the places of a function's stack traces, or of its log lines, to the sources. It bundles the function again:
 * the same sources always give the same bundle.
 */
export const mapperOf = async (name: string, entry: Entry): Promise<(text: string) => string> => {
  const { outputFiles } = await build({ ...bundleOptions(name, entry), write: false });
  const maps = new Map(
    outputFiles
      .filter(({ path }) => path.endsWith('.map'))
      .map(({ path, text }) => [basename(path, '.map'), new SourceMap(JSON.parse(text))]),
  );
  return (text) =>
    text.replace(PLACE, (place) => {
      const [file = '', line, column] = place.split(':');
      const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
      if (!origin || !('fileName' in origin)) return place;
      return `${origin.fileName.replace(/^(\.\.\/)*/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
    });
};
