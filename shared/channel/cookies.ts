import { parseCookie } from 'undici';

/** A portal sets a handful; more than this is not a portal's doing. */
const MAX_COOKIES = 50;

/** What may stand in a request header; anything else would make the request fail. */
const SENDABLE = /^[\x21-\x7e]*$/;

interface Kept {
  value: string;
  path: string;
}

/** The cookies of one conversation with one origin (RFC 6265), forgotten with it. */
export class CookieJar {
  readonly #cookies = new Map<string, Kept>();

  /** Takes over what an answer sets. Cookies that cannot be sent back are left out. */
  take(setCookie: string | string[] | undefined): void {
    for (const line of [setCookie ?? []].flat()) {
      const cookie = parseCookie(line);
      if (!cookie?.name || !SENDABLE.test(`${cookie.name}${cookie.value}`)) continue;
      const expired = Number(cookie.expires ?? Number.POSITIVE_INFINITY) <= Date.now();
      if ((cookie.maxAge ?? 1) <= 0 || expired) this.#cookies.delete(cookie.name);
      else if (this.#cookies.size < MAX_COOKIES || this.#cookies.has(cookie.name)) {
        this.#cookies.set(cookie.name, { value: cookie.value, path: cookie.path ?? '/' });
      }
    }
  }

  /** The header `Cookie` for a path, or `undefined` when none is due. */
  header(path: string): string | undefined {
    const due = [...this.#cookies].filter(([, cookie]) => matches(path.split('?', 1)[0]!, cookie.path));
    return due.length > 0 ? due.map(([name, { value }]) => `${name}=${value}`).join('; ') : undefined;
  }
}

/** RFC 6265, 5.1.4. */
const matches = (path: string, scope: string) =>
  path === scope || path.startsWith(scope.endsWith('/') ? scope : `${scope}/`);
