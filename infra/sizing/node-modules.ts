import { builtinModules, isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const NODE = 'node';
/** Names that may be of modules of Node: esbuild asks this process about these only. It is faster with all others. */
const NAMES = new RegExp(`^(node:.*|${builtinModules.join('|')})$`);

const exported = (name: string): string =>
  `export const ${name} = /* @__PURE__ */ (() => all[${JSON.stringify(name)}])();`;

/**
 * Takes from Node's own modules what a function uses of them. An import statement reads all that a module exports, also
 * what Node loads at first use: with it `node:util`, `node:process` and `node:fs` take a twentieth of the time in which a
 * function starts.
 */
export const nodeModules: Plugin = {
  name: 'what is used of modules of Node',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: NAMES }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: NODE, sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /./, namespace: NODE }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(`node:${path}`) ?? {}).filter((name) =>
        /^[A-Za-z_$][\w$]*$/.test(name),
      );
      return {
        contents: [
          `const all = /* @__PURE__ */ process.getBuiltinModule('node:${path}');`,
          'export default all;',
          ...names.filter((name) => name !== 'default').map(exported),
        ].join('\n'),
      };
    });
  },
};
