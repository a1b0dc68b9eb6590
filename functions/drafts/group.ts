import type { LazyGroup } from '../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** What a person began to fill in and has not filed. */
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
