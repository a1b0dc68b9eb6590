import { textsFor } from '../../shared/code-lists.ts';
import { useChange, useLoaded, useShared } from '../../shared/context.ts';
import type { WholeFiling } from '../../shared/data.ts';
import { showDay, showMoment } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { filledOf } from '../../shared/filled.ts';
import { readDescribed } from '../../shared/reference.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Facts, Failure, Show, Title, Warnings } from '../../shared/shown.tsx';
import { linesOf } from '../../shared/summary.ts';
import { showAccount } from '../../shared/who.ts';
import { Who } from '../../shared/who-line.tsx';
import { AUTHORITIES, FILING_STATES, filingState } from '../../shared/words.ts';
import { Correct, Words } from './authority-words.tsx';
import { correctedBy } from './corrections.ts';
import { Documents } from './documents.tsx';
import { useSaid } from './said.ts';
import { fileableUntil, stepsOf } from './story.ts';
import { UnknownGuide } from './unknown.tsx';

/** The page of a trámite: who filed it and when, its request, answer and proof. */
export const FilingStory = ({ id }: { id: string }) => {
  const { session } = useShared();
  const loaded = useLoaded(async () => (await session.gateway.getFiling({ id })).data, [id]);
  return (
    <>
      <Title>Trámite</Title>
      <Show of={loaded}>{(filing) => <Story filing={filing} onChange={loaded.reload} />}</Show>
    </>
  );
};

const Story = ({ filing, onChange }: { filing: WholeFiling; onChange(): void }) => {
  const corrects = correctedBy(filing.key);
  const said = useSaid(filing.operation);
  return (
    <>
      <div class="line">
        <h2>{filing.operationName}</h2>
        <Badge state={filingState(filing)} />
      </div>
      {filing.state === 'unknown' && <UnknownGuide filing={filing} onChange={onChange} />}
      <Actions filing={filing} onChange={onChange} />
      <Words of={filing} />
      <Warnings of={filing.warnings.map(said)} />
      <Facts
        of={[
          ['Organismo', AUTHORITIES[filing.authority] ?? filing.authority],
          [
            'Trabajador',
            filing.worker && <Who of={{ worker: filing.worker, companyName: null, account: undefined }} />,
          ],
          ['Empresa', filing.companyName],
          ['Cuenta', filing.ccc && `${filing.regimen ?? ''} · ${showAccount(filing.ccc)}`],
          ['Con efecto', filing.effectiveDate && showDay(filing.effectiveDate)],
          ['Referencia del organismo', filing.reference],
          ['Pedido por', filing.user.name && `${filing.user.name} (${filing.user.email})`],
          ['Certificado de', filing.certificate.nif],
          ['Corrige', corrects && <a href={addressOf('tramites', corrects)}>un trámite rechazado</a>],
        ]}
      />
      <details>
        <summary>Datos técnicos</summary>
        <Facts
          of={[
            ['Número de trámite', filing.id],
            ['Petición', filing.requestId],
          ]}
        />
      </details>
      <h2>Qué pasó</h2>
      <ol class="story">
        {stepsOf(filing).map(({ at, text }) => (
          <li key={at + text}>
            <time dateTime={at}>{showMoment(at)}</time> {text}
          </li>
        ))}
      </ol>
      {filing.entries.length > 0 && (
        <>
          <h2>Comunicaciones del fichero</h2>
          <ul class="list">
            {filing.entries.map(({ number, state, kind, reference, messages }) => (
              <li key={number}>
                {number}. {kind} <Badge state={FILING_STATES[state]} /> {reference}
                {messages.map((message) => (
                  <p key={message}>{said(message)}</p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      <Content filing={filing} />
    </>
  );
};

/** Fields that ask for a document with the answer. */
const DOCUMENTS: ReadonlySet<string> = new Set(['duplicate', 'obtener_idc']);

/** The request and the answer, with the labels of the form and the texts of codes. */
const Content = ({ filing: { operation, request, answer } }: { filing: WholeFiling }) => {
  const loaded = useLoaded(async () => {
    const form = (await readDescribed()).find(({ address }) => address === operation);
    return { form, texts: form && (await textsFor(form.fields, filledOf(form.fields, request))) };
  }, [operation, request]);
  const { form, texts } = loaded.data ?? {};
  if (loaded.isLoading) return <p class="muted">Un momento…</p>;
  // The state already says whether it is a dry run.
  const { test: _, ...given } = (request ?? {}) as Record<string, unknown>;
  // A document that was not asked for says nothing.
  const sent = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value || !DOCUMENTS.has(name)),
  );
  const answered = linesOf((answer as { data?: unknown } | null)?.data, form?.answer);
  return (
    <>
      <h2>Qué se envió</h2>
      <Facts of={linesOf(sent, form?.fields, texts)} />
      {answered.length > 0 && (
        <>
          <h2>Qué respondió</h2>
          <Facts of={answered} />
        </>
      )}
    </>
  );
};

const Actions = ({ filing, onChange }: { filing: WholeFiling; onChange(): void }) => {
  const { session } = useShared();
  const { run, act, isBusy, problem } = useChange(onChange);
  const { gateway } = session;
  const { id } = filing;
  const mayFile = session.role !== 'reads';
  return (
    <div class="actions no-print">
      <Documents of={filing} />
      {!filing.dry && !filing.reading && filing.ended_at && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            run(async () => save(session, (await gateway.getFilingEvidence({ id })).data.file), false)
          }
        >
          Descargar las evidencias
        </button>
      )}
      {['refused', 'notSent', 'declaredNotFiled'].includes(filing.state) && <Correct of={filing} />}
      {mayFile && <FileTried filing={filing} />}
      {mayFile && filing.state === 'queued' && (
        <button type="button" disabled={isBusy} onClick={act(() => gateway.cancelFiling({ id }))}>
          Cancelar
        </button>
      )}
      <button type="button" onClick={() => print()}>
        Imprimir
      </button>
      <Failure problem={problem} />
    </div>
  );
};

/** The button that files the content of a dry run, if the account lets this person file it. */
const FileTried = ({ filing }: { filing: WholeFiling }) => {
  const { session } = useShared();
  const until = fileableUntil(filing, new Date());
  if (!until) return null;
  if (session.preview === 'another' && filing.user.id === session.id)
    return (
      <p class="notice">
        Otra persona debe presentarlo: que abra este trámite antes del {showMoment(until)} y pulse
        «Presentar».
      </p>
    );
  return (
    <a class="button main" href={addressOf('tramitar', undefined, { prueba: filing.id })}>
      Presentar
    </a>
  );
};
