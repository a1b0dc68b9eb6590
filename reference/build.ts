import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { openApiDocument } from '../shared/derive/openapi.ts';
import type { Group } from '../shared/operation/operation.ts';
import { codesHtml, codeTables } from './codes.ts';
import { examplesOf } from './examples.ts';
import { factsOf, type GuideStage } from './facts.ts';
import { guideHtml, readGuide, sectionsOf } from './guide.ts';
import { DOCS, pageHtml } from './layout.ts';
import { markdownPages } from './markdown.ts';
import { operationsHtml, signInHtml } from './operations.ts';
import { municipalityTable } from './public-codes.ts';
import { type Entry, searchEntries, searchHtml } from './search.ts';

/** Sources of the programs and style sheets of the pages. */
const BROWSER = join(import.meta.dirname, 'browser');
const PROGRAMS = ['guide', 'codes', 'operations', 'search'] as const;

/**
 * Files of the reference, by their name next to the handler: the OpenAPI document, its examples, and the pages with
 * everything that they load. Nothing is loaded from elsewhere, and the output depends on the sources only.
 */
export const referenceFiles = async (groups: Group[], stage: GuideStage): Promise<Record<string, string>> => {
  const tables = codeTables(groups, stage);
  const municipalities = [municipalityTable()];
  const entries = searchEntries(sectionsOf(readGuide(), factsOf(stage)), groups, [
    { page: 'codigos', tables },
    { page: 'municipios', tables: municipalities },
  ]);
  const loaded = await browserFiles(entries);
  const pages: Record<string, string> = {
    'guia.html': pageHtml({
      title: 'Guía para integradores',
      page: '',
      text: 'guia.md',
      body: guideHtml(readGuide(), factsOf(stage)),
      ...loaded.of('guide'),
    }),
    'operaciones.html': pageHtml({
      title: 'Operaciones',
      page: 'operaciones',
      text: 'operaciones.md',
      body: operationsHtml(groups, stage),
      tools: stage.standIns ? signInHtml : '',
      ...loaded.of('operations'),
    }),
    'codigos.html': pageHtml({
      title: 'Códigos',
      page: 'codigos',
      text: 'codigos.md',
      body: codesHtml(tables),
      ...loaded.of('codes'),
    }),
    'municipios.html': pageHtml({
      title: 'Municipios',
      text: 'municipios.md',
      body: codesHtml(municipalities, { title: 'Municipios', isPart: true }),
      ...loaded.of('codes'),
    }),
    'buscar.html': pageHtml({
      title: 'Buscar',
      page: 'buscar',
      body: searchHtml(),
      ...loaded.of('search'),
    }),
    'no-existe.html': pageHtml({
      title: 'La página no existe',
      body: MISSING,
      scripts: [],
      styles: loaded.of('guide').styles,
    }),
  };
  const files = {
    ...loaded.files,
    ...pages,
    ...markdownPages(groups, stage, { tables, municipalities }),
  };
  const tags = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, tagOf(text)]));
  return {
    'openapi.json': JSON.stringify(openApiDocument(groups, { scenarios: stage.name === 'sandbox' })),
    'examples.json': JSON.stringify(examplesOf(groups, stage)),
    'docs/tags.json': JSON.stringify(tags),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`docs/${name}`, text])),
  };
};

/** Page for an unknown address. */
const MISSING = `<main id="contenido" class="texto">
<h1>La página no existe</h1>
<p>La referencia tiene una <a href="${DOCS}">guía</a>, las <a href="${DOCS}/operaciones">operaciones</a>, los
<a href="${DOCS}/codigos">códigos</a> y un <a href="${DOCS}/buscar">buscador</a>.</p>
</main>`;

const tagOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Inserts the search entries into the search program. */
const withEntries = (entries: Entry[]): Plugin => ({
  name: 'entries',
  setup(made) {
    made.onResolve({ filter: /^virtual:entries$/ }, ({ path }) => ({ path, namespace: 'entries' }));
    made.onLoad({ filter: /./, namespace: 'entries' }, () => ({
      contents: JSON.stringify(entries),
      loader: 'json',
    }));
  },
});

/** Bundled programs and style sheets, with a content hash in each name. */
const browserFiles = async (entries: Entry[]) => {
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
    plugins: [withEntries(entries)],
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
