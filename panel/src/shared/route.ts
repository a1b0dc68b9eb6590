/** The current page: the parts of the address after `#/`, and its query. */
export interface Route {
  page: string;
  id: string | undefined;
  query: Record<string, string>;
}

/** The start page. */
export const START = 'hoy';

/** Parses an address. Everything is after `#`, so neither ids nor numbers of workers reach a server or its log. */
export const readRoute = (hash: string): Route => {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', id] = path.split('/').map(decoded);
  return { page: page || START, id: id || undefined, query: Object.fromEntries(new URLSearchParams(search)) };
};

/** An address that was typed by hand may be wrongly encoded. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The address of a page. Empty parameters are left out. */
export const addressOf = (
  page: string,
  id?: string,
  query: Record<string, string | undefined> = {},
): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${search}`;
};
