import { join } from 'node:path';
import { pack } from '../../build/packing.ts';
import { buildServer } from './build.ts';

/** `npm run client:mcp`: packs the MCP server; `packing.ts` has the options. */

await buildServer();
pack(join(import.meta.dirname, '..'));
