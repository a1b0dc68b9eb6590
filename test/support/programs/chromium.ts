import { existsSync } from 'node:fs';

/** The path at which Debian installs it. */
export const CHROMIUM = '/usr/bin/chromium';

/** Where Chromium is missing, tests in a browser are skipped. */
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.warn('No chromium: the pages are not opened in a browser. apt-get install chromium');

/** Chromium runs as root in a container, and must make no requests of its own accord. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];
