/**
 * The controls of the pages. Public programs read them with regular expressions: attributes stand in single quotes, and
 * nothing comes between `name` and `value`.
 */

import { escapeHtml } from '../html.ts';

/** An attribute's value for single quotes. */
const quoted = (text: string) => `'${escapeHtml(text).replaceAll("'", '&#39;')}'`;

export const hidden = (name: string, value: string): string =>
  `<input type='hidden' name='${name}' value=${quoted(value)}>`;

/** A text that is shown and cannot be changed. */
export const fixed = (name: string, title: string, value: string): string =>
  `<label>${escapeHtml(title)} <input type='text' name='${name}' value=${quoted(value)} readonly></label>`;

export const input = (name: string, title: string, size: number): string =>
  `<label for='${name}'>${escapeHtml(title)}</label> ` +
  `<input type='text' id='${name}' name='${name}' value='' maxlength='${size}'>`;

/** Buttons of which one is meant, their ids numbered from 0. */
export const radios = (name: string, options: [value: string, title: string][], chosen = ''): string[] =>
  options.map(
    ([value, title], index) =>
      `<input type='radio' id='${name}${index}' name='${name}' value='${value}'${value === chosen ? ' checked' : ''}>` +
      ` <label for='${name}${index}'>${escapeHtml(title)}</label>`,
  );

/** A list of options, the value of each its text. */
export const select = (name: string, title: string, options: string[]): string[] => [
  `<label for='${name}'>${escapeHtml(title)}</label>`,
  `<select id='${name}' name='${name}'>`,
  ...options.map((option) => `<option value='${option}'>${option}</option>`),
  '</select>',
];
