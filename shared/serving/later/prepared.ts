import { TheAuthority } from '../../kernel/authority-errors.ts';
import { giveUpDays } from '../../kernel/config.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import { spanishTime } from '../../kernel/spanish-time.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { claim, requestOf } from '../filing/claim.ts';
import { draftOf } from '../filing/draft.ts';
import { actorOf, certificateOf, notAsked, operationOf, sealedRequest } from '../filing/recorded.ts';
import { sealOf } from '../filing/seal.ts';
import { dueAfterTakes, expiryOf, holds } from '../filing/times.ts';
import { type Run, runnerOf } from '../run.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { endLater } from './dispatch.ts';

/** Answers that an authority prepares for hours or days: it is asked once, and then by the schedule. */

/**
 * Asks an authority, unless it is known to be preparing this very answer; then the answer is the known state. An
 * answer that it begins to prepare gets a record, which the schedule completes.
 */
export const askOnce = async (
  services: Services,
  acting: Acting,
  { address, run }: { address: string; run: Run },
): Promise<Reply<unknown>> => {
  const { filings } = services.stores;
  const { now, operation, trace } = acting;
  const draft = draftOf(acting, address, undefined);
  const asked = draft.guards && (await filings.findLocked(draft.guards.content, now));
  if (asked && holds(asked, 'content', now)) {
    trace.filingId = asked.id;
    return stillPreparing(asked);
  }
  const reply = await run();
  if (!reply.preparing) return reply;
  try {
    const { request, row, stored } = requestOf(services, draft, acting);
    const asked: Filing = { ...draft, ...row, state: 'preparing', async: true };
    const [seal] = await Promise.all([sealOf(services, asked, request), stored]);
    const filing = { ...asked, seal };
    const dueAt = dueAfterTakes(filing, 0, services.now())!;
    const claimed = await claim(services, filing, {
      ...acting,
      dueAt,
      expires: expiryOf(filing, operation, now),
    });
    trace.filingId = claimed.made ? filing.id : claimed.filing.id;
    return { ...reply, message: `${reply.message} Trámite: ${trace.filingId}.` };
  } catch (error) {
    // The answer is true all the same; a later request asks the authority.
    const { requestId } = acting;
    services.log.error('failed to record an answer in preparation', {
      requestId,
      error: error as Error,
    });
    return reply;
  }
};

const stillPreparing = ({ id, authority, claimedAt, lookedAt }: Filing): Reply<unknown> => {
  const last = lookedAt ? ` Se consultó por última vez el ${timeOf(lookedAt)}.` : '';
  return {
    success: false,
    message:
      `${TheAuthority(authority)} aún está preparando la respuesta, que se pidió el ${timeOf(claimedAt)}.${last} Este servicio la ` +
      `recogerá cuando esté. Trámite: ${id}.`,
  };
};

const timeOf = (instant: string): string => spanishTime(new Date(instant));

/**
 * Asks again about an answer that is prepared, as the certificate that asked for it.
 * @param isLast there is no next time
 * @returns what became of it
 */
export const askAgain = async (
  services: Services,
  filing: Filing,
  { requestId, isLast }: { requestId: string; isLast: boolean },
): Promise<'answered' | 'preparing' | 'givenUp'> => {
  const { stores, now } = services;
  const at = now();
  const input = await sealedRequest(services, filing);
  if (input === undefined) {
    await endLater(services, filing, { outcome: notAsked() });
    return 'givenUp';
  }
  const usable = await certificateOf(services, filing, at);
  if (typeof usable !== 'string') {
    const operation = await operationOf(await services.loadGroups?.(), filing);
    const { scenario } = filing;
    const actor = actorOf(filing, { requestId, now: at, operation, scenario, ...usable });
    const acting = { ...actor, input, askedAt: new Date(filing.claimedAt) };
    const { files, underWay } = acting.trace;
    await stores.health.readHealth([filing.authority], at);
    const run = runnerOf(services, acting);
    const outcome = await run().catch((error: unknown): ServiceError => {
      if (error instanceof ServiceError) return error;
      throw error;
    });
    if (isFinal(outcome)) {
      await endLater(services, filing, { outcome, files });
      await Promise.all([...files.map(({ noted }) => noted), ...underWay]);
      return 'answered';
    }
  }
  if (isLast) {
    await endLater(services, filing, { outcome: givenUp(filing) });
    return 'givenUp';
  }
  await stores.filings.noteLook(filing.id, at);
  return 'preparing';
};

/** An answer, or the authority's own refusal. Of any other failure nothing follows. */
const isFinal = (answer: Reply<unknown> | ServiceError): boolean =>
  answer instanceof ServiceError ? answer.status === 422 : !answer.preparing;

/** 504: the authority did not prepare the answer in all this time. */
const givenUp = ({ authority }: Filing): ServiceError => {
  const message =
    `${TheAuthority(authority)} no ha preparado la respuesta en ${giveUpDays()} días, y este servicio ha dejado de ` +
    'consultarla. Puede volver a pedirla.';
  return new ServiceError(504, message, { errors: { [authority]: [message] } });
};
