import { ServiceError } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import { amountsText } from '../../operation/amounts.ts';
import { asDryRun } from '../../operation/dry-run.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { unforeseen } from '../answer.ts';
import type { Run } from '../run.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { type Ending, messagesOf } from './answer.ts';
import { macsOf, requestOf } from './claim.ts';
import { companyOf, draftOf, knownName, triedNameOf } from './draft.ts';
import { type SeenBefore, seenBefore } from './repeated.ts';
import { warningsOf } from './warnings.ts';

/**
 * Runs a dry run, and records its outcome.
 * @throws errors of the operation
 */
export const tryOnce = async (
  services: Services,
  acting: Acting<Submission>,
  { address, run }: { address: string; run: Run },
): Promise<Reply<unknown>> => {
  const finding = companyOf(services, acting);
  const naming = knownName(services, acting);
  const seeing = seenBefore(services, acting);
  // It is awaited once the operation has run; until then nothing listens to its failure.
  seeing.catch(() => {});
  const outcome = await run().then(
    (value): Ending => ({ value: withAmounts(acting, value) }),
    (error: unknown): Ending => ({ error }),
  );
  const [found, name, ofRequest, seen] = await Promise.all([
    finding,
    naming,
    warningsOf(services, acting),
    seeing,
  ]);
  const late = [...ofRequest, ...seen.warnings];
  if (seen.repeated) acting.trace.repeated = seen.repeated;
  if (name) acting.trace.worker ??= name;
  const warnings = [...(found.warnings ?? []), ...late];
  const own = 'value' in outcome ? (outcome.value.warnings ?? []) : [];
  const all = [...own, ...warnings];
  const company = {
    ...found,
    ...(all.length > 0 && { warnings: all }),
    ...(seen.repeated && { repeated: seen.repeated }),
  };
  await noteDryRun(services, acting, { address, company, outcome });
  if ('error' in outcome) throw namingRepeated(outcome.error, seen);
  // A client company is not shown which other ones its account has.
  const shown = acting.caller.clientId === undefined ? warnings : late;
  return asDryRun(acting.operation, outcome.value, { warnings: shown, id: acting.trace.filingId });
};

/** A refusal whose message also names the equal act that was accepted before, which may be its reason. */
const namingRepeated = (error: unknown, { repeated, warnings }: SeenBefore): unknown => {
  if (!repeated || !(error instanceof ServiceError) || error.status !== 422) return error;
  const { message } = error;
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return new ServiceError(error.status, [sentence, ...warnings].join(' '), error);
};

/** An answer that also says in its message how the amounts of the request were read. */
export const withAmounts = (
  { operation, input }: Pick<Acting<Submission>, 'operation' | 'input'>,
  reply: Reply<unknown>,
): Reply<unknown> => {
  const amounts = reply.success === false ? undefined : amountsText(operation.request, input);
  return amounts ? { ...reply, message: [reply.message, amounts].filter(Boolean).join(' ') } : reply;
};

/** Records a dry run at its end. A failure changes nothing, because nothing was filed. */
const noteDryRun = async (
  services: Services,
  acting: Acting<Submission>,
  {
    address,
    company,
    outcome,
  }: {
    address: string;
    company: Awaited<ReturnType<typeof companyOf>> & Pick<Filing, 'repeated'>;
    outcome: Ending;
  },
): Promise<void> => {
  const { requestId, operation, now, trace } = acting;
  const draft = draftOf(acting, address, undefined);
  const ended = resultOf(acting, outcome);
  const filing = {
    ...draft,
    ...company,
    ...messagesOf(operation.authority, ended),
    endedAt: services.now().toISOString(),
  };
  const isPassed = hasPassed(ended);
  try {
    const { row, stored } = requestOf(services, filing, acting);
    const [macs] = await Promise.all([macsOf(services, acting), stored]);
    const result = isPassed ? {} : { state: 'failed' as const };
    await Promise.all([
      services.stores.filings.putDryRun({ ...filing, ...row, ...result }, macs, now),
      ...(isPassed ? [noteTried(services, filing, acting)] : []),
    ]);
    trace.filingId = filing.id;
  } catch (error) {
    services.log.error('failed to record a dry run', {
      requestId,
      filing: trace.filingId,
      error: error as Error,
    });
  }
};

/** Whether a dry run ended with an answer, and not with an error or a refusal. */
export const hasPassed = (ended: Reply<unknown> | ServiceError): boolean =>
  !(ended instanceof ServiceError) && ended.success !== false;

/** Makes a passed dry run findable by user, worker and start. */
export const noteTried = async (
  { stores, now }: Services,
  filing: Filing,
  acting: Pick<Acting, 'input'>,
): Promise<void> => {
  const name = triedNameOf(filing, acting);
  if (name) await stores.filings.putTried(filing, name, now());
};

/** Outcome of a dry run, for its record. */
const resultOf = (
  { operation, requestId }: Acting<Submission>,
  outcome: Ending,
): Reply<unknown> | ServiceError => {
  if ('error' in outcome)
    return outcome.error instanceof ServiceError
      ? outcome.error
      : unforeseen(outcome.error, { requestId, operation });
  return asDryRun(operation, outcome.value);
};
