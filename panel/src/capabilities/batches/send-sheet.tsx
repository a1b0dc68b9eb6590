import { useMemo, useState } from 'preact/hooks';
import { Certificates, useCertificates } from '../../gateway/certificates/certificate-choice.tsx';
import { meant } from '../../gateway/certificates/certificates.ts';
import { useAction, useShared } from '../../shared/context.ts';
import { Drop } from '../../shared/drop.tsx';
import { addressOf } from '../../shared/route.ts';
import { Failure } from '../../shared/shown.tsx';
import { type Batch, type Kind, nameOf, restName } from './batch.ts';
import { MapColumns } from './map-columns.tsx';
import { SHEET, useSheet } from './sheet.ts';

/** File formats that offices have: sheets, and the files of Sistema RED and Contrat@. */
const FORMATS = '.xlsx,.csv,.afi,.xml,.json';

/** A form that sends a sheet as a batch: it is dropped or chosen, its headers are mapped, and it is tried. Nothing is filed. */
export const SendSheet = ({
  label,
  kind,
  replaces,
  rest,
}: {
  label: string;
  kind?: Kind | undefined;
  /** The faulty batch that this one replaces, with its kind and columns. It is cancelled, so that not both can be filed. */
  replaces?: Batch;
  /** The rows that a batch has not filed, which are sent with its kind and columns. */
  rest?: { of: Batch; file: File };
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const before = replaces ?? rest?.of;
  const operation = kind?.operation ?? before?.operation ?? undefined;
  const replaced = before?.mapping.map(({ header, column, reading, value }) => ({
    ...(header !== null && { header }),
    ...(column && { column }),
    ...(reading && { reading }),
    ...(value !== null && { value }),
  }));
  const { file, take, sheet, mapped, open, isTooLarge, read } = useSheet(operation, {
    replaced,
    given: rest?.file,
  });
  const [picked, pick] = useState<string>();
  const serving = useMemo(() => ({ certificateType: kind?.certificateType }), [kind?.certificateType]);
  const certificates = useCertificates(serving);
  // If only one certificate can be used, it is already chosen.
  const certificate = picked ?? meant(certificates.data ?? [], undefined)?.secret ?? '';

  const send = () =>
    run(async () => {
      const readSheet = await read(({ columns }) => {
        // An office's own sheet has no column for the certificate, so without a choice all of its rows would be wrong.
        if (!certificate && !columns.some(({ column }) => column === 'cert_secret'))
          throw Object.assign(new Error('Elija el certificado con el que se actúa. No se ha enviado nada.'), {
            status: 422,
          });
      });
      if (!readSheet) return;
      const { file: sent, mapping } = readSheet;
      // The old batch is cancelled first. If a colleague has just committed it, this fails, and the new batch is not sent.
      if (replaces) await session.gateway.cancelBatch({ batchId: replaces.id, committed: 'refuse' });
      const { batch, replayed } = await session.gateway.batches.fromFile(sent, {
        ...(rest && { name: restName(rest.of) }),
        ...(certificate && { certificate }),
        ...(operation && SHEET.test(sent.name) && { operation }),
        ...(mapping.length > 0 && { mapping }),
      });
      location.hash = addressOf('importar', batch.id, { repetido: replayed ? '1' : undefined });
    });
  return (
    <Drop label={label} accept={FORMATS} onFile={take} onSubmit={send}>
      {file && (
        <>
          <p class="strong">{rest?.file === file ? nameOf({ name: restName(rest.of) }) : file.name}</p>
          {isTooLarge ? (
            <p class="mistake">Ocupa más de 3 MB: divídalo en varios.</p>
          ) : (
            <>
              {sheet && <MapColumns sheet={sheet} {...mapped} />}
              <Certificates
                of={certificates}
                empty={rest ? undefined : 'El de cada fila (columna cert_secret)'}
                value={certificate}
                onChange={pick}
              />
              <button
                type="submit"
                class="main"
                disabled={isBusy || certificates.isLoading || open.length > 0}
              >
                {isBusy ? 'Leyendo…' : 'Comprobar y probar sin presentar'}
              </button>
              {open.length > 0 && <p class="small">Elija antes: {open.join(', ')}.</p>}
            </>
          )}
        </>
      )}
      <Failure problem={problem} />
    </Drop>
  );
};
