import { TLS_SEEN } from '../../infra/authorities/tls.ts';
import { codesIn } from '../../shared/authorities/message-codes.ts';
import type { Outcome } from '../../shared/authorities/run-script.ts';
import type { FilingEntry } from '../../shared/kernel/reply.ts';
import type { Filing, FilingState } from '../../shared/stores/filings/filing.ts';
import type { LogLine } from './lines.ts';

/** The record of a filing, with its entries. */
export interface Recorded {
  filing: Filing;
  entries: FilingEntry[];
}

/** Sections of the timeline, in the order in which they are printed. */
const SECTIONS = [
  'What came',
  'What was decided',
  'What was sent',
  'What went wrong',
  'How it ended',
  'Its record',
  'Its state now',
] as const;
type Section = (typeof SECTIONS)[number];

/** A sentence of the timeline. Without an instant it describes the present. */
interface Sentence {
  section: Section;
  at?: Date;
  text: string;
}

/**
 * Writes the timeline of a call from its log lines and its record. It has ids, names of exchanges, counts, times and
 * states, but no fields of a request, messages of an authority or personal data.
 */
export const storyOf = (lines: LogLine[], recorded: Recorded[]): string => {
  /** Requests that sent something to an authority. */
  const asking = new Set(
    lines.flatMap(({ message, facts }) => (message === 'exchange' ? [facts.requestId] : [])),
  );
  const sentences = [
    ...lines.flatMap((line) => sentencesOf(line, asking)),
    ...recorded.flatMap(ofRecord),
  ].sort(byTime);
  if (lines.length > 0 && recorded.length === 0)
    sentences.push({
      section: 'Its record',
      text: 'None: nothing was to be filed, or the request was refused.',
    });
  return SECTIONS.flatMap((section) => {
    const own = sentences.filter((sentence) => sentence.section === section);
    if (own.length === 0) return [];
    return [section, ...own.map(({ at, text }) => `  ${at ? `${at.toISOString()}  ` : ''}${text}`), ''];
  }).join('\n');
};

/** Sentences without an instant come first; the sort is stable. */
const byTime = (a: Sentence, b: Sentence) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0);

const counted = (count: unknown, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const sentencesOf = (line: LogLine, asking: Set<unknown>): Sentence[] => {
  const { at, facts, message } = line;
  if (message === undefined) return ofAccess(line);
  switch (message) {
    case 'request':
      return ofRequest(line, asking.has(facts.requestId));
    case 'exchange':
      return [{ section: 'What was sent', at, text: exchangeText(facts) }];
    case 'commit begins':
      return [{ section: 'What was decided', at, text: 'Recorded; the step that files may be sent.' }];
    case 'commit ended':
      return [{ section: 'How it ended', at, text: `The filing is ${facts.state}.` }];
    case 'queued work':
      return [
        {
          section: 'How it ended',
          at,
          text: `Executed by a consumer in ${facts.milliseconds} ms, after ${facts.waited} ms in the queue.`,
        },
      ];
    case 'a look-up failed':
    case 'a look-up could not be made':
      return [{ section: 'What went wrong', at, text: `${sentence(message)}: ${facts.reason}.` }];
    default:
      return [{ section: 'What went wrong', at, text: `${sentence(message)}${errorText(facts)}.` }];
  }
};

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Name and message of a logged error. */
const errorText = ({ error }: Record<string, unknown>): string => {
  if (typeof error !== 'object' || error === null) return '';
  const { name, message } = error as { name?: string; message?: string };
  return `: ${[name, message].filter(Boolean).join(': ')}`;
};

const ofRequest = ({ at, facts }: LogLine, isAsked: boolean): Sentence[] => {
  const { operation, account, user, client, certificate, address, filing, dry, status, milliseconds } = facts;
  const came = new Date(at.getTime() - Number(milliseconds));
  const who = [
    ...(account ? [`account ${account}`, `user ${user}`] : ['no caller known']),
    ...(client ? [`client company ${client}`] : []),
    ...(certificate ? [`certificate ${certificate}`] : []),
    ...(address ? [`address ${address} (a hash)`] : []),
  ];
  return [
    {
      section: 'What came',
      at: came,
      text: `${operation ?? 'A path or method that does not exist'}, request ${facts.requestId}, by ${who.join(', ')}.`,
    },
    {
      section: 'What was decided',
      at: came,
      text: decisionText(Number(status), filing, { isDry: dry === true, isAsked }),
    },
    { section: 'How it ended', at, text: `Answered ${status} after ${milliseconds} ms.` },
  ];
};

/** Statuses with which a request is refused before an authority is called. */
const TURNED_AWAY: Record<number, string> = {
  400: 'it cannot be parsed',
  401: 'the caller is not signed in',
  403: 'the caller, its client company or its certificate may not do this',
  404: 'its subject does not exist',
  405: 'the path does not have this method',
  409: 'the same is under way',
  413: 'it is too large',
  415: 'its content type is not accepted',
  422: 'its fields or its certificate are not valid',
  429: 'the caller exceeds its rate limit',
};

const decisionText = (
  status: number,
  filing: unknown,
  { isDry, isAsked }: { isDry: boolean; isAsked: boolean },
): string => {
  const turnedAway = isAsked ? undefined : TURNED_AWAY[status];
  if (turnedAway) return `Refused: ${turnedAway}${filing ? ` (trámite ${filing})` : ''}.`;
  if (status === 202) return `Queued as trámite ${filing}.`;
  if (isDry) return `Admitted as a dry run: nothing was to be filed${filing ? `; trámite ${filing}` : ''}.`;
  return filing ? `Admitted, about trámite ${filing}.` : 'Admitted.';
};

/** Outcomes of an exchange in words. */
const OUTCOME_TEXT: Record<Outcome, string> = {
  result: 'it answered',
  dry: 'the last page before the one that files; a dry run ends there',
  'looked-up': 'the answer was lost, and what was filed was found there',
  refused: 'it refused, in its own words',
  'not-admitted': 'it rejected the certificate, or asks to log in',
  certificate: 'it did not accept the certificate',
  silent: 'no answer came in time',
  'too-long': 'the time ended before all of its pages were read',
  unreachable: 'no connection',
  'tls-chain': `no TLS: ${TLS_SEEN.chain}`,
  'tls-name': `no TLS: ${TLS_SEEN.name}`,
  'tls-protocol': `no TLS: ${TLS_SEEN.protocol}`,
  'tls-renegotiation': `no TLS: ${TLS_SEEN.renegotiation}`,
  'error-page': 'an error page',
  unavailable: 'it is out of service, or was not asked because it is',
  unreadable: 'a page that the connector does not know',
  garbled: 'an answer that cannot be read',
  unknown: 'something was sent that may have taken effect, and it is unknown whether it did',
  defect: 'a defect of ours',
  off: 'it is switched off; nothing was sent',
};

const exchangeText = (facts: Record<string, unknown>): string => {
  const { authority, exchange, steps, attempts, milliseconds, outcome, codes, opensBreaker } = facts;
  const sent =
    steps === 0
      ? 'nothing was sent'
      : `${counted(steps, 'request')} in ${counted(attempts, 'attempt')}, ${milliseconds} ms`;
  const meaning = OUTCOME_TEXT[outcome as Outcome] ?? outcome;
  return `To ${authority}, ${exchange}: ${sent}. ${outcome}: ${meaning}${codesText(codes)}.${opensBreaker ? ' After that, the authority counts as down.' : ''}`;
};

/** Codes of a refusal; empty if its messages have none. */
const codesText = (codes: unknown): string =>
  Array.isArray(codes) && codes.length > 0
    ? ` (${codes.length === 1 ? 'code' : 'codes'} ${codes.join(', ')})`
    : '';

const ofAccess = ({
  at,
  facts: { status, milliseconds, refusal, method, resource },
}: LogLine): Sentence[] => [
  {
    section: 'How it ended',
    at,
    text:
      `API Gateway delivered ${status} after ${milliseconds} ms to ${method} ${resource}` +
      `${refusal && refusal !== '-' ? `, by itself: ${refusal}` : ''}.`,
  },
];

/** States of a filing in words, with what to do. */
const STATE_TEXT: Record<FilingState, string> = {
  queued: 'it waits for a consumer. After 15 minutes a filing is not sent any more.',
  claimed:
    'it is under way, and nothing was sent that takes effect. If its function died, the schedule ends it.',
  committing: 'it may be under way. If its function died, the schedule looks it up after a minute.',
  preparing: 'the authority is preparing the answer. The schedule asks until it is ready.',
  accepted: 'the authority accepted it. There is nothing to do.',
  refused: 'the authority refused it. Nothing took effect.',
  unknown:
    'it may have taken effect. The schedule looks it up; the account can, too (POST /tramites/{id}/check), and can ' +
    'declare what it saw at the authority (/resolve).',
  ended: 'nothing was sent that takes effect.',
  answered: 'it was answered; nothing was to be filed.',
  failed: 'it failed; nothing was to be filed.',
};

const ofRecord = ({ filing, entries }: Recorded): Sentence[] => {
  const { id, operation, authority, accountId, clientId, documents = [], takes, looks, lookedAt } = filing;
  const kept = documents.filter(({ key }) => key !== undefined).length;
  const facts = [
    `created by request ${filing.requestId}`,
    ...(filing.dry ? ['a dry run'] : []),
    ...(filing.key === undefined ? [] : ['with an Idempotency-Key']),
    ...(filing.preview ? [`as tried in ${filing.preview.id}`] : []),
    `documents: ${documents.length}, ${kept} of them stored`,
    ...(entries.length > 0 ? [`several filings: ${entries.map(({ state }) => state).join(', ')}`] : []),
    ...(filing.reference ? ['with a number of the authority'] : []),
    ...(filing.messages
      ? [`messages of the authority: ${filing.messages.length}${codesText(codesIn(filing.messages))}`]
      : []),
    ...(filing.evidenceDue ? ['its evidence is not written yet'] : []),
    ...(takes ? [`leased by the schedule ${counted(takes, 'time')}`] : []),
    ...(looks ? [`looked up without result ${counted(looks, 'time')}, last ${lookedAt}`] : []),
  ];
  const times: [string | undefined, string][] = [
    [filing.claimedAt, 'Written down.'],
    [filing.startedAt, 'A consumer began it.'],
    [filing.committingAt, 'The step that files was about to be sent.'],
    [filing.endedAt, 'Ended.'],
  ];
  return [
    {
      section: 'Its record',
      text: `Trámite ${id}: ${operation} at ${authority}, of account ${accountId}${clientId ? `, client company ${clientId}` : ''}.`,
    },
    { section: 'Its record', text: `${sentence(facts.join('; '))}.` },
    ...times.flatMap(([at, text]): Sentence[] =>
      at === undefined ? [] : [{ section: 'Its record', at: new Date(at), text }],
    ),
    { section: 'Its state now', text: `${id} is ${filing.state}: ${STATE_TEXT[filing.state]}` },
    ...(filing.stated
      ? [
          {
            section: 'Its state now' as const,
            at: new Date(filing.stated.at),
            text: `A person declared that it was ${filing.stated.filed ? '' : 'not '}filed.`,
          },
        ]
      : []),
  ];
};
