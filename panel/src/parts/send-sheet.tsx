import { useMemo, useState } from 'preact/hooks';
import { CertificateChoice } from '../forms/certificate.tsx';
import type { Batch, Kind } from '../logic/batch.ts';
import { addressOf } from '../logic/route.ts';
import { useAction, useShared } from './context.ts';
import { Drop } from './drop.tsx';
import { Failure } from './shown.tsx';

/** What programs of offices write: sheets, and the files of Sistema RED and Contrat@. */
const FORMATS = '.xlsx,.csv,.afi,.xml,.json';
/** Bytes of the largest file that the gateway takes. */
const MOST_BYTES = 3 * 1024 * 1024;

/** A sheet that is dropped or chosen, and tried. Nothing is filed by that. */
export const SendSheet = ({
  label,
  kind,
  replaces,
}: {
  label: string;
  kind?: Kind | undefined;
  /** The batch that was wrong: it is cancelled, so that no one files both. */
  replaces?: Batch;
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [file, setFile] = useState<File>();
  const [certificate, setCertificate] = useState('');
  const serving = useMemo(() => ({ certificateType: kind?.certificateType }), [kind?.certificateType]);
  const isTooLarge = file !== undefined && file.size > MOST_BYTES;

  const send = () =>
    run(async () => {
      if (!file || isTooLarge) return;
      const bytes = new Uint8Array(await file.arrayBuffer());
      // First, so that a colleague who files it meanwhile is not stopped, and nothing is sent beside it.
      if (replaces) await session.gateway.cancelBatch({ batchId: replaces.id, committed: 'refuse' });
      const { batch, replayed } = await session.gateway.batches.fromFile(
        { name: file.name, bytes },
        { ...(certificate && { certificate }) },
      );
      location.hash = addressOf('importar', batch.id, { repetido: replayed ? '1' : undefined });
    });
  return (
    <Drop {...{ label, accept: FORMATS }} onFile={setFile} onSubmit={send}>
      {file && (
        <>
          <p class="strong">{file.name}</p>
          {isTooLarge ? (
            <p class="mistake">Ocupa más de 3 MB: divídalo en varios.</p>
          ) : (
            <>
              <CertificateChoice
                form={serving}
                empty="El de cada fila (columna cert_secret)"
                value={certificate}
                onChange={setCertificate}
              />
              <button type="submit" class="main" disabled={isBusy}>
                {isBusy ? 'Leyendo…' : 'Comprobar y probar sin presentar'}
              </button>
            </>
          )}
        </>
      )}
      <Failure problem={problem} />
    </Drop>
  );
};
