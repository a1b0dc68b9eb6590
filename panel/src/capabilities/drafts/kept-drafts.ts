import type { Session } from '../../session.ts';
import type { Account, Draft } from '../../shared/drafts.ts';

/** The store of drafts in the account of a session; `undefined` for a person who may not file. */
export const draftsOf = ({ gateway, role }: Session): Account | undefined =>
  role === 'reads'
    ? undefined
    : {
        list: async () => (await gateway.listDrafts()).data.flatMap(({ id, content }) => read(id, content)),
        keep: ({ key, ...draft }) => gateway.keepDraft({ draftId: key, content: JSON.stringify(draft) }),
        drop: (draftId) => gateway.dropDraft({ draftId }),
      };

/** A stored draft. Programs may store drafts of their own, which are not forms of these pages. */
const read = (key: string, content: string): Draft[] => {
  try {
    const draft = JSON.parse(content);
    return typeof draft.address === 'string' && typeof draft.filled === 'object' ? [{ ...draft, key }] : [];
  } catch {
    return [];
  }
};
