/**
 * Bundled functions in a process of their own, behind what API Gateway would do with them. The arguments are their files, each
 * in a folder with the name of its group; the first answers for all other groups. It works on what was queued, too, when its
 * parent sends it the group and the event.
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
// Its parent is gone.
process.on('disconnect', () => process.exit());
const { origin } = await startApi(groups, realServices, ({ name }) => moduleOf(name).handler);
process.send!({ origin });
