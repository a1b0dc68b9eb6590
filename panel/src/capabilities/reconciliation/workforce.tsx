import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { sentFile } from '../../../../client/src/batches.ts';
import type { Data } from '../../../../client/src/types.ts';
import { Certificates, useCertificates } from '../../gateway/certificates/certificate-choice.tsx';
import { meant } from '../../gateway/certificates/certificates.ts';
import type { Session } from '../../session.ts';
import { useAction, useChange, useLoaded, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { CERTIFICATE_TYPES } from '../../shared/fields.ts';
import { addressOf } from '../../shared/route.ts';
import { Failure, Form, Section, Show, Success } from '../../shared/shown.tsx';
import { inPlainWords } from '../../shared/words.ts';
import { SheetForm } from '../batches/sheet-form.tsx';
import { foundText } from './comparisons.ts';
import { costText } from './reconciliation.ts';

/** The name of a workforce's rows in requests for columns and templates. */
const WORKFORCE = 'workforce';

/** The types of certificates that a comparison uses. */
const TGSS = { certificateType: CERTIFICATE_TYPES['seg-social'] };
const SEPE = { certificateType: CERTIFICATE_TYPES.sepe };

/**
 * The number of workers in a company's workforce, the upload of their list, and the comparison with the authorities' records.
 */
export const Workforce = ({ customerID }: { customerID: number }) => {
  const { session } = useShared();
  const [notes, setNotes] = useState<string[]>([]);
  const loaded = useLoaded(async () => {
    const [kept, { data }] = await Promise.all([
      workforceOf(session, customerID),
      session.gateway.listReconciliations({ company: customerID, perPage: 1 }),
    ]);
    return { ...kept, last: data.data[0] };
  }, [customerID]);
  const mayChange = session.role !== 'reads';
  return (
    <Section id="workforce" title="Plantilla">
      <Show of={loaded}>
        {({ workers, savedAt, importedAt, notCompared, nightly, last }) => (
          <>
            {savedAt === undefined ? (
              <p>
                Empiece con lo que consta en la Seguridad Social y en el SEPE: se consulta, usted lo mira, y
                queda como plantilla. O suba la lista de los trabajadores de la empresa, y se comparará con lo
                que consta.
              </p>
            ) : (
              <p>
                <b>{workers === 1 ? '1 trabajador' : `${workers} trabajadores`}</b>{' '}
                <span class="small">
                  según {importedAt ? 'lo importado de los organismos el' : 'la lista del'}{' '}
                  {showMoment(importedAt ?? savedAt)}, con las altas, bajas y variaciones que desde entonces
                  se han presentado aquí y se han aceptado.
                </span>
              </p>
            )}
            {mayChange && savedAt === undefined && <Compare customerID={customerID} isFirst />}
            {mayChange && (
              <SendWorkforce
                customerID={customerID}
                isFirst={savedAt === undefined}
                onSaved={(text) => {
                  setNotes(text);
                  loaded.reload();
                }}
              />
            )}
            <Success text={notes[0]} />
            {notes.length > 1 && (
              <div class="notice small">
                {notes.slice(1).map((note) => (
                  <p key={note}>{inPlainWords(note)}</p>
                ))}
              </div>
            )}
            {notCompared && <p class="notice warn">{notCompared}</p>}
            {savedAt !== undefined && !notCompared && <Compare key={savedAt} customerID={customerID} />}
            {mayChange && savedAt !== undefined && (notCompared || !!last?.counts?.not_compared) && (
              <Compare key={`${savedAt} first`} customerID={customerID} isFirst />
            )}
            {last && (
              <p>
                <a href={addressOf('empresas', String(customerID), { cuadre: last.id })}>
                  Ver la última comparación
                </a>{' '}
                <span class="small">
                  {showMoment(last.created_at)}
                  {last.nightly && ', de noche'} · {foundText(last)}
                </span>
              </p>
            )}
            {nightly && (nightly.enabled || !notCompared) && (
              <Nightly
                customerID={customerID}
                nightly={nightly}
                mayChange={mayChange}
                onChange={loaded.reload}
                key={savedAt}
              />
            )}
          </>
        )}
      </Show>
    </Section>
  );
};

/** The stored workforce; empty if no list was ever sent. */
const workforceOf = async ({ gateway }: Session, customerID: number) => {
  try {
    const { data } = await gateway.getWorkforce({ customerID, perPage: 1 });
    const { pagination, saved_at, imported_at, not_compared, nightly } = data;
    const { total: workers } = pagination;
    return { workers, savedAt: saved_at, importedAt: imported_at, notCompared: not_compared, nightly };
  } catch (error) {
    if ((error as { status?: number }).status === 404) return {};
    throw error;
  }
};

/** Uploads the list of workers as a sheet. */
const SendWorkforce = ({
  customerID,
  isFirst,
  onSaved,
}: {
  customerID: number;
  isFirst: boolean;
  /** @param notes about the file, which are shown */
  onSaved(notes: string[]): void;
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const template = () =>
    run(async () => {
      const { data } = await session.gateway.getBatchTemplate({ operation: WORKFORCE, format: 'xlsx' });
      await save(session, data.file);
    }, false);
  return (
    <details open={isFirst}>
      <summary>{isFirst ? 'Subir la lista' : 'Subir otra lista'}</summary>
      <p class="small">
        Una fila por trabajador: su cuenta, su documento y su fecha de alta, y, si los tiene, su baja, su
        contrato, su jornada, su grupo y su ocupación. Lo que no se diga no se compara.
        {!isFirst && ' La lista nueva sustituye entera a la anterior.'}
      </p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => void template()}>
          Descargar un modelo de la lista (xlsx)
        </button>
      </div>
      <SheetForm
        label="la lista de trabajadores (xlsx o csv)"
        accept=".xlsx,.csv"
        act="Guardar la lista"
        operation={WORKFORCE}
        onSend={async ({ file, mapping }) => {
          const { data } = await session.gateway.saveWorkforce({
            customerID,
            file: sentFile(file),
            ...(mapping.length > 0 && { mapping }),
          });
          const { workers, notes } = data;
          onSaved([
            `Lista guardada: ${workers === 1 ? '1 trabajador' : `${workers} trabajadores`}. No se ha presentado nada.`,
            ...notes,
          ]);
        }}
      />
      <Failure problem={problem} />
    </details>
  );
};

/** A comparison, once or every night, whose cost is shown before it begins. */
interface Costly {
  customerID: number;
  /** Whether a workforce will be made from it. */
  isFirst?: boolean;
  /** The text of the button that begins. */
  act: string;
  /** The cost in words. */
  cost(readings: number): ComponentChildren;
  /** @param certificates secrets; empty for none */
  onBegin(certificates: { tgss: string; sepe: string }): Promise<void>;
}

/** Shows the cost first, and begins after another click. It only reads, and files nothing. */
const Priced = ({ name, ...costly }: Costly & { name: string }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const [readings, setReadings] = useState<number>();
  const { customerID, isFirst } = costly;
  const ask = () =>
    run(async () => {
      const { data } = await session.gateway.createReconciliation({
        customerID,
        only_cost: 1,
        for_import: isFirst ? 1 : 0,
      });
      setReadings(data.readings);
    });
  return (
    <>
      {readings === undefined ? (
        <button type="button" disabled={isBusy} onClick={() => void ask()}>
          {name}
        </button>
      ) : (
        <Begin {...costly} readings={readings} />
      )}
      <Failure problem={problem} />
    </>
  );
};

const Compare = ({ customerID, isFirst = false }: { customerID: number; isFirst?: boolean }) => {
  const { session } = useShared();
  return (
    <Priced
      customerID={customerID}
      isFirst={isFirst}
      name={isFirst ? 'Empezar con lo que consta en los organismos…' : 'Comparar con los organismos…'}
      act={isFirst ? 'Empezar la consulta' : 'Empezar la comparación'}
      cost={(readings) => (
        <>
          <b>{costText(readings)}</b>: una o dos por cuenta, una por trabajador, y otra por quien está de baja
          y puede necesitar certificado de empresa. Cuentan como cualquier otra consulta, y no se presenta
          nada.{isFirst && ' Al terminar verá los trabajadores que constan, y los importará si está bien.'}
        </>
      )}
      onBegin={async ({ tgss, sepe }) => {
        const { data } = await session.gateway.createReconciliation(
          {
            customerID,
            ...(isFirst && { for_import: 1 }),
            ...(sepe && { cert_secret_sepe: sepe }),
          },
          { certificate: tgss },
        );
        location.hash = addressOf('empresas', String(customerID), { cuadre: data.reconciliation!.id });
      }}
    />
  );
};

/** Whether the company is compared each night, and the switch. */
const Nightly = ({
  customerID,
  nightly: { enabled, next_at },
  mayChange,
  onChange,
}: {
  customerID: number;
  nightly: Data<'getWorkforce'>['nightly'];
  mayChange: boolean;
  onChange(): void;
}) => {
  const { session } = useShared();
  const { act, isBusy, problem } = useChange(onChange);
  if (!enabled)
    return mayChange ? (
      <Priced
        customerID={customerID}
        name="Comparar cada noche…"
        act="Comparar cada noche"
        cost={(readings) => (
          <>
            <b>{costText(readings)} cada noche</b>, entre las 22:00 y las 6:00 y en su nombre. Las diferencias
            nuevas de cada noche se avisan y aparecen en Hoy. No se presenta nada.
          </>
        )}
        onBegin={async ({ tgss, sepe }) => {
          await session.gateway.switchNightly(
            { customerID, enabled: true, ...(sepe && { cert_secret_sepe: sepe }) },
            { certificate: tgss },
          );
          onChange();
        }}
      />
    ) : null;
  return (
    <>
      <p>
        <b>Se compara cada noche</b>
        {next_at && <span class="small"> · la próxima vez: {showMoment(next_at)}</span>}
      </p>
      {mayChange && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void act(() => session.gateway.switchNightly({ customerID, enabled: false }))()}
        >
          Dejar de comparar cada noche
        </button>
      )}
      <Failure problem={problem} />
    </>
  );
};

const Begin = ({ customerID, readings, act, cost, onBegin }: Costly & { readings: number }) => {
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const [tgss, sepe] = [useCertificates(TGSS, customerID), useCertificates(SEPE, customerID)];
  const [picked, pick] = useState<{ tgss?: string; sepe?: string }>({});
  const first = picked.tgss ?? meant(tgss.data ?? [], undefined)?.secret ?? '';
  // By default the certificate that was chosen for the Seguridad Social, if it also serves for SEPE.
  const same = sepe.data?.find(({ secret }) => secret === first);
  const second = picked.sepe ?? (same ?? meant(sepe.data ?? [], undefined))?.secret ?? '';
  return (
    <Form class="box" onSubmit={() => void run(() => onBegin({ tgss: first, sepe: second }))}>
      <p>{cost(readings)}</p>
      <Certificates
        of={tgss}
        label="Certificado ante la Seguridad Social"
        value={first}
        onChange={(secret) => pick({ ...picked, tgss: secret })}
      />
      {sepe.data?.length === 0 ? (
        <p class="notice warn">
          Ningún certificado sirve ante el SEPE: sus contratos y certificados de empresa quedarán sin
          comparar.
        </p>
      ) : (
        <Certificates
          of={sepe}
          label="Certificado ante el SEPE"
          value={second}
          onChange={(secret) => pick({ ...picked, sepe: secret })}
        />
      )}
      <button type="submit" class="main" disabled={isBusy || tgss.isLoading || sepe.isLoading || !first}>
        {isBusy ? 'Un momento…' : act}
      </button>
      <Failure problem={problem} />
    </Form>
  );
};
