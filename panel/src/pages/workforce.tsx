import { useState } from 'preact/hooks';
import { base64 } from '../../../client/src/batches.ts';
import { Certificates, useCertificates } from '../forms/certificate.tsx';
import { meant } from '../logic/certificates.ts';
import { showMoment } from '../logic/days.ts';
import { CERTIFICATE_TYPES } from '../logic/fields.ts';
import { costText } from '../logic/reconciliation.ts';
import { addressOf } from '../logic/route.ts';
import { inPlainWords } from '../logic/words.ts';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { save } from '../parts/download.ts';
import { Drop } from '../parts/drop.tsx';
import { lastComparisons } from '../parts/last-comparisons.ts';
import { MapColumns } from '../parts/map-columns.tsx';
import { useSheet } from '../parts/sheet.ts';
import { Failure, Form, Section, Show, Told } from '../parts/shown.tsx';

/** The kind of row of a workforce, as columns and templates name it. */
const WORKFORCE = 'workforce';

/** The types of certificates that the comparison asks with. */
const TGSS = { certificateType: CERTIFICATE_TYPES['seg-social'] };
const SEPE = { certificateType: CERTIFICATE_TYPES.sepe };

/** How many workers a company is believed to have, the place for their list, and the comparison with what the authorities have. */
export const Workforce = ({ customerID }: { customerID: number }) => {
  const { session } = useShared();
  const [told, setTold] = useState<string[]>([]);
  const loaded = useLoaded(async () => {
    try {
      const { data } = await session.gateway.getWorkforce({ customerID, perPage: 1 });
      return { workers: data.pagination.total, savedAt: data.saved_at };
    } catch (error) {
      // No list was ever sent.
      if ((error as { status?: number }).status === 404) return {};
      throw error;
    }
  }, [customerID]);
  const last = lastComparisons(session).get(customerID);
  return (
    <Section id="workforce" title="Plantilla">
      <Show of={loaded}>
        {({ workers, savedAt }) => (
          <>
            {savedAt === undefined ? (
              <p>
                Suba la lista de los trabajadores de la empresa, y se comparará con lo que consta en la
                Seguridad Social y en el SEPE.
              </p>
            ) : (
              <p>
                <b>{workers === 1 ? '1 trabajador' : `${workers} trabajadores`}</b>{' '}
                <span class="small">
                  según la lista del {showMoment(savedAt)}, con las altas, bajas y variaciones que desde
                  entonces se han presentado aquí y se han aceptado.
                </span>
              </p>
            )}
            {session.role !== 'reads' && (
              <SendWorkforce
                {...{ customerID, isFirst: savedAt === undefined }}
                onSaved={(text) => {
                  setTold(text);
                  loaded.reload();
                }}
              />
            )}
            <Told text={told[0]} />
            {told.length > 1 && (
              <div class="notice small">
                {told.slice(1).map((note) => (
                  <p key={note}>{inPlainWords(note)}</p>
                ))}
              </div>
            )}
            {savedAt !== undefined && <Compare key={savedAt} customerID={customerID} />}
            {last && (
              <p>
                <a href={addressOf('empresas', String(customerID), { cuadre: last })}>
                  Ver la última comparación
                </a>
              </p>
            )}
          </>
        )}
      </Show>
    </Section>
  );
};

/** The list of the workers, as a sheet. */
const SendWorkforce = ({
  customerID,
  isFirst,
  onSaved,
}: {
  customerID: number;
  isFirst: boolean;
  /** @param told what is to be said of it */
  onSaved(told: string[]): void;
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const { file, take, sheet, chosen, setChosen, open, isTooLarge, read } = useSheet(WORKFORCE);
  const send = () =>
    run(async () => {
      const found = await read();
      if (!found) return;
      const { name, bytes } = found.file;
      const { data } = await session.gateway.saveWorkforce({
        ...{ customerID, file: { name, content: base64(bytes) } },
        ...(found.mapping.length > 0 && { mapping: found.mapping }),
      });
      take(undefined);
      const { workers, notes } = data;
      onSaved([
        `Lista guardada: ${workers === 1 ? '1 trabajador' : `${workers} trabajadores`}. No se ha presentado nada.`,
        ...notes,
      ]);
    });
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
      <Drop
        label="la lista de trabajadores (xlsx o csv)"
        accept=".xlsx,.csv"
        onFile={take}
        onSubmit={() => void send()}
      >
        {file && (
          <>
            <p class="strong">{file.name}</p>
            {isTooLarge ? (
              <p class="mistake">Ocupa más de 3 MB: quite lo que no sea de los trabajadores.</p>
            ) : (
              <>
                {sheet && <MapColumns sheet={sheet} chosen={chosen} onChange={setChosen} />}
                <button type="submit" class="main" disabled={isBusy || open.length > 0}>
                  {isBusy ? 'Leyendo…' : 'Guardar la lista'}
                </button>
                {open.length > 0 && <p class="small">Diga antes qué es: {open.join(', ')}.</p>}
              </>
            )}
          </>
        )}
      </Drop>
      <Failure problem={problem} />
    </details>
  );
};

/** Says first what the comparison costs, and then begins it. It only asks, and files nothing. */
const Compare = ({ customerID }: { customerID: number }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const [readings, setReadings] = useState<number>();
  const ask = () =>
    run(async () =>
      setReadings((await session.gateway.createReconciliation({ customerID, only_cost: 1 })).data.readings),
    );
  return (
    <>
      {readings === undefined ? (
        <button type="button" disabled={isBusy} onClick={() => void ask()}>
          Comparar con los organismos…
        </button>
      ) : (
        <Begin {...{ customerID, readings }} />
      )}
      <Failure problem={problem} />
    </>
  );
};

const Begin = ({ customerID, readings }: { customerID: number; readings: number }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const [tgss, sepe] = [useCertificates(TGSS, customerID), useCertificates(SEPE, customerID)];
  const [picked, pick] = useState<{ tgss?: string; sepe?: string }>({});
  const first = picked.tgss ?? meant(tgss.data ?? [], undefined)?.secret ?? '';
  // The one that is chosen before the Seguridad Social, if it serves before SEPE, too.
  const same = sepe.data?.find(({ secret }) => secret === first);
  const second = picked.sepe ?? (same ?? meant(sepe.data ?? [], undefined))?.secret ?? '';
  const begin = () =>
    run(async () => {
      const { data } = await session.gateway.createReconciliation(
        { customerID, ...(second && { cert_secret_sepe: second }) },
        { certificate: first },
      );
      const { id } = data.reconciliation!;
      lastComparisons(session).set(customerID, id);
      location.hash = addressOf('empresas', String(customerID), { cuadre: id });
    });
  return (
    <Form class="box" onSubmit={() => void begin()}>
      <p>
        <b>{costText(readings)}</b>: una o dos por cuenta, una por trabajador, y otra por quien está de baja y
        puede necesitar certificado de empresa. Cuentan como cualquier otra consulta, y no se presenta nada.
      </p>
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
        {isBusy ? 'Empezando…' : 'Empezar la comparación'}
      </button>
      <Failure problem={problem} />
    </Form>
  );
};
