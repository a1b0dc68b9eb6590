/** Gives busboy a named export: a module that is not an ES module has none in a bundle. */
export { Busboy } from '@fastify/busboy';
