import { useEffect } from 'preact/hooks';
import type { Answer, FileObject } from '../../../../client/src/types.ts';
import { UNDER_WAY } from '../../../../client/src/under-way.ts';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import type { WholeFiling } from '../../shared/data.ts';
import { save } from '../../shared/download.ts';
import type { Sent } from '../../shared/drafts.ts';
import type { Form } from '../../shared/fields.ts';
import type { Filled } from '../../shared/filled.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Facts, Failure, Title } from '../../shared/shown.tsx';
import { linesOf, summaryOf } from '../../shared/summary.ts';
import { type Subject, subjectIn, subjectOf } from '../../shared/who.ts';
import { Sentence, usePlace } from '../../shared/who-line.tsx';
import { filingState } from '../../shared/words.ts';
import { AlreadyFiled } from './already-filed.tsx';
import { Words } from './authority-words.tsx';
import { Documents } from './documents.tsx';
import { UnknownGuide } from './unknown.tsx';

/** States in which the filing has reached the authority. */
const FILED = ['accepted', 'declaredFiled'];

/**
 * A submission that got no answer: the page looks its trámite up by the idempotency key. Only if the gateway does not have it
 * can it be sent again, with the same key, so that it is never filed twice.
 */
export const Unanswered = ({
  form,
  sent,
  filled,
  isBusy,
  onAgain,
  onFiled,
  onBack,
}: {
  form: Form;
  sent: Sent;
  filled: Filled;
  isBusy: boolean;
  onAgain(): void;
  /** Called when it turns out that it was filed. */
  onFiled(): void;
  /** Goes back to the form. @param refused the trámite that was refused or never sent */
  onBack(refused: string): void;
}) => {
  const { session } = useShared();
  const { gateway } = session;
  const { idempotencyKey: key, filingId } = sent;
  const loaded = useLoaded(async () => {
    const id = filingId ?? (await gateway.listFilings({ key, perPage: 1 })).data.data[0]?.id;
    return { filing: id === undefined ? undefined : (await gateway.getFiling({ id })).data };
  }, [key, filingId]);
  const { data, problem, isLoading, reload } = loaded;
  const filing = data?.filing;
  const isFiled = filing !== undefined && FILED.includes(filing.state);
  const isOpen = !filing || UNDER_WAY.includes(filing.state);
  useEffect(() => {
    if (isFiled) onFiled();
  }, [isFiled]);
  return (
    <>
      <Title>{titleOf(filing)}</Title>
      <div class="notice" role="status">
        <Sentence form={form} of={filing ? subjectOf(filing) : subjectIn(filled)} />
        <p>{isLoading ? 'Se mira si el servicio lo tiene…' : data && wordsFor(filing)}</p>
      </div>
      {filing && (
        <>
          <Badge state={filingState(filing)} />
          <Words of={filing} />
          {filing.state === 'unknown' && <UnknownGuide filing={filing} onChange={reload} />}
        </>
      )}
      <Failure problem={problem} />
      <details>
        <summary>Qué se envió</summary>
        <Facts of={summaryOf(form.fields, filled)} />
      </details>
      <div class="actions">
        {isOpen && (
          <button type="button" class="main" disabled={isLoading || isBusy} onClick={reload}>
            Comprobar
          </button>
        )}
        {data && !filing && (
          <button type="button" disabled={isLoading || isBusy} onClick={onAgain}>
            {isBusy ? 'Presentando…' : 'Enviar el mismo otra vez'}
          </button>
        )}
        {filing && <Documents of={filing} />}
        {filing && (
          <a class="button" href={addressOf('tramites', filing.id)}>
            Ver el trámite
          </a>
        )}
        {filing && !isOpen && !isFiled && filing.state !== 'unknown' && (
          <button type="button" onClick={() => onBack(filing.id)}>
            Volver al formulario
          </button>
        )}
      </div>
    </>
  );
};

const titleOf = (filing: WholeFiling | undefined): string => {
  if (filing && FILED.includes(filing.state)) return 'Presentado';
  return filing?.state === 'unknown' ? 'No se sabe si se presentó' : 'No ha llegado la respuesta';
};

const wordsFor = (filing: WholeFiling | undefined): string => {
  if (!filing)
    return 'El servicio no lo tiene: no le llegó, o le está llegando. Compruébelo dentro de un momento. Si lo envía desde aquí es el mismo envío: no se presenta dos veces.';
  if (UNDER_WAY.includes(filing.state)) return 'El servicio lo tiene y lo está tramitando.';
  if (FILED.includes(filing.state)) return 'Llegó, y está presentado.';
  if (filing.state === 'unknown') return 'El servicio lo tiene, y no sabe si el organismo lo registró.';
  return 'Llegó, y no está presentado.';
};

/** The documents in an answer. */
const documentsIn = (data: unknown): FileObject[] =>
  Object.values((data ?? {}) as Record<string, unknown>).filter(
    (part): part is FileObject =>
      !!part && typeof part === 'object' && 'contentType' in part && 'name' in part,
  );

/** The result of a submission. */
export const Done = ({
  form,
  answer,
  subject,
  onBack,
  onRepeat,
}: {
  form: Form;
  answer: Answer<unknown>;
  /** The worker and company that the filing is about. */
  subject: Subject;
  onBack(): void;
  /** Asks whether what was not sent again is to be repeated. @param first the trámite with which it was accepted */
  onRepeat(first: string): void;
}) => {
  const { session, capabilities } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const { success, message, data, filingId, repeated } = answer;
  const place = usePlace(subject);
  const scheme = subject.account?.slice(0, -11);
  const again = {
    regimen: scheme,
    ccc: subject.account?.slice(-11),
    // The address differs from the current one, so the form that it opens starts empty.
    despues: filingId,
  };
  return (
    <>
      <Title>{repeated ? 'No se ha presentado otra vez' : success ? 'Presentado' : 'No del todo'}</Title>
      <div class={`notice ${repeated ? 'warn' : success ? 'good' : 'bad'}`} role="status">
        <Sentence form={form} of={place.data?.subject ?? subject} />
        {repeated ? (
          <AlreadyFiled id={repeated}>
            <p>Está presentado una sola vez: esto no se ha enviado.</p>
          </AlreadyFiled>
        ) : (
          message !== 'OK' && <p>{message}</p>
        )}
      </div>
      {!success && (
        <>
          <Facts of={linesOf(data, form.answer)} />
          <p>
            Mire en el trámite qué quedó presentado antes de enviar algo más. Lo que escribió se conserva.
          </p>
        </>
      )}
      <div class="actions">
        {documentsIn(data).map((file) => (
          <button
            key={file.name}
            type="button"
            class="main"
            disabled={isBusy}
            onClick={() => run(() => save(session, file))}
          >
            Descargar {file.name}
          </button>
        ))}
        {filingId && (
          <a class="button" href={addressOf('tramites', filingId)}>
            Ver el trámite
          </a>
        )}
        {repeated && (
          <button type="button" onClick={() => onRepeat(repeated)}>
            Presentarlo otra vez
          </button>
        )}
        {success && (
          <a class="button" href={addressOf('tramitar', form.operation, again)}>
            Otro igual
          </a>
        )}
        {!success && (
          <button type="button" onClick={onBack}>
            Volver al formulario
          </button>
        )}
        <a class="button" href={addressOf('hoy')}>
          Volver a Hoy
        </a>
      </div>
      <Failure problem={problem} />
      {success &&
        filingId &&
        capabilities.map(
          ({ name, AfterFiling }) =>
            AfterFiling && (
              <AfterFiling key={name} filing={filingId} worker={subject.worker?.document ?? undefined} />
            ),
        )}
    </>
  );
};
