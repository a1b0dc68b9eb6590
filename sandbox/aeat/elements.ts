/**
 * The controls of the pages. Public clients read them with regular expressions: attributes have single quotes, and
 * nothing is between `name` and `value`.
 */

import { escapeHtml } from '../html.ts';

/** An attribute's value in single quotes. */
const quoted = (text: string) => `'${escapeHtml(text).replaceAll("'", '&#39;')}'`;

export const hidden = (name: string, value: string): string =>
  `<input type='hidden' name='${name}' value=${quoted(value)}>`;

/** A read-only text. */
export const fixed = (name: string, title: string, value: string): string =>
  `<label>${escapeHtml(title)} <input type='text' name='${name}' value=${quoted(value)} readonly></label>`;

export const input = (name: string, title: string, size: number): string =>
  `<label for='${name}'>${escapeHtml(title)}</label> ` +
  `<input type='text' id='${name}' name='${name}' value='' maxlength='${size}'>`;

/** Radio buttons, with ids numbered from 0. */
export const radios = (name: string, options: [value: string, title: string][], chosen = ''): string[] =>
  options.map(
    ([value, title], index) =>
      `<input type='radio' id='${name}${index}' name='${name}' value='${value}'${value === chosen ? ' checked' : ''}>` +
      ` <label for='${name}${index}'>${escapeHtml(title)}</label>`,
  );

/** A list of options. The value of each is its text. */
export const select = (name: string, title: string, options: string[]): string[] => [
  `<label for='${name}'>${escapeHtml(title)}</label>`,
  `<select id='${name}' name='${name}'>`,
  ...options.map((option) => `<option value='${option}'>${option}</option>`),
  '</select>',
];
