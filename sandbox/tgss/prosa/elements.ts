/**
 * Controls and data of a page, one self-closing line each, so that the same lines are valid in XML and in HTML and
 * can be read with regular expressions: `id`, `name` and `value` come before any slash.
 */

import type { Form } from '../../form.ts';
import { escapeHtml, label } from '../../html.ts';

/** The id is the name, unless the portal has another. */
interface TextInput {
  name: string;
  id?: string;
  size: number;
}

/** A text input with its label. */
export const input = (box: TextInput, text: string, posted: Form): string[] => [
  label(box.id ?? box.name, text),
  inputWithoutLabel(box, posted),
];

/** A text input without a label. */
export const inputWithoutLabel = ({ name, id = name, size }: TextInput, posted: Form): string =>
  `<input type="text" id="${id}" name="${name}" size="${size}" maxlength="${size}" value="${escapeHtml(posted.get(name))}"/>`;

/** A list of options. The posted one is chosen, or else the first. */
export const select = (
  { name, id = name, options }: { name: string; id?: string; options: [value: string, text: string][] },
  text: string,
  posted: Form,
): string[] => [
  label(id, text),
  `<select id="${id}" name="${name}">`,
  ...options.map(([value, shown]) => {
    const chosen = value !== '' && posted.get(name) === value;
    return `<option value="${value}"${chosen ? ' selected="selected"' : ''}>${escapeHtml(shown)}</option>`;
  }),
  '</select>',
];

/** A radio button with its label. */
export const radio = (
  { name, value, id, chosen = false }: { name: string; value: string; id: string; chosen?: boolean },
  text: string,
): string[] => [
  `<input type="radio" id="${id}" name="${name}" value="${value}"${chosen ? ' checked="checked"' : ''}/>`,
  label(id, text),
];

/** A checkbox with its label. */
export const checkbox = (
  { name, value }: { name: string; value: string },
  text: string,
  posted: Form,
): string[] => [
  `<input type="checkbox" id="${name}" name="${name}" value="${value}"${posted.has(name) ? ' checked="checked"' : ''}/>`,
  label(name, text),
];

/** A hidden input. */
export const hidden = (name: string, value: string, id = name): string =>
  `<input type="hidden" id="${id}" name="${name}" value="${escapeHtml(value)}"/>`;

/** A data element with a text or with other elements. */
export const dataElement = (name: string, content: string | string[]): string =>
  `<${name}>${typeof content === 'string' ? escapeHtml(content) : content.join('')}</${name}>`;

/** Data elements of an object. Nested objects become nested elements. */
export const dataElements = (object: Data): string[] =>
  Object.entries(object).map(([name, value]) =>
    dataElement(name, typeof value === 'string' ? value : dataElements(value)),
  );

/** Texts by element name. */
export interface Data {
  [name: string]: string | Data;
}

/** Kinds of document. Clients choose the option whose index is the code. */
export const documentKinds = (posted: Form): string[] =>
  select(
    {
      name: 'tipo',
      options: [
        ['', ''],
        ['1', 'N.I.F.'],
        ['2', 'Pasaporte'],
        ['3', 'Tarjeta de residente de la U.E.'],
        ['4', 'Permiso de trabajo y residencia'],
        ['5', 'Otros'],
        ['6', 'N.I.E.'],
      ],
    },
    'Tipo de documento',
    posted,
  );

/** How the document is printed. Clients choose the third option. */
export const printType = (posted: Form): string[] =>
  select(
    {
      name: 'tipoImpresion',
      options: [
        ['', ''],
        ['Diferido', 'Diferido'],
        ['OnLine', 'OnLine'],
      ],
    },
    'Tipo de impresión',
    posted,
  );
