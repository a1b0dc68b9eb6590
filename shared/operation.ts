import type * as z from 'zod';
import type { AuthorityName } from './errors.ts';
import type { Ports, ReadingPort, SubmittingPort } from './ports.ts';

/** HTTP methods that operations use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `read` 80 and `write` 120 requests a minute; `heavy` 30, one budget for all heavy routes together. */
export type RateClass = 'read' | 'write' | 'heavy';

/** What an operation answers; the envelope is added around it. */
export interface Reply<Data> {
  /** The payload; an empty array where there is none. */
  data?: Data;
  /** Spanish; `OK` unless said otherwise. */
  message?: string;
  /**
   * `false` in an unsuccessful 200: the settlement receipt without receipt, a tax certificate still being prepared, a
   * file of contracts that was accepted in part.
   */
  success?: boolean;
  /** Members beside `data` in the envelope, such as `continueToken`. */
  beside?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Answered as it is, without envelope: the reference, and pages for people. */
  page?: { contentType: string; body: string; status?: number };
}

/** The documentation sample, which is also a test case: this request, sent to the sandbox, is answered like this. */
export interface Example<Request, Data> {
  request: Request;
  response: Data;
}

interface Common<Req extends z.ZodObject, Res extends z.ZodType> {
  method: Method;
  /** Relative to the group's prefix; path parameters in braces are fields of `request` too. */
  path: string;
  /** One line, Spanish, for the reference. */
  summary: string;
  /** Rules beyond those of single fields, Spanish. */
  description?: string;
  request: Req;
  /** Schema of `data`. */
  response: Res;
  rate: RateClass;
  /** `document`: path and fields are the interface's own. `chosen`: the interface leaves them open. */
  standing: 'document' | 'chosen';
  example: Example<z.input<Req>, z.output<Res>>;
  /** Largest body in bytes, where it is not the usual 256 KiB of JSON. */
  maxBody?: number;
  /** Media type of the answer, where it is a page or file without envelope. */
  page?: string;
  /** Superseded by this path of the same group; answers carry `Deprecation` and `Link`. */
  supersededBy?: string;
}

/** Writes at an authority. With `test=1` it goes as far as it can without a press that could take effect, and leaves. */
export interface Submission<
  A extends AuthorityName = AuthorityName,
  Req extends z.ZodObject = z.ZodObject,
  Res extends z.ZodType = z.ZodType,
> extends Common<Req, Res> {
  kind: 'submission';
  authority: A;
  /**
   * `confirmation`: `test=1` stops where the authority asks to confirm, or before, where an earlier press could take
   * effect already. `not-offered`: the interface lists no
   * `test` for this operation; `test=1` is refused, because a caller that meant a dry run must never file for real.
   */
  dryRun: 'confirmation' | 'not-offered';
  /** Certificate types that serve it beside the authority's own (see `CERTIFICATE_TYPES`). */
  alsoCertificateTypes?: number[];
  run(request: z.output<Req>, ports: Ports & Record<A, SubmittingPort>): Promise<Reply<z.output<Res>>>;
}

/** Asks an authority, changing nothing there. */
export interface Reading<
  A extends AuthorityName = AuthorityName,
  Req extends z.ZodObject = z.ZodObject,
  Res extends z.ZodType = z.ZodType,
> extends Common<Req, Res> {
  kind: 'reading';
  authority: A;
  alsoCertificateTypes?: number[];
  run(request: z.output<Req>, ports: Ports & Record<A, ReadingPort>): Promise<Reply<z.output<Res>>>;
}

/** Acts on what the gateway itself keeps: sessions, certificates, clients. */
export interface Resource<Req extends z.ZodObject = z.ZodObject, Res extends z.ZodType = z.ZodType>
  extends Common<Req, Res> {
  kind: 'resource';
  /** `session` needs a token; `anonymous` needs none and counts per IP. */
  access: 'session' | 'anonymous';
  /** How the request travels; JSON unless said otherwise. */
  body?: 'json' | 'multipart' | 'form';
  run(request: z.output<Req>, ports: Ports): Promise<Reply<z.output<Res>>>;
}

/** Any operation: what the derivations read. */
export type Operation = Submission | Reading | Resource;

/** Declares an operation that writes at an authority. */
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
 * What a group's function may do beyond what follows from its operations (see `derive/grants.ts`): grants are the
 * least that these words allow.
 */
export type Need = 'records:write' | 'certificate-secrets:write' | 'certificate-secrets:delete' | 'mail:send';

/** Operations that share an address prefix and a function. */
export interface Group {
  /** Name of the function and of its room under `functions/`. */
  name: string;
  /** Address prefix with the stage, such as `/api/v4/seg-social`. */
  prefix: string;
  /** Spanish, for the reference. */
  title: string;
  needs?: Need[];
  operations: Operation[];
}

/** Certificate types of the interface that each authority's operations take. A certificate without type serves all. */
export const CERTIFICATE_TYPES: Record<AuthorityName, number> = { tgss: 1, sepe: 2, aeat: 3 };
