import type { Plugin } from 'vite';
import { codeLists } from '../../reference/code-lists.ts';
import type { CodeList } from '../../shared/kernel/fields.ts';

const PREFIX = 'virtual:codes/';

/** Makes a file of each list of codes, which the panel loads when a field first needs it. */
export const withCodeLists = (): Plugin => ({
  name: 'code-lists',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load: (id) => {
    const [, name] = id.split(`\0${PREFIX}`);
    return name ? `export default ${JSON.stringify(codeLists[name as CodeList]())}` : undefined;
  },
});
