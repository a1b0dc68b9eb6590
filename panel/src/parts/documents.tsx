import type { ListedFiling } from '../logic/to-do.ts';
import { useAction, useShared } from './context.ts';
import { save } from './download.ts';
import { Failure } from './shown.tsx';

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
