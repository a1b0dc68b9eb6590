import { useEffect, useRef, useState } from 'preact/hooks';
import { randomKey } from '../../../../client/src/call.ts';
import type { Gateway } from '../../../../client/src/client.ts';
import type { Answer, DryRunOptions } from '../../../../client/src/types.ts';
import { useAction, useShared } from '../../shared/context.ts';
import type { WholeFiling } from '../../shared/data.ts';
import { showMoment } from '../../shared/days.ts';
import type { Draft, Elsewhere, Sent } from '../../shared/drafts.ts';
import { type Form, inLabels } from '../../shared/fields.ts';
import { type Filled, requestOf, startOf, withoutElement, wrongAmounts } from '../../shared/filled.ts';
import { withoutName } from '../../shared/problems.ts';
import { addressOf } from '../../shared/route.ts';
import { Failure, Form as SubmitForm, Title } from '../../shared/shown.tsx';
import { labelAt } from '../../shared/summary.ts';
import { type Subject, subjectIn, subjectOf } from '../../shared/who.ts';
import { theAuthority } from '../../shared/words.ts';
import { Certificates, useCertificates } from '../certificates/certificate-choice.tsx';
import { type Choice, meant } from '../certificates/certificates.ts';
import { AlreadyFiled } from './already-filed.tsx';
import { Words } from './authority-words.tsx';
import { Confirm } from './confirm.tsx';
import { keyOf } from './corrections.ts';
import { Fields } from './form-fields.tsx';
import { afterWriting } from './known.ts';
import { KnownAccounts, KnownWorker } from './known-values.tsx';
import { OpenedNotification } from './opened-notification.tsx';
import { meaningsElsewhere, refusedFields } from './refusals.ts';
import { Done, Unanswered } from './sent.tsx';

type Submit = (fields: Record<string, unknown>, options: DryRunOptions) => Promise<Answer<unknown>>;

/** What would be filed: after a dry run that passed, or for an operation that has no dry run. */
interface Ready extends Sent {
  message: string;
  warnings: string[];
  subject: Subject;
  /** The trámite with which the same was accepted before. */
  repeated?: string | undefined;
  /**
   * The certificate with which it was tried. It is kept because choosing another company changes the certificates that are
   * offered.
   */
  certificate?: Choice | undefined;
}

/** The properties of a client error that are read here. */
interface Failed {
  name?: string;
  status?: number;
  errors?: Record<string, string[]>;
  filingId?: string;
  repeated?: string;
}

/** A form with its whole course: fill it in, try it, and then file it. */
export const Filing = ({
  form,
  first,
  before,
  origins = [],
}: {
  form: Form;
  first: Filled;
  /** In Spanish where values that are already in the form come from. */
  origins?: readonly string[];
  /** The refused trámite that is corrected, or the dry run whose content is filed. */
  before?: WholeFiling | undefined;
}) => {
  const { session, drafts } = useShared();
  const tried = before?.dry ? before : undefined;
  const from = before?.dry ? undefined : before?.id;
  const [draft, setDraft] = useState<Draft>(() => {
    const title = from ? `Corregir: ${form.title}` : tried ? `Presentar: ${form.title}` : form.title;
    const address = before
      ? addressOf('tramitar', undefined, { [tried ? 'prueba' : 'desde']: before.id })
      : addressOf('tramitar', form.operation, first);
    const kind = before?.id ?? form.operation;
    const begun = drafts.begun(kind, address);
    if (begun) return begun;
    const given = { ...startOf(form.fields), ...first };
    const filled = { ...afterWriting(form.fields, 'dni', given), ...given };
    const key = `${kind}-${randomKey().slice(0, 8)}`;
    return { key, title, address, filled, certificate: '', corrects: from };
  });
  const { key } = draft;
  const [elsewhere, setElsewhere] = useState<Elsewhere>();
  useEffect(() => drafts.listen(key, setElsewhere), [key]);
  const [errors, setErrors] = useState<Record<string, string[]>>(() =>
    before && from ? refusedFields(before) : {},
  );
  // The meanings of a refusal that are about no field of the form.
  const [meanings, setMeanings] = useState<string[]>([]);
  const [ready, setReady] = useState<Ready | undefined>(() => tried && readyBy(tried));
  const [answer, setAnswer] = useState<Answer<unknown>>();
  const { run, isBusy, problem, clear } = useAction();
  const certificates = useCertificates(form, before?.clientId);
  const { filled, sent } = draft;
  // A client company lists its own certificates without a number.
  const clientId = session.role === null ? null : (before?.clientId ?? null);
  const like = before && { nif: before.certificate.nif, clientId };
  const same = meant(certificates.data ?? [], like);
  const chosen =
    ready?.certificate ?? certificates.data?.find(({ secret }) => secret === draft.certificate) ?? same;

  // A reference, so that asynchronous work which ends later sees the newest draft, and not another submission of this kind.
  const latest = useRef(draft);
  const change = (part: Partial<Draft>, isWritten = drafts.get(key) !== undefined) => {
    latest.current = { ...latest.current, ...part };
    // A form is a draft only after somebody wrote in it.
    if (isWritten) drafts.keep(latest.current);
    setDraft(latest.current);
  };
  const keep = (part: Partial<Draft>) => change(part, true);
  // Values that are already in the form do not count as a change.
  const fill = (more: Filled, how = keep) => {
    const { filled: now } = latest.current;
    if (Object.entries(more).some(([path, value]) => (now[path] ?? '') !== value))
      how({ filled: { ...now, ...more } });
  };
  const learn = (values: Filled) => fill(values, change);
  const submit = (certificate: string, options: DryRunOptions) =>
    (session.gateway[form.operation as keyof Gateway] as unknown as Submit)(requestOf(form.fields, filled), {
      certificate,
      ...options,
    });
  const attempt = (work: () => Promise<void>, mayChange: boolean) =>
    run(async () => {
      setErrors({});
      setMeanings([]);
      try {
        await work();
      } catch (error) {
        const { errors: mistakes = {}, status, filingId } = error as Failed;
        // Authorities refuse by codes. Some codes are known to be about a field.
        const refused =
          status === 422 && filingId
            ? await session.gateway.getFiling({ id: filingId }).catch(() => undefined)
            : undefined;
        if (refused) setMeanings(meaningsElsewhere(refused.data, form.fields));
        setErrors({
          ...Object.fromEntries(
            Object.entries(mistakes).map(([at, messages]) => [
              at,
              withoutName(at, messages).map((message) => inLabels(form.fields, message)),
            ]),
          ),
          ...(refused && refusedFields(refused.data)),
        });
        // A mistake is corrected first, and then the form is tried again.
        if (status === 422 && !tried) setReady(undefined);
        throw error;
      }
    }, mayChange);
  const tryOut = () =>
    attempt(async () => {
      const errors = wrongAmounts(form.fields, filled);
      if (Object.keys(errors).length > 0)
        throw Object.assign(new Error('Hay importes que no se entienden. No se ha enviado nada.'), {
          status: 422,
          errors,
        });
      const { secret = '' } = chosen ?? {};
      const dry = form.hasDryRun ? await submit(secret, { dryRun: true }) : undefined;
      if (dry && !dry.success) throw Object.assign(new Error(dry.message), { status: dry.status });
      // The record of the dry run has its message and its warnings apart; the answer has them in one text.
      const id = dry?.previewToken;
      const record = id ? (await session.gateway.getFiling({ id })).data : undefined;
      setReady({
        message: record?.message ?? dry?.message ?? UNTRIED,
        warnings: withoutRepeat(record?.warnings ?? [], dry?.repeated),
        subject: record ? subjectOf(record) : subjectIn(filled),
        repeated: dry?.repeated,
        previewToken: id,
        idempotencyKey: keyOf(randomKey(), draft.corrects),
        certificate: chosen,
      });
      // The dry run has the content, and the other person continues from there.
      if (waits(id)) drafts.drop(key);
    }, false);
  const file = ({ idempotencyKey, previewToken, repeats }: Sent, certificate: string) =>
    attempt(async () => {
      const sent = { idempotencyKey, previewToken, repeats };
      // Kept before the request is sent: whoever returns to this page meanwhile must not send a second one.
      keep({ certificate, sent });
      // Another person may have signed in since the request was sent.
      const end = (part: Partial<Draft>) => {
        if (drafts.get(key)?.sent?.idempotencyKey === idempotencyKey) keep(part);
      };
      try {
        const got = await submit(certificate, {
          idempotencyKey,
          ...(previewToken && { previewToken }),
          ...(repeats && { repeats }),
        });
        end({ sent: undefined });
        if (got.success) drafts.drop(key);
        setAnswer(got);
      } catch (error) {
        const { name, status, filingId, repeated } = error as Failed;
        const isKnown = status !== undefined && name !== 'UnknownOutcome';
        if (!isKnown) end({ sent: { ...sent, filingId } });
        else end({ sent: undefined, ...(status === 422 && filingId && { corrects: filingId }) });
        if (isKnown && repeated) askAgain(repeated);
        throw error;
      }
    }, true);
  /** Asks whether an act that was accepted before is to be repeated. The request is another one, with a key of its own. */
  const askAgain = (repeated: string) => {
    setAnswer(undefined);
    setReady(
      (now) =>
        now && {
          ...now,
          warnings: withoutRepeat(now.warnings, repeated),
          repeated,
          idempotencyKey: keyOf(randomKey(), draft.corrects),
        },
    );
  };
  const waits = (previewToken: string | undefined): string | undefined =>
    session.preview === 'another' && previewToken !== tried?.id ? previewToken : undefined;
  const back = () => {
    clear();
    setReady(undefined);
    setAnswer(undefined);
  };

  if (elsewhere === 'dropped' && !answer && !isBusy)
    return (
      <>
        <Title>{draft.title}</Title>
        <p class="notice bad" role="status">
          Se ha presentado o descartado en otra pestaña: aquí ya no se presenta. Mire allí qué pasó.
        </p>
        <a class="button" href={addressOf('tramites')}>
          Ver los trámites
        </a>
      </>
    );
  if (answer)
    return (
      <Done
        form={form}
        answer={answer}
        subject={ready?.subject ?? subjectIn(filled)}
        onBack={back}
        onRepeat={askAgain}
      />
    );
  if (sent && !(isBusy && ready))
    return (
      <Unanswered
        form={form}
        sent={sent}
        filled={filled}
        isBusy={isBusy}
        onAgain={() => file(sent, draft.certificate)}
        onFiled={() => drafts.drop(key)}
        onBack={(refused) => {
          keep({ sent: undefined, corrects: refused });
          back();
        }}
      />
    );
  const failure = (
    <Failure
      problem={
        problem && {
          ...problem,
          text: problem.text.map((text) => inLabels(form.fields, text)),
          fields: problem.fields.map(([at, messages]) => [
            labelAt(form.fields, at),
            messages.map((message) => inLabels(form.fields, message)),
          ]),
        }
      }
    >
      {meanings.map((meaning) => (
        <p key={meaning}>{meaning}</p>
      ))}
      {!ready && problem?.repeated && <AlreadyFiled id={problem.repeated} />}
    </Failure>
  );
  const other = like && chosen && chosen.nif !== like.nif && (
    <p class="notice bad">
      {`El trámite ${tried ? 'se probó' : 'anterior se envió'} con un certificado de ${like.nif}, y este es de otro titular.`}
    </p>
  );
  return (
    <>
      <Title>{draft.title}</Title>
      {elsewhere === 'kept' && (
        <p class="notice warn" role="status">
          También está abierto en otra pestaña, y allí se ha cambiado. Siga solo en una.
        </p>
      )}
      {ready ? (
        <>
          <Confirm
            form={form}
            filled={filled}
            isBusy={isBusy}
            message={ready.message}
            warnings={ready.warnings}
            subject={ready.subject}
            certificate={chosen?.text}
            waitsForAnother={waits(ready.previewToken)}
            repeated={ready.repeated}
            onFile={() => chosen && file({ ...ready, repeats: ready.repeated }, chosen.secret)}
            onChange={back}
          >
            {other}
            {tried && !same && (
              <Certificates
                of={certificates}
                value={chosen?.secret ?? ''}
                onChange={(certificate) => change({ certificate })}
              />
            )}
          </Confirm>
          {failure}
        </>
      ) : (
        <SubmitForm onSubmit={tryOut}>
          <Certificates
            of={certificates}
            value={chosen?.secret ?? ''}
            onChange={(certificate) => change({ certificate })}
          />
          {other}
          <OpenedNotification form={form} id={filled.id ?? ''} />
          {origins.length > 0 && (
            <div class="notice small">
              <p>
                <b>Ya está puesto, compruébelo:</b>
              </p>
              {origins.map((origin) => (
                <p key={origin}>{origin}</p>
              ))}
            </div>
          )}
          {from && before && (
            <div class="notice bad">
              <strong>Lo que dijo {theAuthority(before.authority)}</strong>
              <Words of={before} />
            </div>
          )}
          <Fields
            fields={form.fields}
            before={''}
            filled={filled}
            errors={errors}
            notes={{
              Empresa: <KnownAccounts form={form} filled={filled} onFill={learn} />,
              Trabajador: (
                <KnownWorker form={form} filled={filled} certificate={chosen?.secret ?? ''} onFill={learn} />
              ),
            }}
            onChange={(path, value) => fill({ [path]: value })}
            onWritten={(path) => fill(afterWriting(form.fields, path, latest.current.filled))}
            onRemove={(list, index) => {
              // The paths of mistakes have indexes of list elements, which change when an element is removed.
              setErrors({});
              keep({ filled: withoutElement(filled, list, index) });
            }}
          />
          {failure}
          <div class="bottom">
            <button type="submit" class="main" disabled={isBusy || certificates.isLoading}>
              {isBusy ? 'Un momento…' : form.hasDryRun ? 'Probar sin presentar' : 'Revisar'}
            </button>
          </div>
        </SubmitForm>
      )}
    </>
  );
};

/** Warnings without the one about an act that was accepted before, which is asked about instead. @param first its trámite */
const withoutRepeat = (warnings: readonly string[], first: string | null | undefined): string[] =>
  warnings.filter((warning) => !first || !warning.includes(first));

const UNTRIED = 'Esta operación no se puede probar antes: al presentarla tiene efecto.';

/** What would be filed, from the dry run that another person made. */
const readyBy = ({ id, user, created_at, message, warnings, repeated, ...filing }: WholeFiling): Ready => ({
  warnings: withoutRepeat(warnings, repeated),
  repeated: repeated ?? undefined,
  subject: subjectOf(filing),
  message: `Lo probó ${user.name ?? 'otra persona'}, ${showMoment(created_at)}. ${message ?? ''}`,
  previewToken: id,
  idempotencyKey: keyOf(randomKey(), undefined),
});
