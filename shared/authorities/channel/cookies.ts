import { parseCookie } from 'undici';

/** A portal sets a handful. Whatever sets more than this is not a portal. */
const MAX_COOKIES = 50;

/** The characters that a request header may contain; anything else would make the request fail. */
const SENDABLE = /^[\x21-\x7e]*$/;

interface StoredCookie {
  value: string;
  path: string;
}

/** The cookies of one conversation with one origin (RFC 6265). */
export class CookieJar {
  readonly #cookies = new Map<string, StoredCookie>();

  /** Stores the cookies that an answer sets. Cookies that cannot be sent back are left out. */
  store(setCookie: string | string[] | undefined): void {
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

  /** The header `Cookie` for a path, or `undefined` when no cookie matches it. */
  header(path: string): string | undefined {
    const matching = [...this.#cookies].filter(([, cookie]) =>
      pathMatches(path.split('?', 1)[0]!, cookie.path),
    );
    return matching.length > 0
      ? matching.map(([name, { value }]) => `${name}=${value}`).join('; ')
      : undefined;
  }
}

/** Whether a path matches the path of a cookie (RFC 6265, 5.1.4). */
const pathMatches = (path: string, cookiePath: string) =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);
