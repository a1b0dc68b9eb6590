import type { Capability } from '../capability.ts';
import { draftsOf } from './kept-drafts.ts';

/** Drafts of forms, kept in the account. */
export const drafts: Capability = {
  name: 'drafts',
  drafts: draftsOf,
};
