/**
 * `npm run dashboard`: draws the dashboard from its definition in the template, with what the last run of `npm run faults`
 * measured, as `docs/dashboard.png`. What only AWS measures has no data there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { LOCAL, PROJECT } from '../../../infra/local/run-folder.ts';
import { MetricData } from './data.ts';
import { alarms, widgets } from './definition.ts';
import { pageOf } from './page.ts';

const lines = readFileSync(join(LOCAL, 'faults-metrics.jsonl'), 'utf8').trim().split('\n');
const data = new MetricData(lines);
const { runs, seconds } = JSON.parse(readFileSync(join(LOCAL, 'faults.json'), 'utf8'));
const caption =
  `npm run faults: ${runs} trials in ${seconds} seconds, each with a fault, after each submission once without; ` +
  `${lines.length} values. ` +
  'The time is divided into 30 periods, where the console has periods of five minutes.';

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1330, height: 900 } });
  await page.setContent(pageOf(widgets(), alarms(), { data, caption }));
  await page.screenshot({ path: join(PROJECT, 'docs', 'dashboard.png'), fullPage: true });
} finally {
  await browser.close();
}
