/**
 * `npm run wire:check -- file.har …`: reports which exchanges a recording of an authority confirms or contradicts.
 */
import { readFile } from 'node:fs/promises';
import { har } from '../../shared/authorities/recording/har.ts';
import { checkRecording } from './recording.ts';
import { collectExchanges } from './table.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Give the recordings to check: npm run wire:check -- file.har …');
  process.exit(2);
}
const exchanges = await collectExchanges();
let broken = 0;
for (const file of files) {
  const recording = har.parse(JSON.parse(await readFile(file, 'utf8')));
  const { authority, name, dry } = recording.log._exchange;
  const exchange = exchanges.find((one) => one.authority === authority && one.name === name);
  console.log(`${file}: ${authority} ${name}${dry ? ' (dry run)' : ''}`);
  if (!exchange) {
    console.log('  breaks    there is no such exchange');
    broken += 1;
    continue;
  }
  for (const { verdict, text } of checkRecording(exchange, recording)) {
    if (verdict === 'breaks') broken += 1;
    console.log(`  ${verdict.padEnd(9)} ${text}`);
  }
  console.log(`  It rests on: ${exchange.standing.note}`);
}
process.exitCode = broken > 0 ? 1 : 0;
