import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { openApiDocument } from '../shared/derive/openapi.ts';
import type { Group } from '../shared/operation/operation.ts';
import { codesHtml, codeTables } from './codes.ts';
import { examplesOf } from './examples.ts';
import { factsOf, type GuideStage } from './facts.ts';
import { guideHtml, readGuide } from './guide.ts';
import { pageHtml } from './layout.ts';
import { operationsHtml, signInHtml } from './operations.ts';

/** What the pages load, by what it is for: the program and the style sheet of each page. */
const BROWSER = join(import.meta.dirname, 'browser');
const PROGRAMS = ['guide', 'codes', 'operations'] as const;

/**
 * The files of the reference, by their name next to the handler: the document for programs, its examples, and the pages
 * with all that they load. Nothing is loaded from elsewhere. The same sources always give the same files.
 */
export const referenceFiles = async (groups: Group[], stage: GuideStage): Promise<Record<string, string>> => {
  const loaded = await browserFiles();
  const pages: Record<string, string> = {
    'guia.html': pageHtml({
      title: 'Guía para integradores',
      page: '',
      body: guideHtml(readGuide(), factsOf(stage)),
      ...loaded.of('guide'),
    }),
    'operaciones.html': pageHtml({
      title: 'Operaciones',
      page: 'operaciones',
      body: operationsHtml(stage),
      tools: stage.standIns ? signInHtml : '',
      ...loaded.of('operations'),
    }),
    'codigos.html': pageHtml({
      title: 'Códigos',
      page: 'codigos',
      body: codesHtml(codeTables(groups, stage)),
      ...loaded.of('codes'),
    }),
  };
  const files = { ...loaded.files, ...pages };
  const tags = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, tagOf(text)]));
  return {
    'openapi.json': JSON.stringify(openApiDocument(groups)),
    'examples.json': JSON.stringify(examplesOf(groups, stage)),
    'docs/tags.json': JSON.stringify(tags),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`docs/${name}`, text])),
  };
};

const tagOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Programs and style sheets as browsers load them; the hash of its content is in the name of each. */
const browserFiles = async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: PROGRAMS.map((name) => join(BROWSER, `${name}.ts`)),
    outdir: 'docs',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  const named = (name: string) => {
    const [script, output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
      entryPoint?.endsWith(`browser/${name}.ts`),
    )!;
    return { scripts: [basename(script)], styles: output.cssBundle ? [basename(output.cssBundle)] : [] };
  };
  return {
    files: Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text])),
    of: (name: (typeof PROGRAMS)[number]) => named(name),
  };
};
