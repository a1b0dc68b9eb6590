import * as z from 'zod';
import { notifyContract } from '../functions/gateway/sepe/operations/notify-contract.ts';
import { BAJAS, CONVENIOS, GRUPOS } from '../sandbox/tgss/codes.ts';
import { DIL } from '../sandbox/tgss/messages.ts';
import codeTexts from '../shared/authorities/sepe/code-texts.json' with { type: 'json' };
import { fieldsByType } from '../shared/authorities/sepe/documents/contract-fields.ts';
import type { ContractType } from '../shared/authorities/sepe/documents/contract-types.ts';
import { fieldsByTransformation } from '../shared/authorities/sepe/documents/transformation-fields.ts';
import type { Group } from '../shared/operation/operation.ts';
import type { CodeTable } from './code-table.ts';
import { DOCS, escaped, searchBox } from './layout.ts';
import { countryTable, occupationTable } from './public-codes.ts';

/** All code tables: the codes of fields, and the texts of the employment service. */
export const codeTables = (groups: Group[], { standIns }: { standIns: boolean }): CodeTable[] => [
  contractTypes(),
  transformationTypes(),
  ...fieldCodes(groups),
  occupationTable(),
  countryTable(),
  ...(standIns ? ofStandIns() : []),
  {
    title: 'Mensajes del SEPE',
    about: 'Con estos textos se acompaña cada código de sus respuestas.',
    extent: 'Entera, según la tabla pública del SEPE.',
    columns: ['Código', 'Texto'],
    rows: Object.entries(codeTexts),
  },
];

const TIME: Record<ContractType['time'], string> = {
  full: 'completa',
  part: 'parcial',
  training: 'formación',
  seasonal: 'fija discontinua',
  either: 'completa o parcial',
};

/** What happens to fields that a type does not have. */
const NOT_OF_TYPE =
  'Lo que no lleva se rechaza si con ello sería otro contrato o no se puede comunicar; si no, no se comunica y se avisa.';

const contractTypes = (): CodeTable => {
  const { required = [] } = z.toJSONSchema(notifyContract.request, { io: 'input', unrepresentable: 'any' });
  return {
    title: 'Tipos de contrato',
    extent: 'Entera: otros no se admiten.',
    about:
      'Los que admite POST /api/v4/sepe/contrata en codContract, y qué campos lleva cada uno. Todos llevan además ' +
      `${required.filter((field) => field !== 'codContract').join(', ')} y country; con NIF/DNI, lastSurname. ${NOT_OF_TYPE}`,
    columns: ['Código', 'Contrato', 'Jornada', 'Debe llevar', 'Puede llevar', 'No lleva'],
    folded: 3,
    rows: fieldsByType().map(({ type: { code, name, time }, fields }) => [
      code,
      name,
      TIME[time],
      ...[fields.must, fields.may, fields.never].map((names) => names.join(', ')),
    ]),
  };
};

const transformationTypes = (): CodeTable => ({
  title: 'Tipos de transformación',
  extent: 'Entera: otros no se admiten.',
  about: `Los que admite POST /api/v4/sepe/transformation en TIPO_CONTRATO, y qué campos lleva cada uno. ${NOT_OF_TYPE}`,
  columns: ['Código', 'Transformación', 'Debe llevar', 'Puede llevar', 'No lleva'],
  folded: 2,
  rows: fieldsByTransformation().map(({ code, name, fields }) => [
    code,
    name,
    ...[fields.must, fields.may, fields.never].map((names) => names.join(', ')),
  ]),
});

interface JsonSchema {
  description?: string;
  codes?: Record<string, string>;
  [key: string]: unknown;
}

/**
 * Codes of fields, by name of the field. Codes that several operations share are listed once. Fields of the same name with other
 * codes are distinguished by their operation.
 */
const fieldCodes = (groups: Group[]): CodeTable[] => {
  const found = new Map<string, { field: string; schema: JsonSchema; operations: string[] }>();
  for (const group of groups)
    for (const operation of group.operations) {
      const request = z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' });
      for (const [field, schema] of codesIn(request as JsonSchema)) {
        const key = JSON.stringify([field, schema.codes]);
        const list = found.get(key) ?? { field, schema, operations: [] };
        if (!list.operations.includes(operation.summary)) list.operations.push(operation.summary);
        found.set(key, list);
      }
    }
  const namesakes = Map.groupBy(found.values(), ({ field }) => field);
  return [...found.values()]
    .map(({ field, schema, operations }) => ({
      title: namesakes.get(field)!.length === 1 ? field : `${field} (${operations[0]})`,
      about: `${schema.description ?? ''} En: ${operations.join('; ')}.`.trim(),
      extent: 'Entera: otros no se admiten.',
      columns: ['Código', 'Significado'],
      rows: Object.entries(schema.codes!),
    }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'es'));
};

/** Fields with codes, anywhere in a schema. */
const codesIn = (schema: JsonSchema, name = ''): [string, JsonSchema][] => [
  ...(schema.codes ? [[name, schema] as [string, JsonSchema]] : []),
  ...Object.entries(schema).flatMap(([key, part]) => {
    if (key === 'codes' || typeof part !== 'object' || part === null) return [];
    if (key === 'properties')
      return Object.entries(part as Record<string, JsonSchema>).flatMap(([field, each]) =>
        codesIn(each, field),
      );
    return codesIn(part as JsonSchema, name);
  }),
];

const OWN = 'Propia del entorno de pruebas: el organismo admite más, y sus textos pueden ser otros.';

const ofStandIns = (): CodeTable[] => [
  {
    title: 'Grupos de cotización del entorno de pruebas',
    extent: OWN,
    columns: ['Código', 'Grupo'],
    rows: Object.entries(GRUPOS),
  },
  {
    title: 'Situaciones de baja del entorno de pruebas',
    extent: OWN,
    columns: ['Código', 'Situación'],
    rows: Object.entries(BAJAS),
  },
  {
    title: 'Convenios del entorno de pruebas',
    extent: OWN,
    columns: ['Código', 'Convenio'],
    rows: Object.entries(CONVENIOS),
  },
  {
    title: 'Mensajes de la TGSS del entorno de pruebas',
    extent: `${OWN} No se conoce ninguna tabla pública de la TGSS.`,
    columns: ['Código', 'Texto'],
    rows: Object.values(DIL)
      .filter(Boolean)
      .map((line) => line.split('* '))
      .toSorted(([one], [other]) => (one! < other! ? -1 : 1)),
  },
];

/**
 * Renders the tables with a search box.
 * @param isPart whether these tables are on a page of their own
 */
export const codesHtml = (tables: CodeTable[], { title = 'Códigos', isPart = false } = {}): string => {
  const contents = tables.map(
    ({ title }, index) => `<li><a href="#tabla-${index}">${escaped(title)}</a></li>`,
  );
  return `<nav class="indice" aria-label="Tablas de códigos"><ol>${contents.join('')}</ol></nav>
<main id="contenido" class="texto">
<h1>${title}</h1>
<p>${isPart ? `Los demás códigos están en <a href="${DOCS}/codigos">Códigos</a>.` : `Todos los códigos que este servicio conoce, y los públicos que se usan con él; los <a href="${DOCS}/municipios">municipios</a> tienen su propia página. Cada tabla dice si está entera.`}</p>
${searchBox('Buscar un código o un texto')}
${tables.map(tableHtml).join('\n')}
</main>`;
};

const tableHtml = ({ title, about, extent, columns, folded, rows }: CodeTable, index: number): string => {
  const shown = columns.slice(0, folded);
  const head = shown.map((column) => `<th scope="col">${escaped(column)}</th>`).join('');
  const body = rows.map((row) => {
    const more = columns.slice(shown.length).map((column, at) => [column, row[shown.length + at] || '—']);
    const [code = '', first = '', ...texts] = row.slice(0, shown.length).map(escaped);
    const cells = [first + foldedHtml(more), ...texts].map((text) => `<td>${text}</td>`).join('');
    return `<tr><th scope="row"><code>${code}</code></th>${cells}</tr>`;
  });
  return `<section>
<h2 id="tabla-${index}">${escaped(title)}</h2>
${about ? `<p>${escaped(about)}</p>` : ''}
<p class="alcance">${escaped(extent)}</p>
<div class="tabla" role="group" aria-labelledby="tabla-${index}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>
</section>`;
};

/** Long texts of a row, each with its column, which are shown when a reader asks for them. */
const foldedHtml = (texts: string[][]): string => {
  if (texts.length === 0) return '';
  const lines = texts.map(
    ([column = '', text = '']) => `<dt>${escaped(column)}</dt><dd>${escaped(text)}</dd>`,
  );
  return `<details><summary>Campos</summary><dl>${lines.join('')}</dl></details>`;
};
