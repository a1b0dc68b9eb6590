import type { Reply } from '../../shared/kernel/reply.ts';
import { daysLater, madridDay } from '../../shared/kernel/spanish-time.ts';
import { isSameNotification, type Known } from '../../shared/operation/fact.ts';
import type { Reading } from '../../shared/operation/operation.ts';
import { companyOf } from '../../shared/serving/filing/draft.ts';
import type { Services } from '../../shared/serving/services.ts';
import { onceEach } from '../../shared/serving/side-by-side.ts';
import type { Acting } from '../../shared/serving/stages.ts';
import { seenFact } from './facts.ts';
import type { KeptObligation } from './store/obligation-row.ts';

/** Open obligations of a company that are looked at: more are not. */
const MOST = 1_000;

interface Watched {
  company: number;
  open: KeptObligation[];
}

/** What is open of the company that is asked about; `undefined` where that could not be read. */
const watchedBy = async (services: Services, acting: Acting): Promise<Watched | undefined> => {
  const { stores, log } = services;
  const { caller, requestId } = acting;
  try {
    const { companyId } = await companyOf(services, acting);
    const { obligations } = await stores.obligations.listObligations({
      accountId: caller.accountId,
      companyId,
      state: 'open',
      limit: MOST,
      fits: () => true,
    });
    return { company: companyId ?? 0, open: obligations };
  } catch (error) {
    log.error('what is due of a company could not be read', { requestId, error: error as Error });
    return undefined;
  }
};

/** What makes something due, whoever filed it: else lists would, with all their workers. */
const opens = ({ kind, date }: Known, today: string): boolean =>
  kind === 'sickLeave' ||
  kind === 'contractorCertificate' ||
  ((kind === 'alta' || kind === 'contract') && date > today);

/**
 * A notification matters where nothing is open of it; anything else where something of its worker or account is. What is due
 * of an owner (a certificate that expires) is known without authorities.
 */
const matters = (open: KeptObligation[], known: Known): boolean => {
  if (known.kind === 'notification') return !open.some(({ by }) => isSameNotification(by, known));
  return open.some(
    ({ by, subject: { kind } }) =>
      (kind === 'worker' && by.document === known.document) ||
      (kind === 'account' && by.account === known.account),
  );
};

/**
 * The first registration that is shown of each account of which nothing is known: what follows from it, such as its settlements,
 * does not depend on anything having been filed here.
 */
const firstOfAccounts = (open: KeptObligation[], known: Known[]): Set<Known> => {
  const accounts = new Set(
    open.flatMap(({ by, subject: { kind } }) => (kind === 'account' ? (by.account ?? []) : [])),
  );
  return new Set(
    known.filter(({ kind, account }) => {
      const isFirst = kind === 'alta' && account !== undefined && !accounts.has(account);
      if (isFirst) accounts.add(account);
      return isFirst;
    }),
  );
};

/**
 * A fact with the document of its worker, if the answer has the number of social security alone: that of whom something is
 * open with that number; none where nothing is.
 */
const ofWorker = (open: KeptObligation[], known: Known): Known[] => {
  if (known.document || !known.nss) return [known];
  const document = open.find(({ by }) => by.nss === known.nss)?.by.document;
  return document ? [{ ...known, document }] : [];
};

/** Facts that are left at once to the function that reads changes: it writes each down in time. */
const AT_ONCE = 100;

/**
 * The client companies of facts: that with the tax id to which a notification is sent, since one certificate acts for many;
 * else the one that is asked about. Each tax id is looked for once.
 */
const companiesOf = ({ stores: { clients } }: Services, accountId: string, asked: number) => {
  const found = onceEach((cif: string) => clients.clientsWithCif(accountId, cif));
  return async ({ cif, kind }: Known): Promise<number> =>
    kind === 'notification' && cif ? ((await found(cif))[0] ?? asked) : asked;
};

/**
 * Runs a question, and leaves what its answer proves of what is due to the function that reads changes: one write, only
 * where something of that company is open or becomes due. What is open is read while the authority is asked. That any of it fails changes
 * nothing else: it is proved by the next answer.
 */
export const withProofs = async (
  services: Services,
  acting: Acting,
  run: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> => {
  const { proves } = acting.operation as Reading;
  const { caller, requestId, now, askedAt = now, daysAhead = 0, trace, input } = acting;
  const watching = watchedBy(services, acting);
  trace.underWay.push(watching);
  const reply = await run();
  if (!proves || reply.data === undefined) return reply;
  const at = daysLater(now, daysAhead);
  const today = madridDay(at);
  const { message } = reply;
  const known = proves(input as Record<string, unknown>, reply.data, {
    today: madridDay(daysLater(askedAt, daysAhead)),
    ...(message && { message }),
  });
  const note = async () => {
    const watched = await watching;
    if (!watched) return;
    const { accountId } = caller;
    const companyOfFact = companiesOf(services, accountId, watched.company);
    const named = known.flatMap((one) => ofWorker(watched.open, one));
    const firsts = firstOfAccounts(watched.open, named);
    const facts = await Promise.all(
      named
        .filter((one) => opens(one, today) || firsts.has(one) || matters(watched.open, one))
        .map(async (one) => seenFact(one, { at, company: await companyOfFact(one) })),
    );
    for (let from = 0; from < facts.length; from += AT_ONCE)
      await services.stores.obligations.putSeen(accountId, `${requestId}-${from}`, {
        facts: facts.slice(from, from + AT_ONCE),
        now,
      });
  };
  trace.underWay.push(
    note().catch((error: Error) =>
      services.log.error('what an answer proves could not be written down', { requestId, error }),
    ),
  );
  return reply;
};
