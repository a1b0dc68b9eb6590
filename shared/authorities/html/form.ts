import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import { Unreadable } from '../exchange.ts';
import { collapse, type Page } from './page.ts';

/** A control of a form with what it holds when the page comes. */
interface Control {
  name: string;
  kind: 'value' | 'choice' | 'tick' | 'button';
  value: string;
  /** Would be sent if nothing is touched. */
  due: boolean;
  options: { value: string; text: string }[];
}

/** A form of a page. */
export interface Form {
  /** Path and query to post to. Never another host: whatever the page says, requests go to the authority. */
  action: string;
  controls: Control[];
}

/** What to change before a form is sent, by control name: a text or choice, or whether a box is ticked. */
export type Changes = Record<string, string | boolean>;

/** A button, by its name or by what stands on it. */
export type Button = { name: string } | { label: string };

/** Longest action that is followed. */
const MAX_ACTION = 4096;

/** The form with that name or id, `undefined` when there is none. @throws Unreadable when it cannot be posted */
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
      due: enabled && chosen !== undefined,
      options,
    };
  }
  if (tag === 'textarea') return { ...common, kind: 'value', value: element.text(), due: enabled };

  const type = (element.attr('type') ?? (tag === 'button' ? 'submit' : 'text')).toLowerCase();
  const value = element.attr('value');
  if (tag === 'button' || ['submit', 'button', 'image', 'reset'].includes(type)) {
    return { ...common, kind: 'button', value: value ?? collapse(element.text()), due: false };
  }
  if (type === 'checkbox' || type === 'radio') {
    const ticked = element.attr('checked') !== undefined;
    return { ...common, kind: 'tick', value: value ?? 'on', due: enabled && ticked };
  }
  return { ...common, kind: 'value', value: value ?? '', due: enabled && type !== 'file' };
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
 * What a browser sends when the changes are made and the button is pressed: hidden fields and defaults as they came,
 * boxes only when ticked, of the buttons the one pressed, which is none when the page's script sends the form.
 * @throws Unreadable when the form lacks the button, or anything to change: a value that would get lost must not be
 * taken for sent
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
    else if (change !== undefined && takes(control, change)) {
      left.delete(control.name);
      if (change !== false) fields.push([control.name, valueFor(control, change)]);
    } else if (control.due) fields.push([control.name, control.value]);
  }
  const [missing] = left.keys();
  if (missing !== undefined) throw new Unreadable(`page without field ${missing}`);
  return fields;
};

/** Boxes take yes and no; a hidden field that accompanies a box of the same name stays as it is. */
const takes = (control: Control, change: string | boolean): boolean =>
  typeof change === 'boolean'
    ? control.kind === 'tick'
    : control.kind === 'value' || control.kind === 'choice';

const valueFor = (control: Control, change: string | true): string => {
  if (change === true || control.kind === 'value') return change === true ? control.value : change;
  const wanted = change.toLowerCase();
  const option =
    control.options.find(({ value }) => value.trim().toLowerCase() === wanted) ??
    control.options.find(({ text }) => text.toLowerCase() === wanted);
  if (!option) throw new Unreadable(`page without choice ${change} in ${control.name}`);
  return option.value;
};
