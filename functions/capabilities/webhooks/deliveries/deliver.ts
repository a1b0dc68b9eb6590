import { semaphore } from '../../../../shared/kernel/side-by-side.ts';
import { measureDefect } from '../../../../shared/metrics/emit.ts';
import { queueHandler } from '../../../../shared/serving/queue-handler.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Account } from '../../../../shared/stores/accounts.ts';
import { withDeadline } from '../../../../shared/stores/limits.ts';
import { sendsToLoopback } from '../receiver-address.ts';
import type { callReceiver } from '../store/call-receiver.ts';
import { deliveryIdOf } from '../store/deliveries.ts';
import { type DeliveryMessage, deliveryMessage } from '../store/queue.ts';
import type { Webhook } from '../store/webhook.ts';
import { mailOwners } from './disabled-mail.ts';
import {
  DELIVERIES_MS,
  hasFailedForLong,
  INACTIVE,
  NOT_CALLED,
  nextTry,
  type Outcome,
  outcomeOf,
} from './outcome.ts';
import { signedRequest } from './request.ts';

/** Milliseconds after which no AWS call of a batch goes on: before the function's time is up. */
const CALLS_MS = DELIVERIES_MS - 5_000;
/** Calls at a time of one process to one host; with as many processes as the queue gives messages to, in all. */
const AT_ONE_HOST = 2;
/** How long a webhook that let a call wait in vain is not called again by this process, in milliseconds. */
const SILENT_MS = 30_000;

interface Delivering extends Pick<Services, 'stores' | 'now' | 'log' | 'metrics'> {
  /** Apart from the stores, which all functions have: only this one calls receivers. */
  callReceiver: typeof callReceiver;
}

/**
 * The handler of the function that sends events to webhooks. A message is one try of one delivery; it may come several
 * times. A try is written down after the call: a function that ends in between calls again, with the same id.
 */
export const deliveriesHandler = (services: Delivering) => {
  const process = { services, silent: new Map<string, number>() };
  return queueHandler(
    (records) => {
      const semaphores: Semaphores = new Map();
      return Promise.allSettled(
        records.map(async ({ body }) => {
          const message = deliveryMessage().parse(JSON.parse(body));
          await withDeadline(CALLS_MS, () => deliver(process, semaphores, message));
        }),
      );
    },
    (error, { messageId }) => {
      services.log.error('a delivery failed', { sqsMessage: messageId, error });
      measureDefect(services.metrics);
    },
  );
};

interface Process {
  services: Delivering;
  /** Until when a webhook is not called, in epoch milliseconds, by its id. */
  silent: Map<string, number>;
}

type Semaphores = Map<string, ReturnType<typeof semaphore>>;

const deliver = async (process: Process, semaphores: Semaphores, message: DeliveryMessage): Promise<void> => {
  const { stores, now } = process.services;
  const { webhooks } = stores;
  const { accountId, webhookId, event, tries } = message;
  if ((message.notBefore ?? 0) > now().getTime()) return webhooks.sendDeliveries([message], now());

  const id = deliveryIdOf(webhookId, event);
  const [webhook, account, before] = await Promise.all([
    webhooks.findWebhook(accountId, webhookId),
    stores.accounts.findAccount(accountId),
    webhooks.findDelivery({ accountId, webhookId }, id),
  ]);
  if (!webhook || !account) return;
  if (webhook.mailDue) await mailOwners(process.services, webhook);
  if (before && before.tries !== tries) {
    // This try is written down. The function may have ended before it sent the message of the next one.
    if (before.tries === tries + 1) await sendNext(process.services, message, before);
    return;
  }
  if (before && before.state !== 'pending') return;
  const pausedUntil = webhook.active ? Date.parse(webhook.pausedUntil ?? '') : 0;
  if (pausedUntil > now().getTime())
    return webhooks.sendDeliveries([{ ...message, notBefore: pausedUntil }], now());

  const began = now();
  const wasOn = webhook.active && !account.disabled;
  const isOn = wasOn && (await isBelieved(process, webhook, account));
  const inTurn = semaphoreOf(semaphores, webhook);
  const outcome = isOn ? await inTurn(() => call(process, webhook, message)) : INACTIVE;
  const at = now();
  if (isOn) await webhooks.noteCall(webhook, outcome.isDelivered, at);
  const failures = tries + 1 - (before?.from ?? 0);
  const { isDelivered, isGone, pausedUntil: paused, ...outcomeFacts } = outcome;
  if (paused) await webhooks.notePause(webhook, paused);
  const next = isOn && !isDelivered && !isGone ? nextTry(failures, at, paused) : undefined;
  const wasCalled = isOn && outcome !== NOT_CALLED;
  const after = {
    state: isDelivered ? ('delivered' as const) : next ? ('pending' as const) : ('failed' as const),
    nextAt: next?.toISOString(),
  };
  const isRecorded = await webhooks.recordTry({ accountId, webhookId }, before, {
    ...after,
    event,
    now: at,
    made: {
      at: began.toISOString(),
      ...outcomeFacts,
      ...(wasCalled && { milliseconds: at.getTime() - began.getTime() }),
    },
  });
  if (!isRecorded) return;
  await sendNext(process.services, message, { ...after, tries: tries + 1 });
  if (isGone) await disable(process, webhook, 'gone');
  else if (!isDelivered && isOn && hasFailedForLong(webhook, failures, at))
    await disable(process, webhook, 'failing');
};

/**
 * Whether the access that a webhook is bound to still exists. If not, the webhook is switched off and its owners get
 * a mail.
 */
const isBelieved = async (process: Process, webhook: Webhook, account: Account): Promise<boolean> => {
  const { stores, now } = process.services;
  const end = await stores.webhooks.endOfAccess(webhook, account);
  if (!end) return true;
  const off = { ...webhook, disabledWhy: end };
  if (await stores.webhooks.disableEnded(webhook, end, now())) await noteDisabled(process, off);
  return false;
};

const semaphoreOf = (semaphores: Semaphores, { url }: Webhook): ReturnType<typeof semaphore> => {
  const { host } = new URL(url);
  const ofHost = semaphores.get(host) ?? semaphore(AT_ONE_HOST);
  semaphores.set(host, ofHost);
  return ofHost;
};

/** Calls the receiver, unless another call to it has just timed out: a slow receiver must not hold up the others. */
const call = async (
  { services: { stores, now, callReceiver }, silent }: Process,
  webhook: Webhook,
  { event }: DeliveryMessage,
): Promise<Outcome> => {
  const at = now();
  if ((silent.get(webhook.id) ?? 0) > at.getTime()) return NOT_CALLED;
  const secrets = await stores.webhooks.secretsOf(webhook, at);
  const request = signedRequest(webhook.url, event, { secrets, now: at });
  const result = await callReceiver(request, { toLoopback: sendsToLoopback() });
  if ('fault' in result && result.fault === 'silent') silent.set(webhook.id, now().getTime() + SILENT_MS);
  else silent.delete(webhook.id);
  return outcomeOf(result, now());
};

/** Sends the message of the next attempt, if there is one. */
const sendNext = async (
  { stores, now }: Delivering,
  message: DeliveryMessage,
  { state, nextAt, tries }: { state: string; nextAt?: string | undefined; tries: number },
): Promise<void> => {
  if (state !== 'pending' || nextAt === undefined) return;
  await stores.webhooks.sendDeliveries([{ ...message, tries, notBefore: Date.parse(nextAt) }], now());
};

const disable = async (
  process: Process,
  webhook: Webhook,
  disabledWhy: 'failing' | 'gone',
): Promise<void> => {
  const { stores, now } = process.services;
  const { disableFailing, disableGone } = stores.webhooks;
  const switchOff = disabledWhy === 'gone' ? disableGone : disableFailing;
  if (await switchOff(webhook, now())) await noteDisabled(process, { ...webhook, disabledWhy });
};

const noteDisabled = async ({ services }: Process, webhook: Webhook): Promise<void> => {
  services.log.info('a webhook was switched off', { account: webhook.accountId, webhook: webhook.id });
  await mailOwners(services, webhook);
};
