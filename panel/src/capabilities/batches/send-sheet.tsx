import { useMemo, useState } from 'preact/hooks';
import { Certificates, useCertificates } from '../../gateway/certificates/certificate-choice.tsx';
import { meant } from '../../gateway/certificates/certificates.ts';
import { useShared } from '../../shared/context.ts';
import { CERTIFICATE_TYPES } from '../../shared/fields.ts';
import { addressOf } from '../../shared/route.ts';
import { type Batch, type Kind, nameOf, restName, WORKFLOWS } from './batch.ts';
import { SHEET } from './sheet.ts';
import { SheetForm } from './sheet-form.tsx';

const SEPE = { certificateType: CERTIFICATE_TYPES.sepe };

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
  const before = replaces ?? rest?.of;
  const operation = kind?.operation ?? before?.operation ?? undefined;
  const replaced = before?.mapping.map(({ header, column, reading, value }) => ({
    ...(header !== null && { header }),
    ...(column && { column }),
    ...(reading && { reading }),
    ...(value !== null && { value }),
  }));
  const [picked, pick] = useState<string>();
  const [pickedSepe, pickSepe] = useState<string>();
  const isWorkflow = WORKFLOWS.includes(operation ?? '');
  const type = isWorkflow ? CERTIFICATE_TYPES['seg-social'] : kind?.certificateType;
  const certificates = useCertificates(useMemo(() => ({ certificateType: type }), [type]));
  const ofSepe = useCertificates(SEPE);
  // If only one certificate can be used, it is already chosen.
  const certificate = picked ?? meant(certificates.data ?? [], undefined)?.secret ?? '';
  // Rows of several kinds, or with several filings, may need another certificate there.
  const isAlsoSepe = isWorkflow || type === undefined;
  const certificateSepe =
    isAlsoSepe && (pickedSepe ?? (isWorkflow ? meant(ofSepe.data ?? [], undefined)?.secret : undefined));

  return (
    <SheetForm
      label={label}
      accept={FORMATS}
      act="Comprobar y probar sin presentar"
      operation={operation}
      replaced={replaced}
      given={rest?.file}
      givenName={rest && nameOf({ name: restName(rest.of) })}
      isReady={!certificates.isLoading && !ofSepe.isLoading}
      check={({ columns }) => {
        // An office's own sheet has no column for the certificate, so without a choice all of its rows would be wrong.
        if (!certificate && !columns.some(({ column }) => column === 'cert_secret'))
          throw Object.assign(new Error('Elija el certificado con el que se actúa. No se ha enviado nada.'), {
            status: 422,
          });
      }}
      onSend={async ({ file, mapping }) => {
        // The old batch is cancelled first. If a colleague has just committed it, this fails, and the new batch is not sent.
        if (replaces) await session.gateway.cancelBatch({ batchId: replaces.id, committed: 'refuse' });
        const { batch, replayed } = await session.gateway.batches.fromFile(file, {
          ...(rest && { name: restName(rest.of) }),
          ...(certificate && { certificate }),
          ...(certificateSepe && { certificateSepe }),
          ...(operation && SHEET.test(file.name) && { operation }),
          ...(mapping.length > 0 && { mapping }),
        });
        location.hash = addressOf('importar', batch.id, { repetido: replayed ? '1' : undefined });
      }}
    >
      <Certificates
        of={certificates}
        empty={rest ? undefined : 'El de cada fila (columna cert_secret)'}
        value={certificate}
        onChange={pick}
      />
      {isAlsoSepe && ofSepe.data && ofSepe.data.length > 0 && (
        <Certificates
          of={ofSepe}
          label="Certificado ante el SEPE"
          empty="El mismo"
          value={certificateSepe || ''}
          onChange={pickSepe}
        />
      )}
    </SheetForm>
  );
};
