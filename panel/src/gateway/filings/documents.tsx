import { useAction, useShared } from '../../shared/context.ts';
import type { ListedFiling } from '../../shared/data.ts';
import { save } from '../../shared/download.ts';
import { Failure } from '../../shared/shown.tsx';

/** The documents of a trámite, with a button to save each. */
export const Documents = ({ of: { id, documents } }: { of: Pick<ListedFiling, 'id' | 'documents'> }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  return (
    <>
      {documents.map(({ n, name }) => (
        <button
          key={n}
          type="button"
          class="no-print"
          disabled={isBusy}
          onClick={() =>
            run(async () => save(session, (await session.gateway.getFilingDocument({ id, n })).data.file))
          }
        >
          Descargar {name}
        </button>
      ))}
      <Failure problem={problem} />
    </>
  );
};
