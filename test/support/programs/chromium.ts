import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian installs it. */
const CHROMIUM = '/usr/bin/chromium';

/** Where Chromium is missing, tests in a browser are skipped. */
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.warn('No chromium: the pages are not opened in a browser. apt-get install chromium');

/** It runs as root, in a container, and makes no calls by itself. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Starts it. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
