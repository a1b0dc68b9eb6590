/**
 * The environment of a program that tests start without their own: where programs are, and the cache of compiled code
 * (`test/support/setup/temporary.ts`), without which each start compiles everything again.
 */
export const bareEnvironment = (): { PATH: string; NODE_COMPILE_CACHE?: string } => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
};
