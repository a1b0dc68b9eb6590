/**
 * Bundled functions in a process of their own, behind what API Gateway would do with them. The arguments are their files, each
 * in a folder with the name of its group; the first answers for all other groups.
 */

import { basename, dirname } from 'node:path';
import { groups } from '../../../functions/operations.ts';
import { realServices } from '../../../shared/serving/services.ts';
import { startApi } from '../api-front.ts';

const files = process.argv.slice(2);
const handlers = await Promise.all(files.map(async (file) => (await import(file)).handler));
const handlerOf = (group: string) =>
  handlers[
    Math.max(
      0,
      files.findIndex((file) => basename(dirname(file)) === group),
    )
  ];
// Its parent is gone.
process.on('disconnect', () => process.exit());
const { origin } = await startApi(groups, realServices, ({ name }) => handlerOf(name));
process.send!({ origin });
