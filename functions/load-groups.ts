import type { LazyGroup } from '../shared/operation/operation.ts';

/** Loads every group of the service, which few requests of a function need. */
export const loadGroups = async (): Promise<LazyGroup[]> => (await import('./groups.ts')).lazyGroups;
