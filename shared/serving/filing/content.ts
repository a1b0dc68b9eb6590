import { createHash } from 'node:crypto';
import type { AuthorityName } from '../../kernel/errors.ts';
import type { FilingEntry } from '../../kernel/reply.ts';
import { plainDocument } from '../../kernel/text.ts';
import type { Act, ActOf, ReferenceOf, Submission } from '../../operation/operation.ts';
import type { FiledAct } from '../../stores/filings/acts.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { lockName } from '../../stores/filings/filing-keys.ts';
import type { Ending } from '../../stores/filings/move.ts';
import type { Acting } from '../stages.ts';

/** What a request files, in the form in which requests are compared. */

/** Fields that decide the answer and not the filing. */
const NOT_FILED = new Set(['test', 'duplicate', 'obtener_idc']);

/** Whether a field of a request is part of the filing. */
export const isFiled = (name: string): boolean => !NOT_FILED.has(name);

/** The tax id of a certificate's holder. */
export const nifOf = ({ dni, fingerprint }: Acting['certificate']) => dni || fingerprint;

/** The hash of a request and of its operation, at whichever of its addresses. @param input as it is, or as a record has kept it */
export const requestHashOf = (
  { certificate, operation }: Pick<Acting, 'certificate' | 'operation'>,
  input: unknown,
): string => hashOf([operation.id, nifOf(certificate), input]);

/**
 * Hash of the content that a request files and of its holder: equal hashes would file the same twice. An operation
 * may have two addresses (a transformation is at SEPE and at Seguridad Social), so the hash has its id, or the id of
 * its twin.
 */
export const contentHashOf = ({ certificate, companyCif, operation, input }: Acting): string => {
  const [filesAs, filed] = whatIsFiled({ operation, input });
  return hashOf([filesAs, holderOf({ certificate, companyCif }), filed], COMPARED[operation.authority]);
};

/** In whose name it is filed. A client company may store a certificate with any names, so its filings block only its own. */
const holderOf = ({ certificate, companyCif }: Pick<Acting, 'certificate' | 'companyCif'>): string =>
  certificate.clientId === 0 ? nifOf(certificate) : (companyCif ?? `client ${certificate.clientId}`);

const filedIn = ({ input }: Pick<Acting, 'input'>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input as object).filter(([name]) => isFiled(name)));

const whatIsFiled = (acting: Pick<Acting, 'operation' | 'input'>): [string, unknown] => {
  const filed = filedIn(acting);
  const { filesAs = acting.operation.id, content } = acting.operation as Partial<Submission>;
  return [filesAs, content?.(filed) ?? filed];
};

/** Filings of an earlier sandbox world do not block filings in the next one. */
export const worldOf = ({ world }: Pick<Acting, 'world'>): string[] =>
  world === undefined ? [] : [String(world)];

type Filed = Pick<Acting, 'operation' | 'input' | 'caller' | 'certificate' | 'companyCif' | 'world'>;

/** An act of a request, with the name of its row. */
export type NamedAct = FiledAct &
  Pick<Act, 'isFreedByUnknown' | 'isOnceADay'> & {
    undoneBy: (FiledAct & Pick<ActOf, 'isFinal'>)[];
  };

/**
 * The legal acts that a submission files, each once; none for a question. They do not depend on the certificate, unless they
 * belong to its holder.
 */
export const actsOf = (acting: Filed, referenceOf: ReferenceOf = () => undefined): NamedAct[] => {
  const { acts } = acting.operation as Partial<Submission>;
  const byName = new Map<string, NamedAct>();
  for (const act of acts?.(filedIn(acting), referenceOf) ?? []) {
    const { entry, isAlone, undoneBy = [], isFreedByUnknown, isOnceADay } = act;
    const named = filedAct(acting, act);
    const { entries = [] } = byName.get(named.name) ?? {};
    byName.set(named.name, {
      ...named,
      ...(isAlone && { isAlone }),
      ...(isFreedByUnknown && { isFreedByUnknown }),
      ...(isOnceADay && { isOnceADay }),
      ...(entry !== undefined && { entries: [...entries, entry] }),
      undoneBy: undoneBy.map((one) => ({
        ...filedAct(acting, one),
        ...(one.isFinal && { isFinal: true as const }),
      })),
    });
  }
  return [...byName.values()];
};

/** Hexadecimal digits of the hash of what an act sets: within one subject they are enough. */
const SETS_DIGITS = 16;

const filedAct = (acting: Filed, { family, subject, sets = true }: ActOf): FiledAct => {
  const { operation, caller } = acting;
  const written = COMPARED[operation.authority];
  const whose = (operation as Partial<Submission>).perHolder ? [holderOf(acting)] : [];
  return {
    name: lockName(
      'subject',
      caller.accountId,
      hashOf([family, subject.map((one) => one ?? ''), ...whose], written),
      ...worldOf(acting),
    ),
    sets: hashOf([sets], written).slice(0, SETS_DIGITS),
  };
};

/** The acts as a record keeps them. */
export const keptActs = (acts: NamedAct[]): FiledAct[] =>
  acts.map(({ undoneBy: _, isFreedByUnknown: __, isOnceADay: ___, ...act }) => act);

/** What the end of an accepted filing writes of its acts beyond those of its claim; see `Ending`. */
export const actsAtEnd = (
  actor: Omit<Filed, 'world'>,
  { world, reference, entries }: Pick<Filing, 'world' | 'reference'> & { entries: FilingEntry[] },
): Pick<Ending, 'furtherActs' | 'notAccepted'> => {
  const acting = { ...actor, world };
  const referenceOf: ReferenceOf = (entry) =>
    entries.length > 1 ? entries.find(({ number }) => number === entry)?.reference : reference;
  const claimed = new Set(actsOf(acting).map(({ name }) => name));
  return {
    furtherActs: keptActs(actsOf(acting, referenceOf)).filter(({ name }) => !claimed.has(name)),
    notAccepted: entries.flatMap(({ number, state }) => (state === 'accepted' ? [] : [number])),
  };
};

/**
 * Hash of all that a request files, whoever signs it. To the Seguridad Social a worker is the social security number: the document
 * only confirms it.
 */
export const detailsOf = (acting: Pick<Acting, 'operation' | 'input'>): string => {
  const [filesAs, filed] = whatIsFiled(acting);
  const { authority } = acting.operation;
  const named = isRecord(filed) && authority === 'tgss' && filed.nss !== undefined;
  const { dni: _, identificacion: __, ...others } = named ? filed : {};
  return hashOf([filesAs, named ? others : filed], COMPARED[authority]);
};

const inOneWay = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ');

/**
 * A text as it is compared with other requests. Capitals and blanks make no other filing, nor, at Seguridad Social,
 * do leading zeros of a code or a document. Other texts are names of notifications, in which every letter counts.
 */
const COMPARED: Partial<Record<AuthorityName, (text: string) => string>> = {
  tgss: (text) => plainDocument(inOneWay(text)),
  sepe: inOneWay,
};

/**
 * Hash of a JSON value, whatever the order of its members.
 * @param written a text as it counts
 */
export const hashOf = (parts: unknown, written = (text: string) => text): string =>
  createHash('sha256')
    .update(
      JSON.stringify(parts, (_, value) => {
        if (typeof value === 'string') return written(value);
        return isRecord(value) ? sorted(value) : value;
      }),
    )
    .digest('hex');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
