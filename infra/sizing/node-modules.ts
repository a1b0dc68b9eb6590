import { builtinModules, isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

/** Names that may be of modules of Node: the bundler asks this process about these only. It is faster with all others. */
const NAMES = new RegExp(`^(node:.*|${builtinModules.join('|')})$`);
/** A module that stands for one of Node, by how it is asked for and its name. */
const STANDING = /^\0(imported|required):(.+)$/;

const exported = (name: string): string =>
  `export const ${name} = /* @__PURE__ */ (() => all[${JSON.stringify(name)}])();`;

/**
 * Takes from Node's own modules what a function uses of them. An import statement reads all that a module exports, also
 * what Node loads at first use: with it `node:util`, `node:process` and `node:fs` take a twentieth of the time in which a
 * function starts.
 */
export const nodeModules: Plugin = {
  name: 'what is used of modules of Node',
  resolveId: {
    filter: { id: NAMES },
    handler: (name, _importer, { kind }) => {
      if (!isBuiltin(name) || kind === 'dynamic-import') return null;
      const how = kind === 'require-call' ? 'required' : 'imported';
      return { id: `\0${how}:${name.replace(/^node:/, '')}`, moduleSideEffects: false };
    },
  },
  load: {
    filter: { id: STANDING },
    handler: (id) => {
      const [, how, name] = STANDING.exec(id)!;
      const all = `/* @__PURE__ */ process.getBuiltinModule('node:${name}')`;
      if (how === 'required') return `module.exports = ${all};`;
      const names = Object.keys(process.getBuiltinModule(`node:${name}`) ?? {}).filter((one) =>
        /^[A-Za-z_$][\w$]*$/.test(one),
      );
      return [
        `const all = ${all};`,
        'export default all;',
        ...names.filter((one) => one !== 'default').map(exported),
      ].join('\n');
    },
  },
};
