import { setting } from '../../../shared/kernel/config.ts';
import { onceEach } from '../../../shared/kernel/side-by-side.ts';
import { unsubscribePage } from '../../../shared/operation/form-page.ts';
import { queueHandler } from '../../../shared/serving/queue-handler.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Account } from '../../../shared/stores/accounts.ts';
import { shownState } from '../../../shared/stores/filings/shown-state.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';
import { withDeadline } from '../../../shared/stores/limits.ts';
import { asMailData } from '../../../shared/stores/mail/markdown.ts';
import { digestOf } from './digest.ts';
import { MAILS_MS } from './hand-over.ts';
import type { MailChoice } from './store/choices.ts';
import { type MailMessage, mailMessage } from './store/queue.ts';
import {
  certificateMail,
  digestMail,
  secondFactorMail,
  unknownMail,
  type Written,
  withFooter,
} from './texts.ts';

/** Milliseconds after which no AWS call for a message goes on: before the function's time is up. */
const CALLS_MS = MAILS_MS - 5_000;

type Mailing = Pick<Services, 'stores' | 'now' | 'log'>;

/**
 * The handler of the function that sends the mails which users have chosen, and mails about their second factor. A message
 * that fails is delivered again, and goes to the dead-letter queue in the end. Sent mails are recorded for each user, so a
 * repeated message reaches only the users who have not got it yet.
 */
export const mailsHandler = (services: Mailing) =>
  queueHandler(
    async (records) => {
      const results: PromiseSettledResult<void>[] = [];
      for (const { body } of records) {
        const sending = async () => {
          const message = mailMessage().parse(JSON.parse(body));
          await withDeadline(CALLS_MS, () => send(services, message));
        };
        results.push(...(await Promise.allSettled([sending()])));
      }
      return results;
    },
    // Only the error's name: its message may have an address, which is personal data.
    ({ name }, { messageId }) =>
      services.log.error('a mail could not be sent', { sqsMessage: messageId, cause: name }),
  );

const send = async (services: Mailing, message: MailMessage): Promise<void> => {
  const { mails, accounts } = services.stores;
  if (setting('MAIL_SENDER') === '') return;
  if (message.kind === 'secondFactor') return sendOfFactor(services, message);
  const { accountId, kind } = message;
  const chosen = await mails.whoChose(accountId, kind);
  if (chosen.length === 0) return;
  const account = await accounts.findAccount(accountId);
  const sent = await Promise.allSettled(
    chosen.map(async (choice) => {
      const reader = concerns(message, choice) && (await readerOf(services, choice, account));
      if (!reader) return;
      await (message.kind === 'digest'
        ? sendDigest(services, message, { choice, reader })
        : sendNotice(services, message, { choice, reader }));
    }),
  );
  const failure = sent.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
};

/** Tells a user that the second factor was switched on or off, once. */
const sendOfFactor = async (
  { stores: { accounts, mail, mails, budgets }, now }: Mailing,
  { accountId, userId, isOn, change }: MailMessage & { kind: 'secondFactor' },
): Promise<void> => {
  const [user, account] = await Promise.all([accounts.findUser(userId), accounts.findAccount(accountId)]);
  if (user?.accountId !== accountId || user.removedAt !== undefined || account?.disabled !== false) return;
  const name = { accountId, userId, what: `second-factor#${change}` };
  if ((await mails.takeMail(name, now())) === 'sent') return;
  if (await budgets.takeAlert(userId, now()))
    await mail.sendMail({ to: user.email, ...secondFactorMail(isOn) });
  await mails.markMail(name, now());
};

/** A message to the users who have chosen its kind. */
type ChosenMessage = Exclude<MailMessage, { kind: 'secondFactor' }>;

/** Whether a message is for this user. A client company gets mails on its own certificates and filings only. */
const concerns = (message: ChosenMessage, { userId, clientId }: MailChoice): boolean =>
  message.kind === 'digest'
    ? message.userId === userId
    : clientId === undefined || message.event.clientId === clientId;

interface To {
  choice: MailChoice;
  reader: Reader;
}

/** Sends a user the mail on an event, once. */
const sendNotice = async (
  services: Mailing,
  message: Exclude<ChosenMessage, { kind: 'digest' }>,
  to: To,
): Promise<void> => {
  const { mails, budgets } = services.stores;
  const { accountId, userId } = to.choice;
  const name = { accountId, userId, what: message.event.id };
  const written = await noticeOf(services, message, to.reader);
  if (!written || (await mails.takeMail(name, services.now())) === 'sent') return;
  // An authority that does not answer leaves many unknown. Certificates have three mails each at most.
  if (message.kind === 'certificates' || (await budgets.takeNotice(userId, services.now())))
    await mailTo(services, to, written);
  await mails.markMail(name, services.now());
};

/** The mail about an event; `undefined` where the event no longer holds. */
const noticeOf = async (
  { stores, now }: Mailing,
  { kind, accountId, event }: Exclude<ChosenMessage, { kind: 'digest' }>,
  { nameOf }: Reader,
): Promise<Written | undefined> => {
  const { clientId, companyId, subject } = event;
  if (kind === 'unknown') {
    const filing = await stores.filings.getFiling(subject.id);
    if (!filing || filing.accountId !== accountId || shownState(filing) !== 'unknown') return undefined;
    return unknownMail(filing, await nameOf(companyId ?? clientId));
  }
  const certificate = await stores.certificates.findCertificate(accountId, {
    certificateId: subject.id,
    clientId: clientId ?? 0,
  });
  if (!certificate || new Date(certificate.notAfter) <= now()) return undefined;
  return certificateMail(certificate, await nameOf(clientId), now());
};

/** Sends a user the digest of a day, once; none where there is nothing. */
const sendDigest = async (
  services: Mailing,
  { day }: MailMessage & { kind: 'digest' },
  to: To,
): Promise<void> => {
  const { mails } = services.stores;
  const { accountId, userId, clientId, chosenAt } = to.choice;
  const now = services.now();
  const name = { accountId, userId, what: `digest#${day}` };
  if ((await mails.takeMail(name, now)) === 'sent') return;
  const after = await mails.lastDigest(name);
  const { sections, upTo } = await digestOf(services, {
    accountId,
    clientId,
    chosenAt,
    after,
    now,
    nameOf: to.reader.nameOf,
  });
  if (sections.length > 0) await mailTo(services, to, digestMail(sections, now));
  await mails.markDigest(name, upTo, services.now());
};

const mailTo = async (
  { stores }: Mailing,
  { choice: { origin, userId, kind }, reader: { user } }: To,
  written: Written,
): Promise<void> => {
  const token = await stores.mails.unsubscribeToken({ userId, kind });
  const unsubscribe = `${unsubscribePage(origin)}?token=${token}`;
  await stores.mail.sendMail({ to: user.email, ...withFooter(written, unsubscribe), unsubscribe });
};

/** Who reads a mail, as far as mails depend on it. */
interface Reader {
  user: User;
  /** The name of a client company as it may stand in a mail to this user; `undefined` where there is none to name. */
  nameOf(clientId: number | undefined): Promise<string | undefined>;
}

/**
 * The user who has chosen a mail, as long as it may be sent: the user is not removed, and neither account nor client company
 * is switched off.
 */
const readerOf = async (
  { stores }: Pick<Services, 'stores'>,
  choice: MailChoice,
  account: Account | undefined,
): Promise<Reader | undefined> => {
  const { accountId, userId, clientId } = choice;
  if (account?.disabled !== false) return undefined;
  const user = await stores.accounts.findUser(userId);
  if (user?.accountId !== accountId || user.removedAt !== undefined) return undefined;
  const find = (id: number) => stores.clients.findClient(accountId, id);
  if (clientId !== undefined && !(await find(clientId))?.active) return undefined;

  const nameIn = onceEach(async (id: number) => {
    const client = await find(id);
    return client && asMailData(client.name);
  });
  // A client company must not learn which others the account has.
  const nameOf = async (id: number | undefined) =>
    !id || (clientId !== undefined && id !== clientId) ? undefined : nameIn(id);
  return { user, nameOf };
};
