import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Demo } from '../../local/demo.ts';
import { LOCAL, openRunFolder } from '../../local/run-folder.ts';
import { groupsOf } from '../groups.ts';
import { collectionOf } from './collection.ts';
import { environmentOf } from './environment.ts';

/**
 * `npm run postman`: writes a Postman collection of all operations, and an environment from `.local/demo.json` if `npm run local`
 * is running.
 */

const write = (name: string, content: object): void => {
  const file = join(LOCAL, name);
  writeFileSync(file, JSON.stringify(content, null, 2), { mode: 0o600 });
  console.log(relative(process.cwd(), file));
};

mkdirSync(LOCAL, { recursive: true });
const { demo } = openRunFolder(LOCAL);
const running: Demo | undefined = existsSync(demo) ? JSON.parse(readFileSync(demo, 'utf8')) : undefined;
const collection = collectionOf(groupsOf({ standIns: true }), running?.p12.file);
write('pasarela.postman_collection.json', collection);
if (running) write('pasarela.postman_environment.json', environmentOf(running));
else console.log('No environment: it is made from .local/demo.json, which npm run local writes.');
