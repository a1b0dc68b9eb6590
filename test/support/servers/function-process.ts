/**
 * Runs bundled functions in a separate process, behind a substitute for API Gateway. The arguments are their files, each in a
 * folder named after its group; the first one answers for all other groups. The parent can also send a group and an event of
 * its queue.
 */

import { basename, dirname } from 'node:path';
import { groups } from '../../../functions/operations.ts';
import { realServices } from '../../../functions/services.ts';
import { startApi } from '../api-front.ts';

const files = process.argv.slice(2);
const modules = await Promise.all(files.map((file) => import(file)));
const moduleOf = (group: string) =>
  modules[
    Math.max(
      0,
      files.findIndex((file) => basename(dirname(file)) === group),
    )
  ];
process.on('message', async ({ group, event }: { group: string; event: { Records: { body: string }[] } }) => {
  const result = await moduleOf(group).consumer(event);
  process.send!({ worked: event.Records[0]!.body, result });
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
const { origin } = await startApi(groups, realServices, ({ name }) => moduleOf(name).handler);
process.send!({ origin });
