/** Where the reader is: the parts of the address after `#/`, and what is asked there. */
export interface Route {
  page: string;
  id: string | undefined;
  query: Record<string, string>;
}

/** The page that comes first. */
export const START = 'hoy';

/** Reads an address. After `#`, nothing reaches a server or its log: neither an id nor a worker's number. */
export const readRoute = (hash: string): Route => {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', id] = path.split('/').map(decoded);
  return { page: page || START, id: id || undefined, query: Object.fromEntries(new URLSearchParams(search)) };
};

/** What is written by hand may be no encoding. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The address of a page. What is empty is left out. */
export const addressOf = (
  page: string,
  id?: string,
  query: Record<string, string | undefined> = {},
): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${search}`;
};
