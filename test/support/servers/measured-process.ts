/** The handlers in a separate process, which reports its memory use. */

import { readFileSync, writeFileSync } from 'node:fs';
import { loadGroups } from '../../../functions/load-groups.ts';
import { groups } from '../../../functions/operations.ts';
import { realServices } from '../../../functions/services.ts';
import { startApi } from '../api-front.ts';

/** The highest memory use since the last call, in bytes. Linux reports and resets it on request (`man 5 proc`). */
const mostMemory = (): number => {
  const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))!;
  writeFileSync('/proc/self/clear_refs', '5');
  return Number(kibibytes) * 1024;
};

process.on('message', () => process.send!({ most: mostMemory() }));
// The parent process has ended.
process.on('disconnect', () => process.exit());
const quiet = () => {};
const { origin } = await startApi(groups, {
  ...realServices,
  loadGroups,
  log: { info: quiet, error: quiet },
});
process.send!({ origin });
