import * as z from 'zod';
import type { ReadingPort, SubmittingPort } from '../authorities/authority-port.ts';
import type { ActKind } from '../kernel/act-kinds.ts';
import type { AuthorityName } from '../kernel/errors.ts';
import type { FilingFacts, Refused, Reply, Undecided } from '../kernel/reply.ts';
import type { Role } from '../kernel/roles.ts';
import type { Known } from './fact.ts';
import type { Caller, Ports, ResourcePorts } from './ports.ts';

/** HTTP methods that operations use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `read` 80 and `write` 120 requests a minute; `heavy` 30, one budget for all heavy routes together. */
export type RateClass = 'read' | 'write' | 'heavy';

/** The sample of the documentation, also used in tests: a request, and its answer from the sandbox. */
export interface Example<Request, Data> {
  request: Request;
  response: Data;
}

/** The subject of a request: account, worker and date, as far as it says so. */
export interface About {
  /** The contribution account: 4 and 11 digits. */
  regimen?: string | undefined;
  ccc?: string | undefined;
  /** Tax id of the company, where the request names one. */
  cif?: string | undefined;
  /** The worker: number of the identity document, and social security number. */
  document?: string | undefined;
  nss?: string | undefined;
  /** The worker's name, first names first. */
  name?: string | undefined;
  /** The date on which the filing takes effect, `YYYY-MM-DD`. */
  date?: string | undefined;
}

/** The parts of `About` that an operation may lack. */
export type Lack = 'account' | 'worker' | 'date';

export interface Common<Req extends z.ZodObject, Res extends z.ZodType> {
  /** Its name in the reference and in generated clients, in camel case. */
  id: string;
  method: Method;
  /** Path after the group's prefix. Path parameters in braces are fields of `request` too. */
  path: string;
  /** One line in Spanish, for the OpenAPI document. */
  summary: string;
  /** Rules between several fields, in Spanish. */
  description?: string;
  request: Req;
  /** Schema of `data`. */
  response: Res;
  rate: RateClass;
  /** `document`: the interface defines path and fields. `chosen`: the interface leaves them open. */
  standing: 'document' | 'chosen';
  example: Example<z.input<Req>, z.output<Res>>;
  /** Largest body in bytes, if it is not the usual 256 KiB of JSON. */
  maxBody?: number;
  /** Largest file in bytes, where the body is larger because it has the file in base64: what texts name. */
  maxFile?: number;
  /** Media type of the answer, if it is a page or file without envelope. */
  page?: string;
  /** `data` of an answer without payload, also of failures, if it is not the usual: see `emptyDataOf`. */
  emptyData?: z.output<Res>;
  /** Superseded by this path of the same group. Answers have the headers `Deprecation` and `Link`. */
  supersededBy?: string;
  /** For the reference: statuses beyond the usual ones of its kind, each with its meaning in Spanish. */
  alsoAnswers?: Record<number, string>;
}

/** Acts before an authority, with a certificate. */
interface AtAuthority<A extends AuthorityName, Req extends z.ZodObject, Res extends z.ZodType>
  extends Common<Req, Res> {
  authority: A;
  /** Accepted certificate types in addition to the authority's own (see `CERTIFICATE_TYPES`). */
  alsoCertificateTypes?: number[];
}

/** How a submission was accepted: the authority's own number, and `data` of the answer, without contents of documents. */
export interface Accepted {
  reference?: string | undefined;
  data: unknown;
  /** No answer yet: the facts as if all of it were accepted. */
  isAhead?: true;
}

/** The acts of a family about the same subject: the last accepted one counts. */
export interface ActOf {
  family: string;
  /** The values that say what it is about, each in its usual form. */
  subject: readonly (string | undefined)[];
  /** What it sets there, any JSON; equal acts set the same. Without it, that it was done. */
  sets?: unknown;
  /** Nothing about its subject is accepted after it, so it undoes whatever was accepted. */
  isFinal?: true;
}

/** A legal act that a request files. */
export interface Act extends ActOf {
  /** While one of its subject is open, no other is sent, whatever it sets. */
  isAlone?: true;
  /** Acts of other subjects that undo or overwrite it. */
  undoneBy?: readonly ActOf[];
  /** An act that undoes it frees it also while its outcome is unknown: sent again, it can only do what is wanted. */
  isFreedByUnknown?: true;
  /** It is not sent again for a day. */
  isOnceADay?: true;
  /** Of a file or a list of several: the number of its record, from 1. */
  entry?: number;
}

/** The authority's own number of an accepted filing, or of one of its records; `undefined` where it is not known. */
export type ReferenceOf = (entry?: number) => string | undefined;

/** Files at an authority. With `test=1` it ends before the first button press that could take effect. */
export interface Submission<
  A extends AuthorityName = AuthorityName,
  Req extends z.ZodObject = z.ZodObject,
  Res extends z.ZodType = z.ZodType,
> extends AtAuthority<A, Req, Res> {
  kind: 'submission';
  /**
   * `confirmation`: `test=1` ends where the authority asks to confirm, or earlier, if an earlier press could already
   * take effect. `not-offered`: the interface has no `test` for this operation. Its `test` is `noTest`, which refuses 1,
   * because a caller that wants a dry run must never file.
   */
  dryRun: 'confirmation' | 'not-offered';
  /**
   * Where a dry run ends, if not at the authority's question to confirm data of a worker: where it offers to remove
   * the filing, before a form that may file at once, before a document is sent, or once a notification is seen to be
   * pending. The message of a dry run says so.
   */
  dryRunEnds?: 'confirmation' | 'removal' | 'form' | 'document' | 'notification';
  /**
   * Before the step that commits it only asks whether the service is up. So its record is written as about to be
   * sent from the start: one write in place of two, at the same time as that question. If the function dies in
   * between, the outcome counts as unknown, though nothing was sent.
   */
  commitsFirst?: true;
  /**
   * Names that programs in use send and that mean nothing here. They are ignored and named in `X-Ignored-Fields`.
   * Any other unknown name is an error, because its sender may have meant a dry run or a field.
   */
  ignores?: readonly string[];
  /** Id of the operation that files the same, where one has two names. */
  filesAs?: string;
  /**
   * Why two holders may rightly file the same. Otherwise a filing by one certificate of the account blocks the same
   * filing by its other certificates, since it is one legal act, whoever signs.
   */
  perHolder?: string;
  /**
   * The filed content of a request, where requests written in different ways reach the authority as the same filing.
   * Two requests are compared by it; by default, by their fields.
   * @param request without the fields that only decide the answer
   */
  content?(request: z.output<Req>): unknown;
  /**
   * The legal acts that a request files, one for each record of a file. While an act is open (under way, of unknown outcome, or
   * declared filed) or was accepted last, and just now, an equal one is not sent; docs/decisions.md has the table.
   * @param request see `content`
   * @param referenceOf the numbers of the first filing, once it is accepted: they name acts that undo it
   */
  acts(request: z.output<Req>, referenceOf: ReferenceOf): Act[];
  /**
   * The reply to an accepted request with the documents that it asks for, read anew; for an equal request that asks for more
   * documents than the accepted one did.
   */
  replyAgain?(
    request: z.output<Req>,
    accepted: { reference?: string | undefined },
    ports: Ports & Record<A, ReadingPort>,
  ): Promise<Reply<z.output<Res>>>;
  /** The interface defines the message of its success. Warnings are no part of it. */
  fixesMessage?: true;
  /** The subject of a request, where its fields have other names than in other operations; see `aboutOf`. */
  about?(request: z.output<Req>): About;
  /** Why its requests name no contribution account, no worker or no date on which they take effect. */
  missingFields?: Partial<Record<Lack, string>>;
  /**
   * Warnings about values that the sender may have meant differently, in Spanish, with both readings. They go into
   * the record and the dry run.
   */
  doubts?(request: z.output<Req>): string[];
  /**
   * The facts that are known once it is accepted, from its stored request and its answer; obligations follow from
   * them. Absent if none follow.
   */
  emits?(request: z.output<Req>, accepted: Accepted): Known[];
  run(
    request: z.output<Req>,
    ports: Ports & { filingId: string } & Record<A, SubmittingPort>,
  ): Promise<Reply<z.output<Res>>>;
  lookUp: LookUpOf<A, Req, Res>;
}

/**
 * Look-up of a submission whose outcome is unknown. `find` returns the reply that `run` would have given, or
 * `undefined` if that cannot be proved: finding nothing proves nothing. Of several records it returns as soon as one
 * is known, and known entries stay. `none` says why no look-up is possible.
 */
type LookUpOf<A extends AuthorityName, Req extends z.ZodObject, Res extends z.ZodType> =
  | {
      find(
        request: z.output<Req>,
        filing: FilingFacts,
        ports: Ports & { filingId: string } & Record<A, ReadingPort>,
      ): Promise<Reply<z.output<Res>> | Refused | Undecided | undefined>;
      /** Without the authority's own number nothing can be found, and nothing is asked. */
      onlyByReference?: true;
    }
  | { none: string };

/** Asks an authority, and changes nothing there. */
export interface Reading<
  A extends AuthorityName = AuthorityName,
  Req extends z.ZodObject = z.ZodObject,
  Res extends z.ZodType = z.ZodType,
> extends AtAuthority<A, Req, Res> {
  kind: 'reading';
  /** The authority may prepare its answer for hours or days: the reply says `preparing` then. */
  mayBePrepared?: true;
  /** The authority may say that it has nothing: an answer of 200 without success and without payload. */
  mayHaveNothing?: true;
  /**
   * The facts that its answer proves, from which obligations may follow. Absent if none follow.
   * @param today day of the request by the authorities' clock, `YYYY-MM-DD`
   */
  emitsOnRead?(
    request: z.output<Req>,
    data: z.output<Res>,
    context: { today: string; message?: string },
  ): Known[];
  run(request: z.output<Req>, ports: Ports & Record<A, ReadingPort>): Promise<Reply<z.output<Res>>>;
}

/** What an operation of an account with itself is noted as, in the activity of the account. */
export interface Noted<Req extends z.ZodObject = z.ZodObject, Res extends z.ZodType = z.ZodType> {
  kind: ActKind;
  /** Id of the user, company or other object that it is about. @param data of the answer; absent before there is one */
  object?(request: z.output<Req>, data: z.output<Res> | undefined): string | number | undefined;
  /** Fields of the request whose values are noted: choices and numbers alone. Of all others only the name is. */
  values?: readonly (keyof z.output<Req> & string)[];
}

/** Acts on the gateway's own resources: sessions, certificates, clients. */
export interface Resource<Req extends z.ZodObject = z.ZodObject, Res extends z.ZodType = z.ZodType>
  extends Common<Req, Res> {
  kind: 'resource';
  /** The role that its caller needs; `anonymous` needs no token and counts per IP. Client companies have all roles. */
  access: Role | 'anonymous';
  /** What it is noted as, or why it is not noted. Every operation that changes something says so. */
  noted?: Noted<Req, Res> | { none: string };
  /**
   * Whether this caller may do it for another reason than the role, such as a client company: asked before the request is
   * read.
   * @throws ServiceError 403 if not
   */
  admits?(caller: Caller): void;
  /**
   * `run` reads something while the request is counted: it awaits `admitted` before it writes, or answers. For anonymous
   * access only; all other operations run after that.
   */
  runsDuringRateLimitCheck?: true;
  /** Format of the request; JSON by default. */
  body?: 'json' | 'multipart' | 'form';
  /** Only for users of an account of the operator's who signed in and have a second factor; see `admit.ts`. */
  isForOperators?: true;
  /** Also while the account demands a second factor that the caller has not switched on yet. */
  isBeforeSecondFactor?: true;
  /** It may use a certificate that the caller names in `X-Cert-Secret`: before it answers, or afterwards. */
  takesCertificate?: 'now' | 'afterwards';
  /** Accepts an `Idempotency-Key`, so that it is done once. */
  takesKey?: true;
  /** Its request is filed later, or stands for something filed, so an unknown name is an error, as in a submission. */
  onlyDefined?: true;
  /** Most values of its request, if not as of any; see `readRequest`. */
  mostValues?: number;
  /** Its success may say in `Retry-After` when it is worth asking again. */
  sendsRetryAfter?: true;
  /** Caches may keep its answer, which is the same for all who know its address. */
  kept?: true;
  /**
   * Not implemented yet; the missing knowledge, in Spanish. It checks its request, and answers 501; see
   * `planned.ts`.
   */
  planned?: string;
  run(request: z.output<Req>, ports: ResourcePorts): Promise<Reply<z.output<Res>>>;
}

/** Any operation. Routes, permissions and the OpenAPI document are derived from it. */
export type Operation = Submission | Reading | Resource;

/** An operation that acts before an authority. */
export type AuthorityOperation = Submission | Reading;

/** Whether a name that its request does not define is an error: it may be a mistyped one, or mean a dry run. */
export const isStrict = (operation: Operation): boolean =>
  operation.kind === 'submission' || (operation.kind === 'resource' && operation.onlyDefined === true);

/** The role that an operation needs: to file, to ask, or as it declares. */
export const roleFor = <Kind extends Operation>(operation: Kind): RoleFor<Kind> => {
  if (operation.kind === 'resource') return operation.access as RoleFor<Kind>;
  return operation.kind === 'submission' ? 'files' : 'reads';
};
type RoleFor<Kind extends Operation> = Role | (Kind extends AuthorityOperation ? never : 'anonymous');

/** Declares an operation that files at an authority. */
export const submission = <A extends AuthorityName, Req extends z.ZodObject, Res extends z.ZodType>(
  operation: Omit<Submission<A, Req, Res>, 'kind'>,
): Submission<A, Req, Res> => ({ kind: 'submission', ...operation });

/** Declares an operation that asks an authority. */
export const reading = <A extends AuthorityName, Req extends z.ZodObject, Res extends z.ZodType>(
  operation: Omit<Reading<A, Req, Res>, 'kind'>,
): Reading<A, Req, Res> => ({ kind: 'reading', ...operation });

/** Declares an operation on the gateway's own resources. */
export const resource = <Req extends z.ZodObject, Res extends z.ZodType>(
  operation: Omit<Resource<Req, Res>, 'kind'>,
): Resource<Req, Res> => ({ kind: 'resource', ...operation });

/**
 * Permissions that a group's function needs in addition to those that follow from its operations (see
 * `derive/grants.ts`). Each one grants as little as possible.
 */
export type Need =
  | CapabilityRight
  | Joined
  | 'accounts:get'
  | 'accounts:read'
  | 'certificates:write'
  | 'clients:write'
  | 'clients:passwords'
  | 'clients:links'
  | 'users:update'
  | 'users:get'
  | 'users:rename'
  | 'clients:get'
  | 'clients:find'
  | 'tokens:check'
  | 'documents:read'
  | 'documents:write'
  | 'filings:read'
  | 'filings:of-worker'
  | 'filings:write'
  | 'filing-key:read'
  | 'work-queues:send'
  | 'users:write'
  | 'second-factors:write'
  | 'sessions:write'
  | 'links:send'
  | 'links:use'
  | 'wrong-tries:forget'
  | 'counts:write'
  | 'known-networks:read'
  | 'health:read'
  | 'passwords:read'
  | 'passwords:write'
  | 'passwords:delete'
  | 'api-tokens:write'
  | 'worlds:begin'
  | 'certificate-secrets:write'
  | 'certificate-secrets:delete'
  | 'mail:send';

/** The rights that capabilities state, by capability; each declares those of its `deploy.ts` there. */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged with the declarations of capabilities
export interface CapabilityRights {}

/** Name of a right of a capability. */
export type CapabilityRight = {
  [Capability in keyof CapabilityRights]: keyof CapabilityRights[Capability];
}[keyof CapabilityRights];

/** Places where capabilities join each other's work; a capability declares those that it has. */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged with the declarations of capabilities
export interface CapabilityPlaces {}

/**
 * Places where capabilities join the work of others, by members of `Capability`: hooks of the gateway, what a new owner gets,
 * the work of each minute, the data of one worker, and the note of an act.
 */
export type Place =
  | 'workerName'
  | 'runReading'
  | 'ownerJoined'
  | 'scheduled'
  | 'workerData'
  | 'acts'
  | keyof CapabilityPlaces;

/** The permissions that capabilities state for such a place. The function that works there needs them. */
export type Joined = `joined:${Place}`;

/**
 * `data` of a success without payload, such as the answer of a dry run: it keeps its type, a list or an object, because typed
 * programs read it as that.
 */
export const emptyDataOf = ({ emptyData, response }: Pick<Operation, 'emptyData' | 'response'>): unknown =>
  emptyData ?? (response instanceof z.ZodArray ? [] : {});

/** Operations that share an address prefix and a function. */
export interface Group {
  /** Name of the function and of its folder. */
  name: string;
  /** Address prefix with the stage, such as `/api/v4/seg-social`. */
  prefix: string;
  /** In Spanish, for the OpenAPI document. */
  title: string;
  needs?: Need[];
  /** Its function looks filings of any operation up at the authorities. */
  looksUpFilings?: boolean;
  operations: Operation[];
}

/** How an operation is named in its group: method and path, such as `POST /alta`. */
export type OperationKey = `${Method} /${string}`;

/**
 * A group, as its function loads it. Each operation is loaded when it is first called, because compiling all of them
 * would slow the start of the function. An operation's own module imports everything it needs statically, so nothing
 * can fail to load after something was filed.
 */
export interface LazyGroup extends Omit<Group, 'operations'> {
  operations: Record<OperationKey, () => Promise<Operation>>;
}

/** The certificate type of the interface for each authority. A certificate without type serves all authorities. */
export const CERTIFICATE_TYPES: Record<AuthorityName, number> = { tgss: 1, sepe: 2, aeat: 3, dehu: 5 };

/** The types of certificate that an operation before an authority takes, its authority's own first. */
export const certificateTypesOf = ({
  authority,
  alsoCertificateTypes = [],
}: Pick<AuthorityOperation, 'authority' | 'alsoCertificateTypes'>): number[] => [
  CERTIFICATE_TYPES[authority],
  ...alsoCertificateTypes,
];
