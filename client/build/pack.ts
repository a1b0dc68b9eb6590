import { join } from 'node:path';
import { buildClient } from './build.ts';
import { pack } from './packing.ts';

/** `npm run client`: packs the TypeScript client; `packing.ts` has the options. */

await buildClient();
pack(join(import.meta.dirname, '..'));
