import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Gateway } from '../../../client/src/client.ts';
import type { Answer, DryRunOptions, FileObject } from '../../../client/src/types.ts';
import type { Form } from '../logic/fields.ts';
import { type Filled, requestOf, summaryOf } from '../logic/filled.ts';
import { problemOf } from '../logic/problems.ts';
import { addressOf } from '../logic/route.ts';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { save } from '../parts/download.ts';
import { ChoiceField } from '../parts/field.tsx';
import { first as firstOf } from '../parts/first.ts';
import { Facts, Failure, Show, Title } from '../parts/shown.tsx';
import { Fields } from './fields.tsx';

type Submit = (fields: Record<string, unknown>, options: DryRunOptions) => Promise<Answer<unknown>>;

/** A dry run that passed, or that this operation has none: what would be filed, and with what. */
interface Ready {
  message: string;
  previewToken: string | undefined;
  /** So that a second click, or a try after a broken connection, is the same submission. */
  idempotencyKey: string;
}

/** The documents that an answer has. */
const documentsIn = (data: unknown): FileObject[] =>
  Object.values((data ?? {}) as Record<string, unknown>).filter(
    (part): part is FileObject =>
      !!part && typeof part === 'object' && 'contentType' in part && 'name' in part,
  );

/** Fills in, tries, and then files one thing. */
export const Filing = ({
  form,
  first,
  from,
}: {
  form: Form;
  first: Filled;
  /** The trámite that is corrected. */
  from: string | undefined;
}) => {
  const { session, drafts } = useShared();
  const key = from ?? form.operation;
  const title = from ? `Corregir: ${form.title}` : form.title;
  const [filled, setFilled] = useState<Filled>(() => {
    const draft = drafts.get(key)?.filled;
    // What a link fills in, such as the notification to open, comes before what was begun of another one.
    return from ? (draft ?? start(form, first)) : { ...(draft ?? start(form, {})), ...first };
  });
  const [certificate, setCertificate] = useState('');
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [ready, setReady] = useState<Ready>();
  const [answer, setAnswer] = useState<Answer<unknown>>();
  const { run, isBusy, problem, clear } = useAction();
  const summary = useMemo(() => summaryOf(form.fields, filled), [form, filled]);

  const submit = (options: DryRunOptions) =>
    (session.gateway[form.operation as keyof Gateway] as unknown as Submit)(requestOf(form.fields, filled), {
      certificate,
      ...options,
    });
  const change = (path: string, value: string) => {
    const now = { ...filled, [path]: value };
    const address = from
      ? addressOf('tramitar', undefined, { desde: from })
      : addressOf('tramitar', form.operation);
    drafts.keep({ key, title, address, filled: now });
    setFilled(now);
  };
  const attempt = (work: () => Promise<void>) =>
    run(async () => {
      setErrors({});
      try {
        await work();
      } catch (error) {
        setErrors((error as { errors?: Record<string, string[]> }).errors ?? {});
        // What is wrong is to be corrected, and then tried again.
        if (problemOf(error).fields.length > 0) setReady(undefined);
        throw error;
      }
    });
  const tryOut = () =>
    attempt(async () => {
      const tried = form.hasDryRun ? await submit({ dryRun: true }) : undefined;
      setReady({
        message: tried?.message ?? 'Esta operación no se puede probar antes: al presentarla tiene efecto.',
        previewToken: tried?.previewToken,
        idempotencyKey: crypto.randomUUID(),
      });
    });
  const file = ({ previewToken, idempotencyKey }: Ready) =>
    attempt(async () => {
      setAnswer(await submit({ idempotencyKey, ...(previewToken && { previewToken }) }));
      drafts.drop(key);
    });

  if (answer) return <Done form={form} answer={answer} />;
  return (
    <>
      <Title>{title}</Title>
      {ready ? (
        <section aria-labelledby="confirm" class="box">
          <h2 id="confirm">Esto es lo que se presentará</h2>
          <p class="notice" role="status">
            {ready.message}
          </p>
          <Facts of={summary} />
          <div class="actions">
            <button type="button" class="main" disabled={isBusy} onClick={() => file(ready)}>
              {isBusy ? 'Presentando…' : 'Presentar'}
            </button>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => {
                clear();
                setReady(undefined);
              }}
            >
              Cambiar algo
            </button>
          </div>
          <Failure problem={problem} />
        </section>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void tryOut();
          }}
        >
          <CertificateChoice form={form} value={certificate} onChange={setCertificate} />
          <Fields {...{ fields: form.fields, before: '', filled, errors }} onChange={change} />
          <button type="submit" class="main" disabled={isBusy}>
            {isBusy ? 'Un momento…' : form.hasDryRun ? 'Probar sin presentar' : 'Revisar'}
          </button>
          <Failure problem={problem} />
        </form>
      )}
    </>
  );
};

/** What is corrected; the document is asked for, because it is the proof. */
const start = ({ fields }: Form, first: Filled): Filled => {
  const asked: Filled = fields.some(({ name }) => name === 'duplicate') ? { duplicate: '1' } : {};
  return { ...asked, ...first };
};

/** The stored certificates that serve, to choose one. The only one is chosen already. */
export const CertificateChoice = ({
  form,
  empty,
  value,
  onChange,
}: {
  form: Pick<Form, 'certificateType'>;
  /** What choosing none means; without it, one must be chosen. */
  empty?: string;
  value: string;
  onChange(value: string): void;
}) => {
  const { session, company } = useShared();
  const loaded = useLoaded(async () => {
    const lists = [undefined, ...(company ? [company.id] : [])].map((clientId) =>
      firstOf(session.gateway.listCertificates.each({ clientId }), 200),
    );
    const found = (await Promise.all(lists)).flat();
    return Object.fromEntries(
      found
        .filter(({ type, active }) => active === 1 && [null, form.certificateType ?? type].includes(type))
        .map(({ cert_secret, fullName, typeText }) => [
          cert_secret,
          `${fullName} (${typeText || 'todos los organismos'})`,
        ]),
    );
  }, [company?.id, form]);
  const only = loaded.data && Object.keys(loaded.data).length === 1 ? Object.keys(loaded.data)[0] : undefined;
  useEffect(() => {
    if (only && !value) onChange(only);
  }, [only, value, onChange]);
  return (
    <Show
      of={loaded}
      empty={(found) =>
        Object.keys(found).length === 0 &&
        'No hay ningún certificado en vigor que sirva: súbalo en Certificados.'
      }
    >
      {(choices) => (
        <ChoiceField
          {...{ label: 'Certificado con el que se actúa', choices, value, onChange, required: !empty }}
          empty={empty ?? 'Elija uno'}
        />
      )}
    </Show>
  );
};

const Done = ({ form, answer }: { form: Form; answer: Answer<unknown> }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  return (
    <>
      <Title>{answer.success ? 'Presentado' : 'No del todo'}</Title>
      <p class={`notice ${answer.success ? 'good' : 'bad'}`} role="status">
        {form.title}. {answer.message !== 'OK' && answer.message}
      </p>
      <div class="actions">
        {documentsIn(answer.data).map((file) => (
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
        {answer.filingId && (
          <a class="button" href={addressOf('tramites', answer.filingId)}>
            Ver el trámite
          </a>
        )}
        <a class="button" href={addressOf('hoy')}>
          Volver a Hoy
        </a>
      </div>
      <Failure problem={problem} />
    </>
  );
};
