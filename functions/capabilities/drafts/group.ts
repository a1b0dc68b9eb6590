import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Forms that a person has begun and not filed yet. */
export const drafts: LazyGroup = {
  name: 'drafts',
  prefix: '/api/v4/drafts',
  title: 'Borradores',
  needs: ['drafts:write'],
  operations: {
    'GET /': async () => (await load()).listDrafts,
    'PUT /{draftId}': async () => (await load()).keepDraft,
    'DELETE /{draftId}': async () => (await load()).dropDraft,
  },
};
