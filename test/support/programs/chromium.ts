import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Path at which Debian installs it. */
const CHROMIUM = '/usr/bin/chromium';

/** Whether Chromium is installed. Without it, tests in a browser are skipped. */
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.warn('No chromium: the pages are not opened in a browser. apt-get install chromium');

/** Options to run as root in a container, without calls of its own. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Starts Chromium. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
