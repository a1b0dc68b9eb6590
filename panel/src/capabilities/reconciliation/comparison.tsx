import { useState } from 'preact/hooks';
import type { Data } from '../../../../client/src/types.ts';
import { textsOf } from '../../shared/code-lists.ts';
import {
  type Company,
  useAction,
  useAskedAgain,
  useChange,
  useLoaded,
  useShared,
} from '../../shared/context.ts';
import { showDay, showMoment } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { pagesOf } from '../../shared/first.ts';
import { readDescribed } from '../../shared/reference.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Failure, Line, Section, Show, Success, Title, Warnings } from '../../shared/shown.tsx';
import type { Texts } from '../../shared/summary.ts';
import { showAccount } from '../../shared/who.ts';
import { capital, inPlainWords, many } from '../../shared/words.ts';
import {
  byWorker,
  type Comparison as Compared,
  type Difference,
  gapsOf,
  type Imported,
  importText,
  listsFor,
  mayImport,
  type OfWorker,
  progressText,
  showDifference,
  showImported,
  verdictOf,
  waitFor,
} from './reconciliation.ts';

/** The most differences that are shown; the sheet has all of them. */
const MOST = 500;
/** The most workers that are named in an entry of workers who were not compared. */
const MOST_NAMED = 20;

/** A comparison of a workforce with the authorities' records: its progress, and each difference side by side. */
export const Comparison = ({ id }: { id: string }) => {
  const { session } = useShared();
  const loaded = useLoaded(async () => {
    const ask = (page: number) => session.gateway.getReconciliation({ reconciliationId: id, page });
    const answer = await ask(1);
    const { reconciliation } = answer.data;
    const { found, isWhole } = await pagesOf(async (page) => {
      const { data } = page === 1 ? answer : await ask(page);
      return { found: data.differences, lastPage: data.pagination.lastPage };
    }, MOST);
    const [texts, titles] = await Promise.all([
      textsOf(listsFor(found)),
      found.length > 0 ? readTitles() : {},
    ]);
    return {
      reconciliation,
      retryAfter: answer.retryAfter,
      differences: found,
      isWhole,
      texts,
      titles,
    };
  }, [id]);
  const { data, problem } = loaded;
  // The company comes from the comparison, not from the address.
  const customerID = data?.reconciliation.customerID;
  const company = useLoaded(
    async () =>
      customerID === undefined ? undefined : (await session.gateway.getClient({ customerID })).data,
    [customerID],
  );
  useAskedAgain(loaded, waitFor(data?.reconciliation, { retryAfter: data?.retryAfter, problem }));
  const name = company.data?.name;
  // If the authorities' records will be imported, this comes first, because no filing has to be corrected yet.
  const imports = (compared: Compared) =>
    session.role !== 'reads' && mayImport(compared, new Date()) && <Import of={compared} />;
  return (
    <>
      <Title>Plantilla y organismos{name && `: ${name}`}</Title>
      <Show of={loaded}>
        {({ reconciliation, differences, isWhole, texts, titles }) => (
          <>
            <HowFar reconciliation={reconciliation} onStopped={loaded.reload} />
            <Sheet of={reconciliation} />
            {reconciliation.for_import && imports(reconciliation)}
            {differences.length > 0 && (
              <Section id="differences" title="Diferencias">
                <p class="small">
                  Mire qué lado tiene razón. Si se equivoca el organismo, prepare el trámite: se abre relleno,
                  y nada se presenta hasta que usted lo confirme. Si se equivoca la plantilla, corrija su
                  lista y súbala otra vez. Si está bien así, acéptela: no se avisará de ella hasta que cambie.
                </p>
                {[false, true].map((isAccepted) => {
                  const shown = differences.filter(({ accepted }) => accepted === isAccepted);
                  const workers = (
                    <Workers
                      differences={shown}
                      texts={texts}
                      titles={titles}
                      company={{ id: reconciliation.customerID, name }}
                      reconciliation={id}
                      onChange={loaded.reload}
                    />
                  );
                  if (!isAccepted || shown.length === 0) return workers;
                  return (
                    <details key="accepted">
                      <summary>{capital(many(shown.length, 'aceptada', 'aceptadas'))}</summary>
                      {workers}
                    </details>
                  );
                })}
                {!isWhole && (
                  <p class="notice">
                    Hay más: aquí se ven las {differences.length} primeras. La hoja las tiene todas.
                  </p>
                )}
              </Section>
            )}
            <Gaps of={reconciliation} />
            {!reconciliation.for_import && imports(reconciliation)}
          </>
        )}
      </Show>
    </>
  );
};

/** The titles of forms, by operation. */
const readTitles = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await readDescribed()).map(({ operation, title }) => [operation, title]));

/** @param onStopped reads the comparison again */
const HowFar = ({ reconciliation, onStopped }: { reconciliation: Compared; onStopped(): void }) => {
  const { session } = useShared();
  const { act, isBusy, problem } = useChange(onStopped);
  const { id, state, created_at, ended_at, from, message, waits_for, stoppable } = reconciliation;
  const isEnded = state === 'ended';
  const verdict = verdictOf(reconciliation);
  return (
    <>
      <div class="line">
        <span role="status">
          <Badge
            state={
              isEnded ? { name: 'Terminada', tone: verdict.tone } : { name: 'Consultándose', tone: 'calm' }
            }
          />{' '}
          {isEnded && verdict.tone === 'warn' && verdict.text}
        </span>
        <span class="small">
          Empezada: {showMoment(created_at)}
          {ended_at && ` · terminada: ${showMoment(ended_at)}`} · contratos y bajas desde el {showDay(from)}
        </span>
      </div>
      {isEnded && verdict.tone === 'good' && <Success text={verdict.text} />}
      {message && <Warnings of={[`Terminó antes de tiempo: ${message}`]} />}
      {!isEnded && <progress aria-label="Consultas a los organismos" />}
      <p class="small">
        {progressText(reconciliation)}
        {!isEnded && ' Puede cerrar esta página: sigue sin usted.'}
      </p>
      {!isEnded && waits_for && <p class="notice">{inPlainWords(waits_for)}</p>}
      {stoppable && (
        <div class="actions">
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void act(() => session.gateway.stopReconciliation({ reconciliationId: id }))()}
          >
            Detener la comparación
          </button>
        </div>
      )}
      <Failure problem={problem} />
    </>
  );
};

const Sheet = ({ of: { id, state, customerID } }: { of: Compared }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const download = () =>
    run(async () => {
      const { data } = await session.gateway.getReconciliationResult({
        reconciliationId: id,
        format: 'xlsx',
      });
      await save(session, data.file);
    });
  return (
    <div class="actions">
      {state === 'ended' && (
        <button type="button" disabled={isBusy} onClick={() => void download()}>
          Descargar la hoja con el resultado
        </button>
      )}
      <a href={addressOf('empresas', String(customerID))}>Volver a la empresa</a>
      <Failure problem={problem} />
    </div>
  );
};

/** The context of a difference on the page. */
interface Known {
  texts: Texts;
  titles: Record<string, string>;
  company: Pick<Company, 'id'> & { name: string | undefined };
  /** Id of the comparison. */
  reconciliation: string;
  onChange(): void;
}

/** Differences by worker. */
const Workers = ({ differences, ...known }: { differences: Difference[] } & Known) => (
  <ul class="list">
    {byWorker(differences).map((ofWorker) => (
      <Worker key={ofWorker.key} ofWorker={ofWorker} {...known} />
    ))}
  </ul>
);

const Worker = ({
  ofWorker: { account, document, nss, name, differences },
  ...known
}: { ofWorker: OfWorker } & Known) => (
  <li>
    <Line name={name ?? document} href={addressOf('historia', document)}>
      <span class="small">
        {name && `${document} · `}
        {nss && `NSS ${nss} · `}cuenta {showAccount(account)}
      </span>
    </Line>
    {differences.map((each) => (
      <OneDifference key={each.key} of={each} ofPerson={differences} {...known} />
    ))}
  </li>
);

const OneDifference = ({
  of,
  ofPerson,
  texts,
  titles,
  company: { id, name },
  reconciliation,
  onChange,
}: { of: Difference; ofPerson: Difference[] } & Known) => {
  const { session, chooseCompany } = useShared();
  const { act, isBusy, problem } = useChange(onChange);
  // With the company chosen, its own certificates are offered.
  const choose = () => name && chooseCompany({ id, name });
  const { title, sides, since, address, advice } = showDifference(of, texts, ofPerson);
  const { accepted, dni, key } = of;
  const who = of.name ?? dni;
  const mends = of.mends && titles[of.mends.operation];
  const mayChange = session.role !== 'reads';
  const choice = accepted ? 'Dejar de aceptarla' : 'Aceptarla';
  const accept = act(() => {
    const difference = { reconciliationId: reconciliation, key };
    return accepted
      ? session.gateway.unacceptDifference(difference)
      : session.gateway.acceptDifference(difference);
  });
  return (
    <div class="difference">
      <div class="line">
        <span>
          {title}
          {since && <span class="small"> · desde el {since}</span>}{' '}
          {accepted && <Badge state={{ name: 'Aceptada', tone: 'calm' }} />}
          {of.new && !accepted && <Badge state={{ name: 'Nueva', tone: 'warn' }} />}
        </span>
        {mends && address && mayChange && (
          <a class="button" href={address} title={mends} onClick={choose}>
            Preparar el trámite
            <span class="unseen">
              : {mends}, {who}
            </span>
          </a>
        )}
      </div>
      <dl class="sides">
        {sides.map(([side, value]) => (
          <div key={side}>
            <dt>{side}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="line">
        <span class="small">{advice ?? (mends && `Lo arreglaría: ${mends}.`)}</span>
        {mayChange && (
          <button
            type="button"
            disabled={isBusy}
            aria-label={`${choice}: ${title}, ${who}`}
            onClick={() => void accept()}
          >
            {choice}
          </button>
        )}
      </div>
      <Failure problem={problem} />
    </div>
  );
};

/** The changes of an import, and the texts of their codes. */
type Planned = Data<'fillWorkforce'> & { texts: Texts };

/** Imports the authorities' records into the workforce: shows the changes first, and makes them after another click. */
const Import = ({ of: { id, customerID } }: { of: Compared }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [shown, show] = useState<Planned>();
  const look = () =>
    run(async () => {
      const { data } = await session.gateway.fillWorkforce({ reconciliationId: id });
      show({ ...data, texts: await textsOf(['contracts', 'groups']) });
    }, false);
  const keep = ({ preview, texts }: Planned) =>
    run(async () => {
      const { data } = await session.gateway.fillWorkforce({ reconciliationId: id, preview });
      show({ ...data, texts });
    });
  return (
    <Section id="import" title="Importar lo que consta">
      <p class="small">
        Si lo que vale es lo que tienen los organismos, páselo a la plantilla. Entra quien está de alta, y
        quien ya no lo está queda con su fecha de baja. No se quita a nadie, y no se presenta nada.
      </p>
      {shown?.imported ? (
        <>
          <Success text={`Plantilla guardada. ${importText(shown)}. No se ha presentado nada.`} />
          <a href={addressOf('empresas', String(customerID))}>Ver la plantilla</a>
        </>
      ) : (
        <>
          <button type="button" disabled={isBusy} onClick={() => void look()}>
            {shown ? 'Mirarlo otra vez' : 'Ver qué se importaría…'}
          </button>
          {shown && <Preview of={shown} isBusy={isBusy} onConfirm={() => void keep(shown)} />}
        </>
      )}
      <Failure problem={problem} />
    </Section>
  );
};

/** The most workers of an import that are shown. */
const MOST_IMPORTED = 200;

const Preview = ({ of, isBusy, onConfirm }: { of: Planned; isBusy: boolean; onConfirm(): void }) => (
  <>
    <p role="status">
      <b>{importText(of)}.</b>
    </p>
    {of.skipped.map(({ account, because }) => (
      <p class="notice warn" key={account}>
        De la cuenta {showAccount(account)} no se importa nada. {inPlainWords(because)}
      </p>
    ))}
    <ul class="list">
      {of.workers.slice(0, MOST_IMPORTED).map((imported) => (
        <ImportedLine
          key={`${imported.after.ccc} ${imported.after.dni}`}
          imported={imported}
          texts={of.texts}
        />
      ))}
    </ul>
    {of.workers.length > MOST_IMPORTED && (
      <p class="notice">Hay más: aquí se ven los {MOST_IMPORTED} primeros.</p>
    )}
    {of.workers.length > 0 && (
      <button type="button" class="main" disabled={isBusy} onClick={onConfirm}>
        Guardarlo en la plantilla
      </button>
    )}
  </>
);

const ImportedLine = ({ imported, texts }: { imported: Imported; texts: Texts }) => (
  <li>
    <Line name={imported.after.nombre ?? imported.after.dni}>
      <Badge state={imported.before ? { name: 'Cambia', tone: 'warn' } : { name: 'Entra', tone: 'good' }} />
    </Line>
    <p class="small">
      {[
        ...(imported.after.nombre ? [imported.after.dni] : []),
        `cuenta ${showAccount(imported.after.regimen + imported.after.ccc)}`,
        ...showImported(imported, texts),
        ...(imported.partly ? ['los datos de su alta no se han podido leer'] : []),
      ].join(' · ')}
    </p>
  </li>
);

/** The list of everything that was not compared, which is neither equal nor different. */
const Gaps = ({ of }: { of: Compared }) => {
  const gaps = gapsOf(of);
  if (gaps.length === 0) return null;
  return (
    <Section id="gaps" title="Sin comparar">
      <p class="small">
        De esto no se sabe si coincide. Compare otra vez más tarde, o mírelo en el organismo.
      </p>
      <ul class="list">
        {gaps.map(({ key, about, account, because, workers }) => (
          <li key={key}>
            <Line name={about}>
              <span class="small">cuenta {showAccount(account)}</span>
            </Line>
            <p>{inPlainWords(because)}</p>
            {workers.length > 0 && (
              <p class="small">
                {workers.slice(0, MOST_NAMED).join(', ')}
                {workers.length > MOST_NAMED && ` y ${workers.length - MOST_NAMED} más, en la hoja`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
};
