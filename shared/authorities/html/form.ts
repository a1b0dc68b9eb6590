import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import { NotOffered, type Step, Unreadable } from '../exchange.ts';
import { encodeForm } from './latin1.ts';
import { collapse, type Page } from './page.ts';

/** A control of a form, with its value on the page. */
interface Control {
  name: string;
  kind: 'value' | 'choice' | 'tick' | 'button';
  value: string;
  /** Whether a browser sends it unchanged, if the user does nothing. */
  sentByDefault: boolean;
  options: { value: string; text: string }[];
}

/** A form of a page. */
export interface Form {
  /** Path and query to post to. Never a host: whatever the page says, requests go to the authority. */
  action: string;
  controls: Control[];
}

/** Changes to a form before it is sent, by control name: a text or choice, or whether a box is ticked. */
export type Changes = Record<string, string | boolean>;

/** A button, by its name or by its label. */
export type Button = { name: string } | { label: string };

/** Longest address of a form. */
const MAX_ACTION = 4096;

/** The form with that name or id; `undefined` if there is none. @throws Unreadable if it cannot be posted */
export const findForm = (page: Page, name: string): Form | undefined => {
  const form = page.$(`form[id="${name}"], form[name="${name}"]`).first();
  if (form.length === 0) return undefined;
  const controls = form
    .find('input, select, textarea, button')
    .toArray()
    .map((element) => controlOf(page.$, page.$(element)));
  return { action: actionOf(page, form.attr('action') ?? ''), controls };
};

// biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
const controlOf = ($: CheerioAPI, element: Cheerio<any>): Control => {
  const tag = element.prop('tagName')?.toLowerCase();
  const name = element.attr('name') ?? '';
  const enabled = name !== '' && element.attr('disabled') === undefined;
  const common = { name, options: [] };

  if (tag === 'select') {
    const options = element
      .find('option')
      .toArray()
      .map((node) => {
        const option = $(node);
        const text = collapse(option.text());
        return { value: option.attr('value') ?? text, text, selected: option.attr('selected') !== undefined };
      });
    const chosen = options.findLast(({ selected }) => selected) ?? options[0];
    return {
      ...common,
      kind: 'choice',
      value: chosen?.value ?? '',
      sentByDefault: enabled && chosen !== undefined,
      options,
    };
  }
  if (tag === 'textarea') return { ...common, kind: 'value', value: element.text(), sentByDefault: enabled };

  const type = (element.attr('type') ?? (tag === 'button' ? 'submit' : 'text')).toLowerCase();
  const value = element.attr('value');
  if (tag === 'button' || ['submit', 'button', 'image', 'reset'].includes(type)) {
    return { ...common, kind: 'button', value: value ?? collapse(element.text()), sentByDefault: false };
  }
  if (type === 'checkbox' || type === 'radio') {
    const ticked = element.attr('checked') !== undefined;
    return { ...common, kind: 'tick', value: value ?? 'on', sentByDefault: enabled && ticked };
  }
  return { ...common, kind: 'value', value: value ?? '', sentByDefault: enabled && type !== 'file' };
};

const actionOf = (page: Page, action: string): string => {
  const url = URL.parse(action.trim(), `https://portal.invalid${page.path}`);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Unreadable('form without address');
  const path = `${url.pathname}${url.search}`;
  if (path.length > MAX_ACTION) throw new Unreadable('form with too long an address');
  return path;
};

/** The form has that button. */
export const hasButton = (form: Form, button: Button): boolean => findButton(form, button) !== undefined;

const findButton = (form: Form, button: Button): Control | undefined =>
  form.controls.find((control) => {
    if (control.kind !== 'button' || control.name === '') return false;
    if ('name' in button) return control.name === button.name;
    return control.value.trim().toLowerCase() === button.label.toLowerCase();
  });

/** The form has a control of that name. */
export const hasControl = (form: Form, name: string): boolean =>
  form.controls.some((control) => control.name === name);

/**
 * The fields that a browser sends after the changes and the press of the button: hidden fields and defaults unchanged,
 * boxes only if ticked, and the pressed button. Without `button` the page's script sends the form.
 * @throws Unreadable if the form lacks the button or a control to change, so that no value is lost without notice
 */
export const fillIn = (form: Form, changes: Changes, button?: Button): [name: string, value: string][] => {
  const pressed = button && findButton(form, button);
  if (button && !pressed)
    throw new Unreadable(`page without button ${'name' in button ? button.name : button.label}`);

  const left = new Map(Object.entries(changes));
  const fields: [string, string][] = [];
  for (const control of form.controls) {
    const change = left.get(control.name);
    if (control === pressed) fields.push([control.name, control.value]);
    else if (change !== undefined && accepts(control, change)) {
      left.delete(control.name);
      if (change !== false) fields.push([control.name, valueFor(control, change)]);
    } else if (control.sentByDefault) fields.push([control.name, control.value]);
  }
  const [missing] = left.keys();
  if (missing !== undefined) throw new Unreadable(`page without field ${missing}`);
  return fields;
};

/** Boxes accept booleans, other controls texts. So a hidden field with the same name as a box stays as it is. */
const accepts = (control: Control, change: string | boolean): boolean =>
  typeof change === 'boolean'
    ? control.kind === 'tick'
    : control.kind === 'value' || control.kind === 'choice';

const valueFor = (control: Control, change: string | true): string => {
  if (change === true || control.kind === 'value') return change === true ? control.value : change;
  const wanted = change.toLowerCase();
  const option =
    control.options.find(({ value }) => value.trim().toLowerCase() === wanted) ??
    control.options.find(({ text }) => text.toLowerCase() === wanted);
  if (!option) throw new NotOffered(change, control.name);
  return option.value;
};

/** The request that sends fields, as a browser does from a page in ISO-8859-1. */
export const postOf = (path: string, fields: readonly (readonly [name: string, value: string])[]): Step => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' },
  body: encodeForm(fields),
});
