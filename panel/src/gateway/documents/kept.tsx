import { useState } from 'preact/hooks';
import { useAction, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { addressOf } from '../../shared/route.ts';
import { Failure, Section } from '../../shared/shown.tsx';
import type { KeptDocument } from './ask.ts';

/** Documents that are shown until a person asks for all. */
const MOST = 12;

/** The stored documents of a worker or company, the newest first, with a button to save each. */
export const Kept = ({ documents }: { documents: readonly KeptDocument[] }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const [most, setMost] = useState(MOST);
  if (documents.length === 0) return null;
  const download = ({ filing: { id }, n, file }: KeptDocument) =>
    run(async () => save(session, (await session.gateway.getFilingDocument({ id, n })).data.file, file));
  return (
    <Section id="documents" title="Documentos">
      <ul class="list">
        {documents.slice(0, most).map((document) => (
          <li key={`${document.filing.id} ${document.n}`} class="line">
            <span>
              <span class="strong">{document.title}</span>{' '}
              <a class="small" href={addressOf('tramites', document.filing.id)}>
                {showMoment(document.filing.created_at)}
              </a>
            </span>
            <button type="button" class="no-print" disabled={isBusy} onClick={() => void download(document)}>
              {document.file}
            </button>
          </li>
        ))}
      </ul>
      {documents.length > most && (
        <button type="button" class="no-print" onClick={() => setMost(documents.length)}>
          Ver los {documents.length} documentos
        </button>
      )}
      <Failure problem={problem} />
    </Section>
  );
};
