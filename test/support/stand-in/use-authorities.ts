import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startAuthorities } from '../authorities.ts';

/** The stand-in authorities for the tests of a file, and operations run against them. They are reset before each test. */
export const useAuthorities = (): Awaited<ReturnType<typeof startAuthorities>> => {
  const authorities = {} as Awaited<ReturnType<typeof startAuthorities>>;
  beforeAll(async () => {
    Object.assign(authorities, await startAuthorities());
  });
  beforeEach(() => authorities.reset());
  afterAll(() => authorities.close());
  return authorities;
};
