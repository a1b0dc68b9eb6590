import type { Reply } from '../../../shared/kernel/reply.ts';
import { onceEach } from '../../../shared/kernel/side-by-side.ts';
import { daysLater, madridDay } from '../../../shared/kernel/spanish-time.ts';
import { isSameNotification, type Known, OF_COMPANIES } from '../../../shared/operation/fact.ts';
import type { Reading } from '../../../shared/operation/operation.ts';
import { companyOf } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Acting } from '../../../shared/serving/stages.ts';
import { seenFact } from './facts.ts';
import type { KeptObligation, SeenWorker } from './store/obligation-row.ts';

/** The most open obligations of a company that are read. */
const MOST = 1_000;

interface Watched {
  company: number;
  open: KeptObligation[];
}

/** Open obligations of a reading's company; `undefined` if they could not be read. */
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
    log.error('failed to read the open obligations of a company', { requestId, error: error as Error });
    return undefined;
  }
};

/**
 * Whether a fact is recorded whatever is open: it opens an obligation regardless of where it was filed, or is the answer to the
 * question for one person. If all were, each worker of a list would open one.
 */
const opens = ({ kind, date, occupation }: Known, today: string): boolean =>
  (kind === 'occupation' && occupation === '') ||
  kind === 'affiliationNumber' ||
  kind === 'sickLeave' ||
  kind === 'birthNotice' ||
  kind === 'contractorCertificate' ||
  ((kind === 'alta' || kind === 'contract') && date > today);

/**
 * Whether a proved fact matters. A notification does if it has no open obligation yet, withholdings if nothing is due after them
 * yet, a year's withholdings if their summary is due, any other fact if its worker or account
 * has an open obligation. Obligations of an owner (a certificate that expires) are known without asking authorities.
 */
const matters = (open: KeptObligation[], known: Known): boolean => {
  if (known.kind === 'notification') return !open.some(({ by }) => isSameNotification(by, known));
  if (known.kind === 'withholdings') return !open.some(({ by }) => followsFrom(by, known));
  if (known.kind === 'withholdingsYear')
    return open.some(({ by, of }) => by.cif === known.cif && of === known.date.slice(0, 4));
  return open.some(
    ({ by, subject: { kind } }) =>
      (kind === 'worker' && by.document === known.document) ||
      (kind === 'account' && by.account !== undefined && by.account === known.account),
  );
};

/** Whether an obligation follows from a declaration that is as new as this one, of the same company. */
const followsFrom = (by: Known, { cif, date }: Known): boolean =>
  by.kind === 'withholdings' && by.cif === cif && by.date >= date;

/**
 * The first registration that goes on, in each account about which nothing is known. Settlements of such an account, for example, are
 * due whether or not anything was filed here.
 */
const firstOfAccounts = (open: KeptObligation[], known: Known[]): Set<Known> => {
  const accounts = new Set(
    open.flatMap(({ by, subject: { kind } }) => (kind === 'account' ? (by.account ?? []) : [])),
  );
  return new Set(
    known.filter((one) => {
      const { kind, account } = one;
      const isFirst =
        kind === 'alta' && account !== undefined && !accounts.has(account) && !hasEnd(one, known);
      if (isFirst) accounts.add(account);
      return isFirst;
    }),
  );
};

/** Whether the same answer shows the end of a registration. */
const hasEnd = (alta: Known, known: Known[]): boolean =>
  known.some(
    ({ kind, account, nss, date }) =>
      kind === 'baja' && account === alta.account && nss === alta.nss && date >= alta.date,
  );

/**
 * A fact with the document of its worker. If the answer has only the social security number, the document comes from an open
 * obligation with that number; if there is none, the fact is dropped.
 */
const ofWorker = (open: KeptObligation[], known: Known): Known[] => {
  if (known.document || !known.nss) return [known];
  const document = open.find(({ by }) => by.nss === known.nss)?.by.document;
  return document ? [{ ...known, document }] : [];
};

/** The workers that an answer names, each once. They become searchable by name, even if nothing is due for them. */
const peopleIn = (known: Known[], company: number): SeenWorker[] => [
  ...new Map(
    known.flatMap(({ document, nss, name }) =>
      document && name ? [[document, { document, name, company, ...(nss && { nss }) }] as const] : [],
    ),
  ).values(),
];

/** The most facts that are handed over in one row, so that the function that reads changes can record them in time. */
const AT_ONCE = 100;

/**
 * Finds the client company of a fact. For a notification and for withholdings it is the company with the same tax id, because one
 * certificate acts for many; otherwise it is the company that the reading is about. Each tax id is looked up once.
 */
const companiesOf = ({ stores: { clients } }: Services, accountId: string, asked: number) => {
  const found = onceEach((cif: string) => clients.clientsWithCif(accountId, cif));
  return async ({ cif, kind }: Known): Promise<number> =>
    (kind === 'notification' || OF_COMPANIES.includes(kind)) && cif
      ? ((await found(cif))[0] ?? asked)
      : asked;
};

/**
 * Runs a reading, and hands the facts that its answer proves over to the function that reads changes. It writes only if the
 * facts matter for obligations of the company, or name workers. Open obligations are read while the authority is asked. A
 * failure here does not affect the answer, because the next reading proves the same facts.
 */
export const withProofs = async (
  services: Services,
  acting: Acting,
  run: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> => {
  const { emitsOnRead } = acting.operation as Reading;
  const { caller, requestId, now, askedAt = now, daysAhead = 0, trace, input } = acting;
  const watching = watchedBy(services, acting);
  trace.underWay.push(watching);
  const reply = await run();
  if (!emitsOnRead || reply.data === undefined) return reply;
  const at = daysLater(now, daysAhead);
  const today = madridDay(at);
  const { message, proves = reply.data } = reply;
  const proved = emitsOnRead(input as Record<string, unknown>, proves, {
    today: madridDay(daysLater(askedAt, daysAhead)),
    ...(message && { message }),
  });
  const note = async () => {
    const watched = await watching;
    if (!watched) return;
    const { accountId } = caller;
    const companyOfFact = companiesOf(services, accountId, watched.company);
    const named = proved.flatMap((one) => ofWorker(watched.open, one));
    const firsts = firstOfAccounts(watched.open, named);
    const facts = await Promise.all(
      named
        .filter((one) => opens(one, today) || firsts.has(one) || matters(watched.open, one))
        .map(async (one) => seenFact(one, { at, company: await companyOfFact(one) })),
    );
    const people = peopleIn(named, watched.company);
    for (let from = 0; from < Math.max(facts.length, people.length); from += AT_ONCE)
      await services.stores.obligations.putSeen(accountId, `${requestId}-${from}`, {
        facts: facts.slice(from, from + AT_ONCE),
        people: people.slice(from, from + AT_ONCE),
        now,
      });
  };
  trace.underWay.push(
    note().catch((error: Error) =>
      services.log.error('failed to record the facts that a reading proved', { requestId, error }),
    ),
  );
  return reply;
};
