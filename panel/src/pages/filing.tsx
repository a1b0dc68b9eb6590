import { showDay, showMoment } from '../logic/days.ts';
import { addressOf } from '../logic/route.ts';
import { linesOf, stepsOf, type WholeFiling } from '../logic/story.ts';
import { AUTHORITIES, FILING_STATES } from '../logic/words.ts';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { Documents } from '../parts/documents.tsx';
import { save } from '../parts/download.ts';
import { Words, Worker } from '../parts/lists.tsx';
import { Badge, Facts, Failure, Show, Title } from '../parts/shown.tsx';
import { UnknownGuide } from '../parts/unknown.tsx';

/** The story of one trámite: who, when, what was sent, what came back, and the proof of it. */
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

const Story = ({ filing, onChange }: { filing: WholeFiling; onChange(): void }) => (
  <>
    <div class="line">
      <h2>{filing.operationName}</h2>
      <Badge state={FILING_STATES[filing.state]} />
    </div>
    {filing.state === 'unknown' && <UnknownGuide filing={filing} onChange={onChange} />}
    <Actions filing={filing} onChange={onChange} />
    <Words of={filing} />
    {filing.warnings.map((warning) => (
      <p class="notice" key={warning}>
        {warning}
      </p>
    ))}
    <Facts
      of={[
        ['Organismo', AUTHORITIES[filing.authority] ?? filing.authority],
        ['Trabajador', filing.worker && <Worker worker={filing.worker} />],
        ['Cuenta', filing.ccc && `${filing.regimen ?? ''} ${filing.ccc}`],
        ['Con efecto', filing.effectiveDate && showDay(filing.effectiveDate)],
        ['Referencia del organismo', filing.reference],
        ['Pedido por', filing.user.name && `${filing.user.name} (${filing.user.email})`],
        ['Certificado de', filing.certificate.nif],
        ['Número de trámite', filing.id],
        ['Petición', filing.requestId],
      ]}
    />
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
                <p key={message}>{message}</p>
              ))}
            </li>
          ))}
        </ul>
      </>
    )}
    <h2>Qué se envió</h2>
    <Facts of={linesOf(filing.request)} />
    <h2>Qué respondió</h2>
    <Facts of={linesOf((filing.answer as { data?: unknown } | null)?.data)} />
  </>
);

const Actions = ({ filing, onChange }: { filing: WholeFiling; onChange(): void }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const { gateway } = session;
  const { id } = filing;
  return (
    <div class="actions no-print">
      <Documents of={filing} />
      {!filing.dry && !filing.reading && filing.ended_at && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => run(async () => save(session, (await gateway.getFilingEvidence({ id })).data.file))}
        >
          Descargar las evidencias
        </button>
      )}
      {['refused', 'notSent', 'declaredNotFiled'].includes(filing.state) && (
        <a class="button main" href={addressOf('tramitar', undefined, { desde: id })}>
          Corregir y enviar
        </a>
      )}
      {filing.state === 'queued' && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            run(async () => {
              await gateway.cancelFiling({ id });
              onChange();
            })
          }
        >
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
