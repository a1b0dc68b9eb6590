import type { Services } from '../services.ts';
import { parts } from './parts.ts';

/** The services of a deployed function that acts before no authority: it has nothing that talks with one. */
export const ownServices: Services = {
  ...parts,
  openAuthority: () => {
    throw new Error('this function acts before no authority');
  },
  readSheet: () => {
    throw new Error('this function has no file read');
  },
};
