import { builtinModules, isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

/** Names that may be Node's built-in modules. The bundler asks this process about these only, which is faster. */
const NAMES = new RegExp(`^(node:.*|${builtinModules.join('|')})$`);
/** A virtual module in place of a built-in one: whether it is imported or required, and its name. */
const STANDING = /^\0(imported|required):(.+)$/;

const exported = (name: string): string =>
  `export const ${name} = /* @__PURE__ */ (() => all[${JSON.stringify(name)}])();`;

/**
 * Takes only the used exports from Node's built-in modules. An import statement reads all exports, including those
 * that Node loads lazily: with `node:util`, `node:process` and `node:fs` that takes a twentieth of a function's
 * start.
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
