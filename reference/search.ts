import { openApiDocument } from '../shared/derive/openapi.ts';
import type { Group } from '../shared/operation/operation.ts';
import type { CodeTable } from './code-table.ts';
import type { Section } from './guide.ts';
import { DOCS, searchBox } from './layout.ts';

/** A search entry. */
export type Entry = [kind: 'Guía' | 'Operaciones' | 'Códigos', title: string, address: string, text: string];

interface Described {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { name: string }[];
}

/** All search entries: sections of the guide, operations, and codes by table. */
export const searchEntries = (
  sections: Section[],
  groups: Group[],
  tables: { page: string; tables: CodeTable[] }[],
): Entry[] => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument(groups))) as {
    paths: Record<string, Record<string, Described>>;
  };
  return [
    ...sections.map(({ title, anchor, text }): Entry => ['Guía', title, `${DOCS}#${anchor}`, text]),
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId, summary, description = '', tags, parameters = [] }]): Entry => [
          'Operaciones',
          summary,
          `${DOCS}/operaciones#tag/${tags[0]}/${operationId}`,
          `${method.toUpperCase()} ${path} ${description.replace(/[*`]/g, '')} ${parameters.map(({ name }) => name).join(' ')}`,
        ],
      ),
    ),
    ...tables.flatMap(({ page, tables: on }) =>
      on.flatMap(({ title, rows }) =>
        rows.map(([code = '', ...texts]): Entry => {
          const query = encodeURIComponent(`${title} ${code}`);
          return ['Códigos', `${code} ${texts[0] ?? ''}`, `${DOCS}/${page}?q=${query}`, title];
        }),
      ),
    ),
  ];
};

/** The search page, which its program fills. */
export const searchHtml = (): string => `<main id="contenido" class="texto">
<h1>Buscar</h1>
<noscript><p>La búsqueda necesita JavaScript.</p></noscript>
${searchBox('Buscar en la guía, las operaciones y los códigos')}
<div id="resultados"></div>
</main>`;
