import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './bundle.ts';
import { capabilityFunctions } from './capabilities.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['functions/gateway', 'functions/capabilities'];

/** The entry of a function without stand-ins. Its folder is one of the gateway's, or of a capability. */
export const entryOf = (name: string): Entry => {
  const deployed = capabilityFunctions.find((each) => each.name === name);
  const folder = FOLDERS.find((each) => existsSync(join(ROOT, each, name)));
  return { module: deployed?.module ?? `${folder}/${name}/handler.ts` };
};
