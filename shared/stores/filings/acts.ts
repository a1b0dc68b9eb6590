import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dynamo, epochSeconds, type Write } from '../dynamo/dynamo.ts';
import { plainItem, rowParser } from '../dynamo/row-parser.ts';
import { absent, all, below, either, equals, is, isNot, stillIs, update } from '../table.ts';
import type { Filing } from './filing.ts';
import { filingKey, filingsTable } from './filing-keys.ts';

/**
 * Legal acts, one row for each family and subject, such as the registration of a worker in a contribution account on a day. The row
 * says which filings of it are open (under way, of unknown outcome, or declared filed) and which one was accepted last. A claim
 * enters the row on condition that neither is the same act; the transaction that ends a filing writes its acceptance.
 *
 * Which of two acts of a row came later is known by the row itself, since functions may have different clocks: an open filing notes
 * which acceptance was the last one when it entered.
 *
 * A client company may name an account that is not among its own. Its filing then stops the company itself and all who do not act
 * apart: the office, and companies that have the account. Filings of these do not stop it.
 */

/** Days for which an acceptance is remembered. */
const ACT_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** The act that was accepted last. */
export interface LastAct {
  filing: string;
  /** ISO instant at which its acceptance became known. */
  at: string;
  /** ISO instant at which it was about to be sent: of two acceptances, the later sending took effect last. */
  since: string;
  /** Hash of what it set. */
  sets: string;
  /** Hash of all that it filed. */
  details: string;
  /** As of `Filing`. */
  client: number;
  batch?: string | undefined;
  /** The filing whose acceptance was the last one when this one entered the row. */
  after?: string | undefined;
}

/**
 * An open filing of an act, and who goes by it: `account` is all but client companies that act apart, a number is such a company,
 * and `office` sees the filings of these companies.
 */
export interface OpenAct {
  filing: string;
  /** As of `openAs`. */
  sets: string;
  of: 'account' | 'office' | number;
  /** As of `LastAct`. */
  after?: string | undefined;
}

/** The row of an act. */
export interface ActRow {
  last?: LastAct;
  open: OpenAct[];
}

/** Names of the attributes of open filings: `open#<sets>`, or `open#<sets>#<client company>`, where `sets` is as of `openAs`. */
const OPEN = 'open#';
/** Ids of open filings of client companies that act apart, in a set: `apart#<sets>`. */
const APART = 'apart#';
/** The last acceptance when an open filing entered: `after#` and what follows `open#` in the name of that filing's attribute. */
const AFTER = 'after#';
/** There was no acceptance yet, or it is not known. */
const NONE = '-';

const lastMembers = () => ({
  lastFiling: z.string().optional(),
  lastAt: z.string().optional(),
  lastSince: z.string().optional(),
  lastSets: z.string().optional(),
  lastDetails: z.string().optional(),
  lastClient: z.number().optional(),
  lastBatch: z.string().optional(),
  lastAfter: z.string().optional(),
});
const parseMembers = rowParser('Act', 'lock', () => z.object(lastMembers()).catchall(z.unknown()));

const parseActRow = (item: unknown): ActRow => {
  const row = parseMembers(item);
  const open = Object.entries(row).flatMap(([name, value]): OpenAct[] => {
    const [, sets = '', client] = name.split('#');
    if (name.startsWith(APART))
      return [...(value as Iterable<string>)].map((filing) => ({ filing, sets, of: 'office' }));
    if (!name.startsWith(OPEN)) return [];
    const after = row[`${AFTER}${name.slice(OPEN.length)}`] as string | undefined;
    return [{ filing: String(value), sets, of: client === undefined ? 'account' : Number(client), after }];
  });
  const { lastFiling: filing, lastAt: at, lastSince: since, lastSets: sets } = row;
  if (!filing || !at || !since || sets === undefined) return { open };
  const last = { filing, at, since, sets, details: row.lastDetails ?? '', client: row.lastClient ?? 0 };
  const { lastBatch: batch, lastAfter: after } = row;
  return {
    last: { ...last, ...(batch !== undefined && { batch }), ...(after !== undefined && { after }) },
    open,
  };
};

/** The row of an act as a failed condition of a transaction returns it. */
export const actRowIn = (item: Record<string, AttributeValue>): ActRow => parseActRow(plainItem(item));

/** The row of an act, read consistently. @param name as in `Filing.acts` */
export const getAct = async (name: string): Promise<ActRow> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: filingsTable(), Key: filingKey.lock(name), ConsistentRead: true }),
  );
  return Item ? parseActRow(Item) : { open: [] };
};

/** An act of a filing. */
export type FiledAct = NonNullable<Filing['acts']>[number];

/** What a claim goes past in the row of an act: the last acceptance, and open filings that are over. */
export interface Passed {
  last?: string;
  open?: string;
  office?: string[];
}

/** Who claims an act. */
type Claimant = Pick<Filing, 'id' | 'apart' | 'clientId'>;

type Scope = Pick<Filing, 'apart' | 'clientId'>;

/** Under which name an act is open: by what it sets, or one name for all that are alone. */
export const openAs = ({ sets, isAlone }: FiledAct): string => (isAlone ? 'alone' : sets);

/** The attributes of an open filing, and of what it came after. */
const namesOf = (act: FiledAct, { apart, clientId }: Scope) => {
  const name = apart ? `${openAs(act)}#${clientId}` : openAs(act);
  return { own: `${OPEN}${name}`, after: `${AFTER}${name}` };
};

/** The open filings of a row by which a claimant goes. */
export const openFor = ({ open }: ActRow, { apart, clientId }: Scope): OpenAct[] =>
  open.filter(({ of }) => (apart ? of === clientId : of === 'account' || of === 'office'));

/** The acceptance by which a claimant goes, if any: a client company that acts apart goes by its own only. */
export const lastFor = ({ last }: ActRow, { apart, clientId }: Scope): LastAct | undefined =>
  last && (!apart || last.client === clientId) ? last : undefined;

/** Enters a filing into the row of one of its acts, on condition that the act is neither open nor accepted last. */
export const actEntered = (claimant: Claimant, act: FiledAct, passed: Passed = {}): Write => {
  const { apart, clientId, id } = claimant;
  const { own, after } = namesOf(act, claimant);
  const office = `${APART}${openAs(act)}`;
  const over = passed.office && new Set(passed.office);
  return {
    Update: {
      ...update(filingsTable(), filingKey.lock(act.name), {
        set: { [own]: id },
        copy: { [after]: { from: 'lastFiling', otherwise: NONE } },
        add: {
          ...(passed.open === undefined && { opens: 1 }),
          ...(apart && { [office]: new Set([id]) }),
        },
        // While an act is open its row never expires.
        remove: ['expires', ...(over ? [office] : [])],
        if: all(
          stillIs(own, passed.open),
          apart ? undefined : stillIs(office, over),
          either(
            absent('lastSets'),
            isNot('lastSets', act.sets),
            ...(passed.last === undefined ? [] : [is('lastFiling', passed.last)]),
            ...(apart ? [isNot('lastClient', clientId)] : []),
          ),
        ),
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  };
};

type Ended = Pick<Filing, 'id' | 'apart' | 'clientId' | 'details' | 'batch' | 'committingAt' | 'claimedAt'>;

/**
 * Writes of a filing's end to the row of an act, of which the first whose condition holds is to be carried out: a newer acceptance
 * stays, and so does an open filing that has taken its place. The row expires once nothing of it is open.
 * @param how.isAccepted whether it was accepted
 * @param how.isFurther it was not entered when it was claimed
 * @param how.staysOpen whether it stays open, since a person has declared it filed
 */
export const actEnded = (
  filing: Ended,
  act: FiledAct,
  {
    isAccepted,
    isFurther = false,
    staysOpen,
    now,
  }: { isAccepted: boolean; isFurther?: boolean; staysOpen: boolean; now: Date },
): Write[] => {
  const { own, after } = namesOf(act, filing);
  const since = filing.committingAt ?? filing.claimedAt;
  const last = isAccepted && {
    lastFiling: filing.id,
    lastAt: now.toISOString(),
    lastSince: since,
    lastSets: act.sets,
    lastDetails: filing.details,
    lastClient: filing.clientId,
    lastBatch: filing.batch?.id,
  };
  // Of two filings that were open at the same time, the clocks of their functions say which was sent later.
  const isLatest = either(
    absent('lastSince'),
    below('lastSince', since),
    all(is(own, filing.id), equals('lastFiling', after)),
  );
  const expires = epochSeconds(new Date(now.getTime() + ACT_DAYS * DAY_MS));
  const write = (isFirst: boolean, opens: 'own' | 'others' | 'none' | 'any'): Write => {
    const isOpen = opens === 'own' || opens === 'others';
    return {
      Update: update(filingsTable(), filingKey.lock(act.name), {
        set: {
          ...(isFirst && last),
          expires: opens === 'own' || opens === 'none' ? expires : undefined,
        },
        copy: isFirst && isOpen ? { lastAfter: { from: after, otherwise: NONE } } : undefined,
        add: opens === 'others' ? { opens: -1 } : {},
        take: isOpen && filing.apart ? { [`${APART}${openAs(act)}`]: new Set([filing.id]) } : {},
        remove: [
          ...(isOpen ? [own, after] : []),
          ...(opens === 'own' ? ['opens'] : []),
          ...(isFirst && !filing.batch ? ['lastBatch'] : []),
          ...(isFirst && !isOpen ? ['lastAfter'] : []),
        ],
        if: all(
          isOpen ? is(own, filing.id) : undefined,
          opens === 'own' ? is('opens', 1) : undefined,
          opens === 'none' ? absent('opens') : undefined,
          isFirst ? isLatest : undefined,
        ),
      }),
    };
  };
  const firsts = last ? [true, false] : [false];
  if (isFurther) return last ? [write(true, 'none'), write(true, 'any')] : [];
  if (staysOpen) return last ? [write(true, 'any')] : [];
  return [
    ...firsts.flatMap((isFirst) => [write(isFirst, 'own'), write(isFirst, 'others')]),
    ...(last ? [write(true, 'none'), write(true, 'any')] : []),
  ];
};

/** Whether an acceptance is still remembered; DynamoDB may delete its row some days late. */
export const isRemembered = ({ at }: LastAct, now: Date): boolean =>
  now.getTime() - Date.parse(at) < ACT_DAYS * DAY_MS;
