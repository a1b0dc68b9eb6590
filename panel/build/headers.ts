import { join } from 'node:path';

/**
 * The headers with which the panel is served, on AWS and by the local stack. Scripts, styles and pictures are its own, and it
 * calls the gateway and no one else: no third origin, nothing inline.
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

/** The folder of files whose name changes with their content. */
export const HASHED = 'assets';

/** How long caches keep a file: those whose name changes with their content for ever, others not without asking. */
export const cacheControl = { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' };

/** The file that says where the gateway answers, which the files that are built do not know. */
export const CONFIG = 'config.json';

/** What is in that file. @param api address of the API with its stage and a slash at the end */
export const configOf = (api: string) => ({ baseUrl: `${api}v4` });

/** Where the panel keeps its session, next to its files. */
export const SESSION = 'session';

/** The text of the function of CloudFront that answers there. */
export const SESSION_FUNCTION = join(import.meta.dirname, 'session.js');
