import { SourceMap } from 'node:module';
import { build } from 'rolldown';
import { bundleOptions, type Entry } from '../../infra/bundle.ts';

/** A position in a bundle file, such as `…/name.mjs:1:2345`. */
const PLACE = /[\w.-]+\.mjs:\d+:\d+/g;

/**
 * Returns a function that maps positions in stack traces or log lines to the sources. It bundles the function again,
 * which gives the same bundle for the same sources.
 */
export const mapperOf = async (name: string, entry: Entry): Promise<(text: string) => string> => {
  const { output } = await build(bundleOptions(name, entry));
  const maps = new Map(
    output.flatMap((file) =>
      file.type === 'chunk' && file.map
        ? [[file.fileName, new SourceMap(JSON.parse(file.map.toString()))]]
        : [],
    ),
  );
  return (text) =>
    text.replace(PLACE, (place) => {
      const [file = '', line, column] = place.split(':');
      const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
      if (!origin || !('fileName' in origin)) return place;
      return `${origin.fileName.replace(/^(\.\.\/)*/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
    });
};
