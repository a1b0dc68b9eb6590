import { existsSync } from 'node:fs';

/** Where Debian installs it. */
export const CHROMIUM = '/usr/bin/chromium';

/** Where Chromium is missing, tests in a browser are skipped. */
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.warn('No chromium: the pages are not opened in a browser. apt-get install chromium');

/** It runs as root, in a container, and makes no calls by itself. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];
