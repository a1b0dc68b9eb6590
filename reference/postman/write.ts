import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LOCAL, openRunFolder } from '../../local/run-folder.ts';
import { groupsOf } from '../groups.ts';
import { collectionOf } from './collection.ts';
import { environmentOf } from './environment.ts';

/**
 * `npm run postman`: writes a Postman collection of all operations, and an environment from what `npm run local` left in
 * `.local/demo.json`, if it is there.
 */

const write = (name: string, content: object): void => {
  const file = join(LOCAL, name);
  writeFileSync(file, JSON.stringify(content, null, 2), { mode: 0o600 });
  console.log(relative(process.cwd(), file));
};

mkdirSync(LOCAL, { recursive: true });
write('pasarela.postman_collection.json', await collectionOf(groupsOf({ standIns: true })));
const { demo } = openRunFolder(LOCAL);
if (existsSync(demo))
  write(
    'pasarela.postman_environment.json',
    environmentOf(JSON.parse(readFileSync(demo, 'utf8')), new Date()),
  );
else console.log('No environment: it is made from .local/demo.json, which npm run local writes.');
