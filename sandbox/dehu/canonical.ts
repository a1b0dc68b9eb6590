import { XmlElement, XmlText } from '@rgrove/parse-xml';

/**
 * Exclusive XML canonicalization 1.0 without comments (https://www.w3.org/TR/xml-exc-c14n/) of an element within its
 * document. Processing instructions do not occur in signed elements here.
 */

/** Namespace addresses by prefix; the default one has the prefix `''`. */
type Namespaces = ReadonlyMap<string, string>;

const XML = 'http://www.w3.org/XML/1998/namespace';

const escapedText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#xD;');

const escapedValue = (value: string) =>
  value
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/"/g, '&quot;')
    .replace(/\t/g, '&#x9;')
    .replace(/\n/g, '&#xA;')
    .replace(/\r/g, '&#xD;');

const prefixOf = (name: string) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');

/** The prefix that an attribute declares; undefined for any other attribute. */
const declaredBy = (name: string): string | undefined => {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : undefined;
};

/** All namespaces in scope in an element. */
const namespacesIn = (element: XmlElement): Namespaces => {
  const above = element.parent instanceof XmlElement ? namespacesIn(element.parent) : new Map([['xml', XML]]);
  const own = Object.entries(element.attributes).flatMap(([name, value]) => {
    const prefix = declaredBy(name);
    return prefix === undefined ? [] : [[prefix, value] as const];
  });
  return new Map([...above, ...own]);
};

/** The canonical form. @param written namespaces that the output around the element declares */
export function canonical(element: XmlElement, written: Namespaces = new Map()): string {
  const inForce = namespacesIn(element);
  const attributes = Object.entries(element.attributes).filter(([name]) => declaredBy(name) === undefined);
  const used = new Set([
    prefixOf(element.name),
    ...attributes.map(([name]) => prefixOf(name)).filter((prefix) => prefix !== ''),
  ]);
  used.delete('xml');
  const declared = [...used]
    .map((prefix) => [prefix, inForce.get(prefix) ?? ''] as const)
    .filter(([prefix, address]) => (written.get(prefix) ?? '') !== address)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const sorted = attributes
    .map(([name, value]) => {
      const prefix = prefixOf(name);
      const address = prefix === '' ? '' : (inForce.get(prefix) ?? '');
      return { name, value, key: `${address}\0${name.slice(prefix === '' ? 0 : prefix.length + 1)}` };
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const start = [
    element.name,
    ...declared.map(
      ([prefix, address]) => `${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapedValue(address)}"`,
    ),
    ...sorted.map(({ name, value }) => `${name}="${escapedValue(value)}"`),
  ].join(' ');
  const within = new Map([...written, ...declared]);
  const content = element.children.map((child) => {
    if (child instanceof XmlElement) return canonical(child, within);
    return child instanceof XmlText ? escapedText(child.text) : '';
  });
  return `<${start}>${content.join('')}</${element.name}>`;
}
