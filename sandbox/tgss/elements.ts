/**
 * The controls of a Jacada page, one line each. Public clients read these pages with regular expressions, line by
 * line: inputs are self-closing, `id` and `name` come before any slash, and a label that clients read is alone on its
 * line. The name of a control is a prefix and its id.
 */

import type { Form } from '../form.ts';
import { escapeHtml, label } from '../html.ts';

/** A text input with its label. It has the posted value, or else `value`. */
export const input = (
  { id, size, value = '' }: { id: string; size: number; value?: string | undefined },
  text: string,
  posted: Form,
): string[] => [
  label(id, text),
  `<input type="text" id="${id}" name="txt_${id}" size="${size}" maxlength="${size}" value="${escapeHtml(
    posted.has(`txt_${id}`) ? posted.get(`txt_${id}`) : value,
  )}"/>`,
];

/** Ids of the inputs of an affiliation number. */
export interface WorkerIds {
  province: string;
  number: string;
}

/** The inputs of an affiliation number. */
export const workerInputs = ({ province, number }: WorkerIds, posted: Form): string[] => [
  ...input({ id: province, size: 2 }, 'Número de afiliación', posted),
  ...input({ id: number, size: 10 }, 'Número', posted),
];

/** Ids of the inputs of a contribution account. */
export interface AccountIds {
  regimen: string;
  province: string;
  number: string;
}

/** The inputs of a contribution account. */
export const accountInputs = ({ regimen, province, number }: AccountIds, posted: Form): string[] => [
  ...input({ id: regimen, size: 4 }, 'Régimen', posted),
  ...input({ id: province, size: 2 }, 'Cuenta de cotización', posted),
  ...input({ id: number, size: 9 }, 'Número de cuenta', posted),
];

/** The three inputs of a date: day, month and year. */
export const dateInputs = (ids: readonly string[], text: string, posted: Form): string[] =>
  ids.flatMap((id, index) =>
    input({ id, size: index === 2 ? 4 : 2 }, `${text}: ${['día', 'mes', 'año'][index]}`, posted),
  );

/** A list of options. The value of each is its text. The first is the default. */
export const select = (
  { id, options }: { id: string; options: string[] },
  text: string,
  posted: Form,
): string[] => [
  label(id, text),
  `<select id="${id}" name="cbo_${id}">`,
  ...options.map((option) => {
    const chosen = option !== '' && posted.get(`cbo_${id}`).toLowerCase() === option.toLowerCase();
    return `<option value="${option}"${chosen ? ' selected="selected"' : ''}>${option}</option>`;
  }),
  '</select>',
];

/** The choice of how to print a report. `OnLine` is where clients expect it. */
export const printType = (posted: Form, id = 'ListaTipoImpresion'): string[] =>
  select({ id, options: ['', 'OnLine', 'Diferido'] }, 'Tipo de impresión', posted);

/** The same choice in the life work reports, where clients expect `OnLine` as the third option. */
export const printTypeOfLifeReports = (posted: Form): string[] =>
  select({ id: 'ListaTipoImpresion', options: ['', 'Diferido', 'OnLine'] }, 'Tipo de impresión', posted);

/** A single checkbox. */
export const checkbox = (id: string, text: string, posted: Form): string[] => [
  `<input type="checkbox" id="${id}" name="chk_${id}" value="1"${
    posted.has(`chk_${id}`) ? ' checked="checked"' : ''
  }/>`,
  label(id, text),
];

/**
 * Checkboxes to choose one. Each has a hidden input of the same name, so that the ticked checkbox is posted twice and the others
 * once.
 */
export const checkboxGroup = (group: string, texts: string[]): string[] =>
  texts.flatMap((text, index) => {
    const id = `${group}_${index + 1}`;
    return [
      `<input type="checkbox" id="${id}" name="chk_${id}" value="1"/>`,
      `<input type="hidden" name="chk_${id}" value="1"/>`,
      label(id, text),
    ];
  });

/** A button that posts the form. */
export const button = (id: string, value: string): string =>
  `<input type="submit" id="${id}" name="btn_${id}" value="${value}"/>`;

/** A value, in a label. */
export const output = (id: string, text: string): string => `<label id="${id}">${escapeHtml(text)}</label>`;

/** A value with its title. */
export const titled = (id: string, title: string, text: string): string[] => [
  `<span>${escapeHtml(title)}</span>`,
  output(id, text),
  '<br/>',
];

/** A hidden input. Its id, if it has one, is its name without prefix. */
export const hidden = (name: string, value: string, id = ''): string =>
  `<input type="hidden"${id === '' ? '' : ` id="${id}"`} name="${name}" value="${escapeHtml(value)}"/>`;
