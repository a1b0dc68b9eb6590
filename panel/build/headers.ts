import { join } from 'node:path';

/**
 * The response headers with which the panel is served, by CloudFront and by the local stack. Scripts, styles and pictures come
 * from the panel's own origin, nothing is inline, and the only other origin that it calls is the gateway.
 * @param api address of the API with its stage and a slash at the end
 */
export const panelHeaders = (api: string) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${api}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** The folder for files whose names have a hash of their content. */
export const HASHED = 'assets';

/** `Cache-Control` of the files: files with a hash in their name are cached for good, and all others are revalidated each time. */
export const cacheControl = { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' };

/** The file with the gateway's address, which is not known when the panel is built. */
export const CONFIG = 'config.json';

/** The content of that file. @param api address of the API with its stage and a slash at the end */
export const configOf = (api: string) => ({ baseUrl: `${api}v4` });

/** The path at which the panel keeps its session, next to its files. */
export const SESSION = 'session';

/** The path of the source of the CloudFront function that answers at `SESSION`. */
export const SESSION_FUNCTION = join(import.meta.dirname, 'session.js');
