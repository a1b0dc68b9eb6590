/** What the service uses of busboy, by its name: a module that is not an ES module, imported as it is, has none in a bundle. */
export { Busboy } from '@fastify/busboy';
