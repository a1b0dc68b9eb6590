import { dayAfter } from '../../../shared/kernel/spanish-time.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import type { ShownState } from '../../../shared/stores/filings/shown-state.ts';
import { DIGEST_WORDS, type GatewayEvent } from '../events/gateway-event.ts';
import { isLateForCertain, MOST_NEAR_DAYS, NOTICE, shownOn } from '../obligations/due.ts';
import { todayOf } from '../obligations/learn.ts';
import { RULES } from '../obligations/rules/index.ts';
import type { KeptObligation } from '../obligations/store/obligation-row.ts';
import {
  certificateLine,
  type DigestSection,
  daysUntil,
  filingLine,
  newsLine,
  obligationLine,
} from './texts.ts';

/** The reader of a digest, and the event after which the digest begins. */
export interface DigestReader {
  accountId: string;
  /** Set for a user of a client company, who reads about that company alone. */
  clientId?: number | undefined;
  /** The last event of the digest before; `undefined` where there was none. */
  after: number | undefined;
  /** ISO instant from which the user wants digests. */
  chosenAt: string;
  now: Date;
  /** The name of a client company as it may stand in a mail to this reader. */
  nameOf(clientId: number | undefined): Promise<string | undefined>;
}

type Digesting = Pick<Services, 'stores'>;

/** Makes sections of a digest; none where there is nothing. */
type Sections = (
  services: Digesting,
  reader: DigestReader,
) => Promise<{
  sections: DigestSection[];
  /** The last event that was looked at, where events were. */
  upTo?: number;
}>;

/** Lines of a section: more are for lists, not for a mail. */
const MOST_LINES = 20;
/** Days before expiry from which a certificate is in each digest. */
const EXPIRING_DAYS = 30;
/** Most obligations that are read, of late and of coming ones each, by due date. */
const MOST_DUE = 1_000;
/** Events that are read at once. */
const PAGE = 1_000;

/** A section of the first things, each as a line; none if there are no things. */
const section = async <Thing>(
  title: string,
  things: Thing[],
  lineOf: (thing: Thing) => Promise<string | undefined>,
): Promise<DigestSection[]> => {
  const shown = await Promise.all(things.slice(0, MOST_LINES).map(lineOf));
  const lines = shown.filter((line) => line !== undefined);
  return lines.length > 0 ? [{ title, lines, more: things.length - shown.length }] : [];
};

const lineOf = async (reader: DigestReader, filing: Filing | undefined): Promise<string | undefined> =>
  filing && filingLine(filing, await reader.nameOf(filing.companyId ?? filing.clientId));

/**
 * What events since the last digest say: filings that failed, and the events that have sections; and all filings whose outcome is
 * unknown now.
 */
const ofEvents: Sections = async (services, reader) => {
  const { filings } = services.stores;
  const { accountId, clientId, now } = reader;
  const { ended, news, upTo } = await endedSince(services, reader);
  const inState = (state: ShownState) => [...ended].flatMap(([id, is]) => (is === state ? [id] : []));
  const read = async (id: string) => lineOf(reader, await filings.getFiling(id));
  const unknown = await filings.listFilings({
    accountId,
    clientId,
    states: ['unknown'],
    dry: false,
    now,
    limit: MOST_LINES + 1,
  });
  const more = unknown.filings.length > MOST_LINES || unknown.end !== undefined;
  const sections = [
    await section(
      more ? 'Resultado desconocido (los últimos)' : 'Resultado desconocido',
      unknown.filings.slice(0, MOST_LINES),
      (filing) => lineOf(reader, filing),
    ),
    await section('Rechazados por el organismo', inState('refused'), read),
    await section('No enviados', inState('notSent'), read),
  ];
  for (const [type, words] of Object.entries(DIGEST_WORDS)) {
    const events = news.filter((event) => event.type === type);
    sections.push(
      await section(words.title, events, async (event) =>
        newsLine(words, event, await reader.nameOf(event.companyId)),
      ),
    );
  }
  return { sections: sections.flat(), upTo };
};

/** How filings are shown that have ended since the last digest, by their ids, the first one first; and the events that have sections. */
const endedSince = async ({ stores: { events } }: Digesting, reader: DigestReader) => {
  const { accountId, clientId, chosenAt, now } = reader;
  const ended = new Map<string, string | undefined>();
  const news: GatewayEvent[] = [];
  let upTo = reader.after;
  for (let more = true; more; ) {
    const page = await events.listEvents(accountId, {
      after: upTo,
      fits: (event) =>
        (event.subject.kind === 'tramite' || event.type in DIGEST_WORDS) &&
        (clientId === undefined || event.clientId === clientId) &&
        (reader.after !== undefined || event.at >= chosenAt),
      limit: PAGE,
      now,
    });
    for (const event of page.events) {
      const { subject, detail } = event;
      if (event.type in DIGEST_WORDS) {
        news.push(event);
        continue;
      }
      // The last one counts: an outcome that was unknown may be known by now.
      ended.delete(subject.id);
      ended.set(subject.id, detail?.state);
    }
    upTo = page.last;
    more = page.more;
  }
  return { ended, news, upTo: upTo ?? 0 };
};

/** Certificates that expire soon, the first one first. */
const ofCertificates: Sections = async ({ stores }, reader) => {
  const { accountId, clientId, now } = reader;
  const all = await stores.certificates.listAllCertificates(accountId, clientId);
  const soon = all
    .filter(({ notAfter }) => {
      const instant = new Date(notAfter);
      return instant > now && daysUntil(instant, now) <= EXPIRING_DAYS;
    })
    .sort((one, other) => one.notAfter.localeCompare(other.notAfter));
  const sections = await section('Certificados que caducan', soon, async (certificate) =>
    certificateLine(certificate, await reader.nameOf(certificate.clientId || undefined), now),
  );
  return { sections };
};

/** How much it costs to be late: the place of the rule. */
const costOf = ({ rule }: KeptObligation): number => RULES.findIndex(({ id }) => id === rule);
const byCost = (one: KeptObligation, other: KeptObligation): number => costOf(one) - costOf(other);
const byDay = (one: KeptObligation, other: KeptObligation): number =>
  String(one.due).localeCompare(String(other.due));

/** Obligations, late ones first, by the clock of the account's authorities. Certificates have a section of their own. */
const ofObligations: Sections = async ({ stores }, reader) => {
  const { accountId, clientId, now } = reader;
  const today = await todayOf({ stores, now: () => now }, accountId);
  const read = (days: { dueFrom?: string; dueTo: string }) =>
    stores.obligations.listObligations({
      accountId,
      companyId: clientId,
      state: 'open',
      limit: MOST_DUE,
      ...days,
      fits: (one) => {
        const shown = shownOn(one, today);
        const isUncounted = shown === 'open' && one.due === undefined;
        return one.by.kind !== 'digitalCertificate' && (shown === 'late' || shown === 'near' || isUncounted);
      },
    });
  // Apart, so that however much is late hides nothing that can still be done in time.
  const [past, coming] = await Promise.all([
    read({ dueTo: dayAfter(today, { days: -1 }) }),
    read({ dueFrom: today, dueTo: dayAfter(today, { days: MOST_NEAR_DAYS }) }),
  ]);
  const obligations = [...past.obligations, ...coming.obligations];
  const lineOfOne = async (one: KeptObligation) =>
    obligationLine(one, await reader.nameOf(one.companyId), today);
  const due = (title: string, fits: (due: string, one: KeptObligation) => boolean, sort: typeof byDay) =>
    section(
      title,
      obligations.filter((one) => one.due !== undefined && fits(one.due, one)).toSorted(sort),
      lineOfOne,
    );
  const late = (title: string, isCertain: boolean) =>
    due(
      past.end ? `${title} (los primeros)` : title,
      (day, one) => day < today && isLateForCertain(one) === isCertain,
      (one, other) => byCost(one, other) || byDay(one, other),
    );
  const sections = await Promise.all([
    late('Plazos vencidos', true),
    late('Plazos que pueden haber vencido', false),
    due('Plazos que acaban hoy', (day) => day === today, byCost),
    due(
      'Plazos que acaban pronto',
      (day) => day > today,
      (one, other) => byDay(one, other) || byCost(one, other),
    ),
    section(
      'Plazos sin fecha: falta el calendario oficial del año',
      obligations.filter((one) => one.due === undefined).toSorted(byCost),
      lineOfOne,
    ),
  ]);
  const all = sections.flat();
  return { sections: all.map((one) => (one === all.at(-1) ? { ...one, note: NOTICE } : one)) };
};

/** Parts of a digest, ordered by urgency. */
const PARTS: Sections[] = [ofEvents, ofObligations, ofCertificates];

/** The sections of a digest, and the last event of the account that it has looked at. */
export const digestOf = async (
  services: Digesting,
  reader: DigestReader,
): Promise<{ sections: DigestSection[]; upTo: number }> => {
  const parts = await Promise.all(PARTS.map((part) => part(services, reader)));
  return {
    sections: parts.flatMap(({ sections }) => sections),
    upTo: Math.max(reader.after ?? 0, ...parts.flatMap(({ upTo }) => upTo ?? [])),
  };
};
