import { join } from 'node:path';
import { pack } from '../../build/packing.ts';
import { buildCli } from './build.ts';

/** `npm run cli`: packs the command line; `packing.ts` has the options. */

await buildCli();
pack(join(import.meta.dirname, '..'));
